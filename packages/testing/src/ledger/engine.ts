/** An engine of the ledger as its tests open it, and what they charge. */
import { defaultConfig } from 'lintel/dist/base/config.js';
import type { Ledger, Order, Receipt } from 'lintel/dist/ledger/ledger.js';
import type { LedgerOptions } from 'lintel/dist/ledger/open-ledger.js';

/** 2026-01-15, noon UTC. */
export const noon = Date.UTC(2026, 0, 15, 12);

export const testPlans = {
  ...defaultConfig.plans,
  tiny: { credits: 7, requests_per_minute: 60 },
  weekly: { credits: 5, requests_per_minute: 60, window_days: 7 },
};

/** An engine: each place holds its own ledger, which may be opened several times. */
export interface Engine {
  readonly name: string;
  place(): string;
  open(place: string, now: () => number, more?: Pick<LedgerOptions, 'monotonic' | 'events'>): Promise<Ledger>;
  /** Random walks of the model; fewer where each step is slow. */
  readonly runs: number;
}

/** An order for records of a credit each, by an arbitrary key. */
export function order(accountId: string, credits: number, more: Partial<Order> = {}): Order {
  const records = { from: 0, to: credits };
  return {
    accountId,
    keyId: 'key_1',
    endpoint: 'permits_by_id',
    credits,
    records,
    requestHash: null,
    ...more,
  };
}

/** The credits that a refund gives back. */
export const refunded = async (ledger: Ledger, receipt: Receipt) => (await ledger.refund(receipt)).credits;

/** A request hash: the text in the 16 bytes of one. */
export const hash = (text: string) => Buffer.from(text.padEnd(16, '.'));

/** A day in milliseconds. */
export const day = 24 * 60 * 60 * 1000;
