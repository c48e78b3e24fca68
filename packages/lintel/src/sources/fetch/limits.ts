/** The limits of fetching: on size, time, redirects, attempts. No portal can exceed them. */
export interface FetchLimits {
  /** Bytes of one page of rows, unpacked. */
  readonly pageBytes: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Until the portal begins to answer: portals' databases can be slow. */
  readonly headersMs: number;
  /** Without receiving a byte. */
  readonly idleMs: number;
  /** From this time on, a body must have come at `leastBytesPerSecond` at least. */
  readonly slowMs: number;
  readonly leastBytesPerSecond: number;
  /** For all attempts at one page together, without the waits between them. */
  readonly attemptsMs: number;
  /** For one page from request to last byte. */
  readonly pageMs: number;
  /** For one attempt at a file. */
  readonly fileMs: number;
  readonly redirects: number;
  /** Rows of one fetch without a count from the portal: several times the largest known dataset. */
  readonly rows: number;
  /** Attempts at one request, the first included. */
  readonly attempts: number;
  /** Backoff before the second attempt, doubled with each further one, and its maximum. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** The longest Retry-After that is honoured; a portal that asks for more is left until the next run. */
  readonly longestRetryAfterMs: number;
}

export const fetchLimits: FetchLimits = {
  pageBytes: 128 * 1024 * 1024,
  fileBytes: 32 * 1024 * 1024 * 1024,
  headersMs: 120_000,
  idleMs: 60_000,
  slowMs: 30_000,
  leastBytesPerSecond: 100,
  attemptsMs: 600_000,
  pageMs: 300_000,
  fileMs: 6 * 3_600_000,
  redirects: 5,
  rows: 200_000_000,
  attempts: 6,
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  longestRetryAfterMs: 15 * 60_000,
};

/** Characters of an address or an answer that a message shows. */
export const shownChars = 300;
