/**
 * `GET /v2/usage`: the account's credits in the rolling window (C17). Free, and answered over the limit too.
 */

import type { Usage } from '@lintel/contract';
import { dayMs } from '../../base/calendar-date.js';
import type { AccountUsage, Meter, UsageRow } from '../../ledger/ledger.js';
import type { PlainHandler } from '../answer/handler.js';

const recentDays = 30;

export const currentUsage: PlainHandler = async ({ ledger, now }, caller) => {
  if (!caller) throw new Error('Usage was asked for without a caller');
  const { usage } = await usageOf(ledger, caller.accountId, now());
  return { body: Buffer.from(JSON.stringify(usage)), validator: null };
};

/** The usage of an account as the interface shows it, and the rows of the last 30 days of which it is the sums. */
export async function usageOf(
  ledger: Pick<Meter, 'usage' | 'usageRows'>,
  accountId: string,
  nowMs: number,
): Promise<{ readonly usage: Usage; readonly rows: readonly UsageRow[] }> {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const recent = { accountId, from: date(nowMs - (recentDays - 1) * dayMs), to: date(nowMs) };
  const [usage, rows] = await Promise.all([ledger.usage(accountId), ledger.usageRows(recent)]);
  return { usage: wireUsage(usage, rows), rows };
}

/** Usage on the wire. Over the limit: not one credit is left. */
function wireUsage({ used, limit, availableAt, daily }: AccountUsage, rows: readonly UsageRow[]): Usage {
  const byKey = sumBy(rows, ({ keyId }) => keyId);
  const byEndpoint = sumBy(rows, ({ endpoint }) => endpoint);
  return {
    credits_used: used,
    credit_limit: limit,
    is_over_limit: limit !== null && used >= limit,
    available_at: availableAt,
    daily_usage: daily.map(({ date, credits, expires }) => ({ date, credits, expires })),
    usage_by_key: byKey.map(([key_id, sums]) => ({ key_id, ...sums })),
    usage_by_endpoint: byEndpoint.map(([endpoint, sums]) => ({ endpoint, ...sums })),
  };
}

/** Requests and credits by name, most credits first. */
function sumBy(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string) {
  const sums = new Map<string, { requests: number; credits: number }>();
  for (const row of rows) {
    const before = sums.get(nameOf(row)) ?? { requests: 0, credits: 0 };
    sums.set(nameOf(row), {
      requests: before.requests + row.requests,
      credits: before.credits + row.credits,
    });
  }
  return [...sums].sort(([, one], [, other]) => other.credits - one.credits);
}
