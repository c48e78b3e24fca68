/** What a portal did wrong in one exchange, in words for a person; and whether trying again may help. */
import { PrivateHost } from '../../base/public-hosts.js';

/** A portal that lets no program read it, or nobody without a sign-in. */
export type Refusal = 'blocked' | 'login only';

export class PortalFault extends Error {
  /** Trying again may help. */
  readonly isPassing: boolean;
  /** How long the portal asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
  /** What the operator can do, as a sentence; null if only trying later may help. */
  readonly hint: string | null;
  /** Null for every other fault. */
  readonly refusal: Refusal | null;

  /** `message` continues "the portal …", such as `answered with status 500`. */
  constructor(
    message: string,
    options: {
      isPassing?: boolean;
      retryAfterMs?: number | null;
      hint?: string;
      refusal?: Refusal;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.isPassing = options.isPassing ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.hint = options.hint ?? null;
    this.refusal = options.refusal ?? null;
  }
}

/** A portal that repeats the same rows, or gives more than it can have: its cursor is meaningless. */
export class EndlessFault extends PortalFault {}

/** A temporary fault: trying again may help. */
export function passing(message: string, cause?: unknown): PortalFault {
  return new PortalFault(message, { isPassing: true, cause });
}

/** The fault of the portal that an error is or was caused by; null if none was. */
export function faultOf(error: unknown): PortalFault | null {
  const fault = error instanceof Error && error.cause instanceof PortalFault ? error.cause : error;
  return fault instanceof PortalFault ? fault : null;
}

/** Whether an error was caused by a lasting fault of the portal. */
export function isLasting(error: unknown): boolean {
  return faultOf(error)?.isPassing === false;
}

/** Whether the portal has no such page for us, though it lets us read others. */
export function isOfOnePage(error: unknown): boolean {
  return isLasting(error) && faultOf(error)?.refusal === null;
}

/** A text as a message can show it: one line, cut to a length. */
export function shown(text: string, chars: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What an error of the connection means. */
export function connectionFault(error: unknown): PortalFault {
  if (error instanceof PortalFault) return error;
  const privateHost = privateHostIn(error);
  if (privateHost !== null) {
    return new PortalFault(`led to a host that is not fetched from: ${privateHost.message}`, {
      hint: `If you trust it, allow it in lintel.json: "fetch": {"allow_hosts": ["${privateHost.host}"]}.`,
      cause: error,
    });
  }
  const { code = '', message } = rootOf(error);
  if (certificateCodes.test(code)) {
    return new PortalFault(`has a certificate that is not valid (${code}: ${message})`, {
      hint: 'Do not trust what it sends; check whether its address has changed.',
      cause: error,
    });
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return passing('did not begin to answer in time', error);
  if (code === 'UND_ERR_BODY_TIMEOUT') return passing('stopped sending in the middle of its answer', error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return passing('did not accept the connection in time', error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return passing('has a host name that is not known', error);
  }
  if (code === 'ECONNREFUSED') return passing('refused the connection', error);
  return passing(`broke the connection (${code === '' ? message : `${code}: ${message}`})`, error);
}

/** The guard's error, if an error is one or was caused by one. */
function privateHostIn(error: unknown): PrivateHost | null {
  if (error instanceof PrivateHost) return error;
  const { cause, errors } = error as Error & { errors?: unknown[] };
  if (errors?.[0] instanceof Error) return privateHostIn(errors[0]);
  return cause instanceof Error ? privateHostIn(cause) : null;
}

/** The innermost error, of a system call or TLS. */
function rootOf(error: unknown): { code?: string; message: string } {
  const { code, cause, errors, message } = error as Error & { code?: string; errors?: unknown[] };
  if (errors?.[0] instanceof Error) return rootOf(errors[0]);
  if (cause instanceof Error) return rootOf(cause);
  return { ...(code !== undefined && { code }), message: message || 'no reason given' };
}
