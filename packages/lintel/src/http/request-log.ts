/**
 * One structured line a finished request: who, what, how it ended, how long it took, what it cost. Paths are logged
 * without their query and headers not at all, so that no key, search text or owner's name gets into a log.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Receipt } from '../ledger/ledger.js';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    caller: Caller | null;
    /** Credits charged for this request. */
    credits: number;
    /** The charge, to be taken back when the answer cannot be given. */
    receipt: Receipt | null;
  }
}

/** Writes the line and counts the request. */
export function logRequest(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply;
  const route = request.routeOptions.url ?? 'other';
  metrics.observe({ route, status, seconds: elapsedTime / 1000, credits: request.credits });
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      latency_ms: Math.round(reply.elapsedTime * 1000) / 1000,
      credits: request.credits,
      account_id: request.caller?.accountId ?? null,
      key_id: request.caller?.keyId ?? null,
    },
    'request',
  );
}
