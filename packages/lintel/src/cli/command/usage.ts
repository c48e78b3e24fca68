/** `lintel usage`: the credits of the key's account at its service. */
import type { Usage } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { type Asking, defineAsk, endpointOf } from '../api/ask.js';
import { showObject } from '../api/object.js';
import { creditsText } from '../terminal/credits-text.js';
import type { CommandGroup } from '../terminal/define.js';
import { section, table } from '../terminal/outcome.js';

export function defineUsage(root: CommandGroup): void {
  const endpoint = endpointOf('usage');
  defineAsk(root, {
    usage: 'usage',
    summary: 'Credits of your account: used, left, and when they return',
    endpoint,
    example: 'lintel usage',
    isList: false,
    run: (asking) =>
      showObject(asking, endpoint.path, {}, (usage) => usageText(usage as Usage, asking.connection)),
  });
}

function usageText(usage: Usage, { isMetered }: Asking['connection']): string {
  if (!isMetered) return 'A release on this machine costs nothing.';
  const { daily_usage: days, usage_by_key: keys, usage_by_endpoint: endpoints } = usage;
  const nextReturn = usage.available_at === null ? '' : ` The next return on ${usage.available_at}.`;
  const parts = [
    `${creditsLine(usage)}${nextReturn}`,
    days.length > 0 &&
      section(
        'By day',
        table(
          ['date', 'credits', 'return on'],
          days.map((day) => [day.date, day.credits, day.expires]),
        ),
      ),
    keys.length > 0 &&
      section(
        'By key, last 30 days',
        sums('key', keys, ({ key_id }) => key_id),
      ),
    endpoints.length > 0 &&
      section(
        'By endpoint, last 30 days',
        sums('endpoint', endpoints, ({ endpoint }) => endpoint),
      ),
  ];
  return parts.filter((part) => part !== false).join('\n');
}

function creditsLine({ credits_used: used, credit_limit: limit }: Usage): string {
  if (limit === null) return `${creditsText(used)} used in the last 30 days; the plan has no limit.`;
  const left = Math.max(0, limit - used);
  return `${formatCount(used)} of ${creditsText(limit)} used in the last 30 days, ${formatCount(left)} left.`;
}

function sums<R extends { readonly requests: number; readonly credits: number }>(
  name: string,
  rows: readonly R[],
  nameOf: (row: R) => string,
): string {
  return table(
    [name, 'requests', 'credits'],
    rows.map((row) => [nameOf(row), row.requests, row.credits]),
  );
}
