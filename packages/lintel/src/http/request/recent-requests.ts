/**
 * The last requests of each account that this process has answered, in memory. They begin anew with the process. What must
 * not be lost is elsewhere: charges in the ledger, requests in the log.
 */

/** Requests that are kept of an account, and accounts of which some are kept: those that asked last. */
const maxRequests = 20;
const maxAccounts = 500;

/** A request that has ended. */
export interface RecentRequest {
  readonly atMs: number;
  readonly keyId: string;
  readonly method: string;
  /** Path of the endpoint in its general form. */
  readonly route: string;
  readonly status: number;
  readonly credits: number;
  readonly latencyMs: number;
}

export interface RecentRequests {
  add(accountId: string, request: RecentRequest): void;
  /** The last requests of an account, the newest first. */
  of(accountId: string): readonly RecentRequest[];
}

export function recentRequests(): RecentRequests {
  /** The account that asked last is the last one. */
  const byAccount = new Map<string, RecentRequest[]>();
  return {
    add(accountId, request) {
      const kept = byAccount.get(accountId) ?? [];
      kept.push(request);
      if (kept.length > maxRequests) kept.shift();
      byAccount.delete(accountId);
      byAccount.set(accountId, kept);
      if (byAccount.size <= maxAccounts) return;
      const [first = ''] = byAccount.keys();
      byAccount.delete(first);
    },
    of: (accountId) => (byAccount.get(accountId) ?? []).toReversed(),
  };
}
