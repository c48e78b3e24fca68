/** `GET /v2/usage`: the account's credits in the rolling window (C17). Free, and answered over the limit too. */
import type { Usage } from '@lintel/contract';
import type { AccountUsage } from '../../ledger/ledger.js';
import type { PlainHandler } from '../route.js';

export const currentUsage: PlainHandler = async ({ ledger }, caller) => {
  if (!caller) throw new Error('Usage was asked for without a caller');
  const usage = wireUsage(await ledger.usage(caller.accountId));
  return { body: Buffer.from(JSON.stringify(usage)), validator: null };
};

/** Usage on the wire. Over the limit: not one credit is left. */
function wireUsage({ used, limit, availableAt, daily }: AccountUsage): Usage {
  return {
    credits_used: used,
    credit_limit: limit,
    is_over_limit: limit !== null && used >= limit,
    available_at: availableAt,
    daily_usage: daily.map(({ date, credits, expires }) => ({ date, credits, expires })),
  };
}
