/**
 * An endpoint of the interface behind the pages of accounts and operators, `/account/api/…`, as data. It is no part of
 * `/v2`: sessions instead of keys, acts beside questions, nothing metered, and no promise that it stays as it is. The
 * service checks requests by it and sends nothing that its schemas do not describe; the pages take their types from it.
 */
import Type, { type TObject, type TProperties, type TSchema } from '../typebox.js';

/** Who may ask: anybody, who is signed in, or an operator of this service. */
export type Audience = 'anybody' | 'signed in' | 'operator';

export interface AccountEndpoint {
  readonly summary: string;
  readonly audience: Audience;
  /** Schema of the parameters of the URL, as texts. Without it they are not read. */
  readonly query?: TObject;
  /** Schema of the JSON body; without it the request has none. */
  readonly body?: TSchema;
  /** Schema of the JSON that is answered, or of each event of a stream; null for 204 and 302. */
  readonly answer: TSchema | null;
  /** Every status of its answers but faults of the service (500, 503), ascending. */
  readonly statuses: readonly number[];
}

interface Described extends Omit<AccountEndpoint, 'statuses'> {
  /** The status of success, where it is neither 200 nor 204. */
  readonly success?: number;
  /** What else it answers: 401 for a wrong password, 404 for no such id. */
  readonly refusals?: readonly number[];
}

/** An endpoint with the statuses that follow from what it takes and who may ask. */
export function accountEndpoint<const E extends Described>(
  described: E,
): E & Pick<AccountEndpoint, 'statuses'> {
  const { audience, query, body, answer, success = answer === null ? 204 : 200, refusals = [] } = described;
  const statuses = new Set([success, 400, 403, 429, ...refusals]);
  if (audience !== 'anybody') statuses.add(401);
  if (body !== undefined || query !== undefined) statuses.add(422);
  return { ...described, statuses: [...statuses].sort((a, b) => a - b) };
}

const strict = { additionalProperties: false } as const;

/** The object of a body: it has these keys and no others. */
export function Body<P extends TProperties>(keys: P) {
  return Type.Object(keys, strict);
}

/** The body of an act that needs no more than its path, and the answer of one that says no more than that it is done. */
export const Nothing = Type.Object({}, strict);

/** An id in a body; whether something has it, the ledger says. */
export const Id = Type.String({ minLength: 1, maxLength: 100 });

/** The secret of a mailed link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 2_000 });

/** As people write addresses; whether one exists, the mail shows. */
export const EmailAddress = Type.String({ pattern: '^[^\\s@<>"(),;:]{1,64}@[^\\s@<>"(),;:]{1,189}$' });

/** The name of a person or an organization; that it is one line that can be read, the service checks. */
export const maxNameLength = 100;

/** A moment, ISO 8601 in UTC. */
export const Moment = Type.String({ description: 'ISO 8601, UTC.' });
