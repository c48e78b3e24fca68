/**
 * A request that is answered with an error of the table (interface 7): thrown where it is noticed, answered
 * in one place.
 */
import {
  cursorFault,
  type ErrorCode,
  type ErrorDefinition,
  errors,
  type ValidationEntry,
} from '@lintel/contract';

/** When to try again while the service has no release or is stopping. */
const retryAfterSeconds = '5';

interface HttpErrorOptions {
  /** In place of the table's text. */
  readonly detail?: string | readonly ValidationEntry[];
  /** In place of the whole body, where it is more than `detail`. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export class HttpError extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: HttpErrorOptions = {}) {
    super(code);
    this.code = code;
    const { status, detail, hint }: ErrorDefinition = errors[code];
    this.status = status;
    this.body = options.body ?? { detail: options.detail ?? detail, ...(hint === undefined ? {} : { hint }) };
    this.headers = options.headers ?? (code === 'unavailable' ? { 'retry-after': retryAfterSeconds } : {});
  }
}

/** The refusal of a cursor that cannot be followed (C4): a 422 that names the parameter. */
export function cursorError(reason: Parameters<typeof cursorFault>[0], cursor: string): HttpError {
  return new HttpError('validation', { detail: [cursorFault(reason, cursor)] });
}
