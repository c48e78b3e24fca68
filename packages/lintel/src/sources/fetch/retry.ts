/** How long to wait before a request is tried again: pure calculations. */
import type { FetchLimits } from './limits.js';

/**
 * The milliseconds that a `Retry-After` header asks for (RFC 9110, 10.2.3): seconds or a date. Null when it
 * is neither.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/**
 * Wait before attempt `attempt` + 1, in milliseconds: what the portal asks for and up to a fifth more, else
 * between half and all of a backoff that doubles each time. The jitter keeps many clients from retrying at
 * once.
 */
export function backoffMs(
  attempt: number,
  askedMs: number | null,
  random: number,
  limits: Pick<FetchLimits, 'firstWaitMs' | 'longestWaitMs'>,
): number {
  if (askedMs !== null) return Math.ceil(askedMs + random * Math.max(askedMs / 5, limits.firstWaitMs));
  const full = Math.min(limits.longestWaitMs, limits.firstWaitMs * 2 ** (attempt - 1));
  return Math.ceil(full / 2 + (random * full) / 2);
}
