/** The OpenAPI document as those read it who make clients, the reference and forms of requests of it. No schemas. */
export * from './openapi/model.js';
export * from './openapi/request.js';
