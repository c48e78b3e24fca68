/**
 * The last requests of each account that this process has answered, and the last ones that it refused, with what was
 * asked and what was wrong: in memory only, for the owner of the account, since both may quote what nobody else shall
 * read. They begin anew with the process. What must not be lost is elsewhere: charges in the ledger, requests in the log.
 */
import { type ErrorCode, errors, type ValidationEntry } from '@lintel/contract';
import { secretsIn } from '../../ledger/secret.js';
import type { HttpError } from './http-error.js';

/** Requests that are kept of an account, and again as many refused ones; accounts of which some are kept. */
const maxRequests = 20;
const maxAccounts = 500;
/** Characters that are kept of an address, and of what was wrong. */
const maxText = 600;
/** Faults that are kept of a request. */
const maxFaults = 6;

/** A request that has ended. */
export interface EndedRequest {
  readonly atMs: number;
  readonly keyId: string;
  readonly method: string;
  /** Path of the endpoint in its general form; null for none. */
  readonly route: string | null;
  /** Path and query as they came. */
  readonly url: string;
  readonly requestId: string;
  readonly status: number;
  readonly refusal: HttpError | null;
  readonly credits: number;
  readonly latencyMs: number;
}

/** One thing that was wrong: the parameter, if it was one, and the text of the answer. */
export interface Fault {
  readonly where: string | null;
  readonly what: string;
}

export interface RecentRequest extends Omit<EndedRequest, 'refusal'> {
  readonly refusal: { readonly code: ErrorCode; readonly faults: readonly Fault[] } | null;
}

interface Kept {
  readonly all: RecentRequest[];
  readonly refused: RecentRequest[];
}

export interface RecentRequests {
  add(accountId: string, request: EndedRequest): void;
  /** The last requests of an account, and the last refused ones, the newest first. */
  of(accountId: string): { readonly [Kind in keyof Kept]: readonly RecentRequest[] };
}

export function recentRequests(): RecentRequests {
  /** The account that asked last is the last one. */
  const byAccount = new Map<string, Kept>();
  return {
    add(accountId, ended) {
      const kept = byAccount.get(accountId) ?? { all: [], refused: [] };
      const request = bounded(ended);
      push(kept.all, request);
      if (request.status >= 400) push(kept.refused, request);
      byAccount.delete(accountId);
      byAccount.set(accountId, kept);
      if (byAccount.size <= maxAccounts) return;
      const [first = ''] = byAccount.keys();
      byAccount.delete(first);
    },
    of(accountId) {
      const { all, refused } = byAccount.get(accountId) ?? { all: [], refused: [] };
      return { all: all.toReversed(), refused: refused.toReversed() };
    },
  };
}

function push(list: RecentRequest[], request: RecentRequest): void {
  list.push(request);
  if (list.length > maxRequests) list.shift();
}

function bounded({ refusal, ...request }: EndedRequest): RecentRequest {
  return {
    ...request,
    url: cut(request.url),
    refusal: refusal && { code: refusal.code, faults: faultsOf(refusal).slice(0, maxFaults) },
  };
}

/** What the body of an error says, without keys that somebody sent in the wrong place. */
function faultsOf({ code, body }: HttpError): readonly Fault[] {
  const { detail, hint } = body as { readonly detail?: unknown; readonly hint?: string };
  if (Array.isArray(detail)) {
    return (detail as ValidationEntry[]).map(({ loc, msg }) => ({
      where: cut(loc.slice(1).join('.')) || null,
      what: cut(msg),
    }));
  }
  const said = typeof detail === 'object' ? (detail as { readonly error?: string } | null)?.error : detail;
  // A fixed text says no more than the code beside it, where a hint says more.
  const isFixed = hint !== undefined && said === errors[code].detail;
  const texts = [isFixed ? undefined : said, hint].filter((text) => typeof text === 'string');
  return texts.map((what) => ({ where: null, what: cut(what) }));
}

function cut(text: string): string {
  const open = text.replace(secretsIn, (secret) => `${secret.slice(0, 3)}…`);
  return open.length > maxText ? `${open.slice(0, maxText)}…` : open;
}
