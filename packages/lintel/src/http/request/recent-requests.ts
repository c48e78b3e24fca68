/**
 * What this process has answered lately, in memory: the last requests of each account, and how fast answers were by hour.
 * Both begin anew with the process. What must not be lost is elsewhere: charges in the ledger, requests in the log.
 */

/** Requests that are kept of an account, and accounts of which some are kept: those that asked last. */
const maxRequests = 50;
const maxAccounts = 500;
const maxHours = 48;
const hourMs = 3_600_000;
/** Two neighbouring latencies that are counted as one differ by less than this factor. */
const step = 1.1;
/** Latencies are told apart from a hundredth of a millisecond on. */
const leastMs = 0.01;

/** A request that has ended. */
export interface RecentRequest {
  readonly atMs: number;
  readonly keyId: string;
  /** Path of the endpoint in its general form. */
  readonly route: string;
  readonly status: number;
  readonly credits: number;
  readonly latencyMs: number;
}

/** Answers of an hour. */
export interface HourOfAnswers {
  readonly beginMs: number;
  readonly requests: number;
  /** Requests answered with a status from 500 on. */
  readonly failed: number;
  /** 99 of 100 took at most this, to a tenth of it. */
  readonly p99Ms: number;
}

export interface RecentRequests {
  /** Keeps a request; of those without an account only the latency. */
  add(accountId: string | null, request: RecentRequest): void;
  /** The last requests of an account, the newest first. */
  of(accountId: string): readonly RecentRequest[];
  /** The last hours in which there was a request, the oldest first. */
  hours(): readonly HourOfAnswers[];
}

interface Hour {
  requests: number;
  failed: number;
  /** Requests by the power of `step` that their latency is. */
  readonly byPower: Map<number, number>;
}

export function recentRequests(): RecentRequests {
  /** The account that asked last is the last one. */
  const byAccount = new Map<string, RecentRequest[]>();
  const byHour = new Map<number, Hour>();

  function keep(accountId: string, request: RecentRequest): void {
    const kept = byAccount.get(accountId) ?? [];
    kept.push(request);
    if (kept.length > maxRequests) kept.shift();
    byAccount.delete(accountId);
    byAccount.set(accountId, kept);
    if (byAccount.size > maxAccounts) dropFirst(byAccount);
  }

  function measure({ atMs, latencyMs, status }: RecentRequest): void {
    const begin = atMs - (atMs % hourMs);
    let hour = byHour.get(begin);
    if (hour === undefined) {
      hour = { requests: 0, failed: 0, byPower: new Map() };
      byHour.set(begin, hour);
      if (byHour.size > maxHours) dropFirst(byHour);
    }
    const power = Math.ceil(Math.log(Math.max(1, latencyMs / leastMs)) / Math.log(step));
    hour.requests += 1;
    if (status >= 500) hour.failed += 1;
    hour.byPower.set(power, (hour.byPower.get(power) ?? 0) + 1);
  }

  return {
    add(accountId, request) {
      if (accountId !== null) keep(accountId, request);
      measure(request);
    },
    of: (accountId) => (byAccount.get(accountId) ?? []).toReversed(),
    hours: () =>
      [...byHour].map(([beginMs, hour]) => ({
        beginMs,
        requests: hour.requests,
        failed: hour.failed,
        p99Ms: p99Of(hour),
      })),
  };
}

function p99Of({ requests, byPower }: Hour): number {
  let slower = requests * 0.99;
  for (const [power, count] of [...byPower].sort(([one], [other]) => one - other)) {
    slower -= count;
    if (slower <= 0) return leastMs * step ** power;
  }
  return 0;
}

function dropFirst(map: Map<unknown, unknown>): void {
  const [first] = map.keys();
  map.delete(first);
}
