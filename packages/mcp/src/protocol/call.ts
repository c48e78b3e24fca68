/** One call of a tool or a resource: the client that it asks, and options for every request of it. */
import type { Lintel, RequestOptions } from '@lintel/client';

export interface Call {
  readonly lintel: Lintel;
  readonly request: RequestOptions;
}
