/**
 * What the service counts, apart from what counts it: `count-metrics.ts` does for Prometheus. A service without metrics
 * counts nothing and does not load the library.
 */

/** One finished request. */
export interface Observed {
  /** Path of the endpoint in its general form, or `other`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly credits: number;
}

export interface Metrics {
  observe(request: Observed): void;
  /** A commit of the ledger with so many charges and refunds. */
  committed(size: number): void;
  refunded(credits: number): void;
}

export const noMetrics: Metrics = { observe() {}, committed() {}, refunded() {} };
