/**
 * One structured log line for each request: account and key, route, status, latency and credits. Paths are
 * logged without their query, and headers not at all, so that no key, search text or owner's name gets into a
 * log. The owner of a key may see both: `recent-requests.ts` keeps them for a while, in memory.
 */
import type { FastifyRequest } from 'fastify';
import type { Caller, Receipt, Refund } from '../../ledger/ledger.js';
import { visitorKeyId } from '../../ledger/visitors.js';
import type { ServiceContext } from '../request/context.js';
import type { HttpError } from '../request/http-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with it, also one that was refused; null for none that is known. */
    caller: Pick<Caller, 'accountId' | 'keyId'> | null;
    /** The error that it was answered with. */
    refusal: HttpError | null;
    /** Credits charged for this request. */
    credits: number;
    /** The charges, to be refunded if the answer cannot be sent; null for none. */
    receipts: readonly Receipt[] | null;
    /** The charge while it is being written. */
    charging: Promise<void> | null;
  }
}

/** How a request ended. */
export interface Ending {
  /** The status of the answer; 499 if the client was gone before there was one. */
  readonly status: number;
  readonly latencyMs: number;
  /** Whether the whole answer was handed to the socket. */
  readonly isWhole: boolean;
  /** Credits of records that were not handed over: given back, or not because the account had too many of them. */
  readonly refund: Refund;
}

/** The trace that the caller says the request is part of (W3C Trace Context), if it says so properly. */
function traceOf({ headers }: FastifyRequest): { readonly trace_id?: string } {
  const sent = headers.traceparent;
  const read =
    typeof sent === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(sent) : null;
  const id = read?.[1];
  return id === undefined || /^0+$/.test(id) ? {} : { trace_id: id };
}

/** Writes the line and counts the request. */
export function logRequest(
  { counters, recent, now }: Pick<ServiceContext, 'counters' | 'recent' | 'now'>,
  request: FastifyRequest,
  { status, latencyMs, isWhole, refund }: Ending,
): void {
  const route = request.routeOptions.url;
  const { credits, caller } = request;
  const charged = credits - refund.credits;
  // Nobody signs in as the visitors, so nobody may read what they asked.
  if (caller !== null && caller.keyId !== visitorKeyId) {
    const { accountId, keyId } = caller;
    recent.add(accountId, {
      atMs: now(),
      keyId,
      method: request.method,
      route: route ?? null,
      url: request.originalUrl,
      requestId: request.id,
      status,
      refusal: request.refusal,
      credits: charged,
      latencyMs,
    });
  }
  counters.observe({ route: route ?? 'other', status, seconds: latencyMs / 1000, credits, isWhole });
  request.log.info(
    {
      method: request.method,
      route: route ?? null,
      status,
      latency_ms: Math.round(latencyMs * 1000) / 1000,
      credits,
      ...(request.workMs === 0 ? {} : { work_ms: Math.round(request.workMs * 1000) / 1000 }),
      ...(isWhole ? {} : { delivered: false }),
      ...(refund.credits === 0 ? {} : { refunded: refund.credits }),
      ...(refund.withheld === 0 ? {} : { refund_withheld: refund.withheld }),
      ...(request.cut === null ? {} : { cut: request.cut }),
      ...traceOf(request),
      account_id: caller?.accountId ?? null,
      key_id: caller?.keyId ?? null,
    },
    'request',
  );
}
