/** A query of an endpoint in which no filter is given: what a request without parameters would be read as. */
import type { Endpoint, QueryOf } from '@lintel/contract';

export function emptyQuery<E extends Endpoint>({ parameters }: E): QueryOf<E> {
  const values = Object.entries(parameters).map(([name, parameter]) => [name, parameter.default ?? null]);
  // Required parameters are for the caller to add.
  return Object.fromEntries(values) as QueryOf<E>;
}
