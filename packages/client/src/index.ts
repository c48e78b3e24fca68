/** The client of the Lintel interface, for Node and browsers. See the package's README.md. */
export type { Answer, Answered, Credits, EmptyReason, WiderPlace } from './answer.js';
export { Lintel } from './client.js';
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  CreditLimitError,
  LintelError,
  NotFoundError,
  PermissionError,
  ProtocolError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './error.js';
export { Export } from './export.js';
export * from './generated.js';
export { List, type NumberedPage, type Page } from './list.js';
export type { Fields, Selected } from './resource.js';
export type { Cache, CachedBody, Fetch, LintelOptions, RequestOptions } from './transport.js';
export type { Query } from './url.js';
