/**
 * The Lintel interface as data. No I/O: schemas, vocabularies, codecs and tables that every other room reads.
 */
export * from './cursor.js';
export * from './endpoint.js';
export * from './endpoints.js';
export * from './envelope.js';
export * from './error.js';
export { cursorFault, parameterFault, releaseFault } from './fault.js';
export { openApiDocument } from './openapi/document.js';
export * from './plain.js';
export * from './query.js';
export * from './resource/address.js';
export * from './resource/aggregate.js';
export * from './resource/change.js';
export * from './resource/contractor.js';
export * from './resource/coverage.js';
export * from './resource/decision.js';
export * from './resource/facet.js';
export * from './resource/figures.js';
export * from './resource/map.js';
export * from './resource/metrics.js';
export * from './resource/official.js';
export * from './resource/operation.js';
export * from './resource/permit.js';
export * from './resource/permit-history.js';
export * from './resource/place.js';
export * from './resource/property.js';
export * from './resource/provenance.js';
export * from './resource/quality.js';
export * from './resource/release.js';
export * from './resource/spelling.js';
export * from './resource/tag.js';
export * from './resource/usage.js';
export * from './resource/vocabulary.js';
export * from './schema.js';
export * from './scope.js';
