/** `lintel accounts usage`: charged requests and credits, by day, account, key or endpoint. */

import { UsageError } from '../../base/usage-error.js';
import type { UsageRow } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { calendarDate } from '../terminal/option-value.js';
import { type Outcome, table } from '../terminal/outcome.js';
import { accountId } from '../work/named-account.js';

interface UsageOptions {
  readonly account?: string;
  readonly from?: string;
  readonly until?: string;
  readonly by: string;
}

/** What rows are summed by. */
const groupings = {
  day: (row: UsageRow) => row.date,
  account: (row: UsageRow) => row.accountId,
  key: (row: UsageRow) => row.keyId,
  endpoint: (row: UsageRow) => row.endpoint,
} as const;

const defaultDays = 30;

export function defineAccountsUsage(group: CommandGroup): void {
  group
    .define('usage', 'Show charged requests and credits', 'lintel accounts usage --by key --from 2026-06-01')
    .option('--account <account>', 'only this account (id or name)')
    .option('--from <date>', 'first day, UTC (default: 30 days ago)')
    .option('--until <date>', 'last day, UTC (default: today)')
    .option('--by <grouping>', 'day, account, key, endpoint, or several joined by commas', 'day')
    .run(async ({ ledger }, options: UsageOptions) => {
      const to = options.until === undefined ? daysAgo(0) : calendarDate('--until', options.until);
      const from = options.from === undefined ? daysAgo(defaultDays) : calendarDate('--from', options.from);
      const by = options.by.split(',').map((name) => grouping(name.trim()));
      const opened = await ledger();
      const account =
        options.account === undefined ? {} : { accountId: await accountId(opened, options.account) };
      return summary(await opened.usageRows({ ...account, from, to }), by);
    });
}

function grouping(name: string): keyof typeof groupings {
  if (Object.hasOwn(groupings, name)) return name as keyof typeof groupings;
  throw new UsageError(`--by takes ${Object.keys(groupings).join(', ')}, not "${name}".`);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function summary(rows: readonly UsageRow[], by: readonly (keyof typeof groupings)[]): Outcome {
  const sums = new Map<string, { names: string[]; requests: number; credits: number }>();
  for (const row of rows) {
    const names = by.map((name) => groupings[name](row));
    const id = names.join(' ');
    const sum = sums.get(id) ?? { names, requests: 0, credits: 0 };
    sums.set(id, { names, requests: sum.requests + row.requests, credits: sum.credits + row.credits });
  }
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  const data = lines.map(({ names, requests, credits }) => ({
    ...Object.fromEntries(by.map((name, i) => [name, names[i]])),
    requests,
    credits,
  }));
  const cells = lines.map(({ names, requests, credits }) => [...names, requests, credits]);
  const text = table([...by, 'requests', 'credits'], cells);
  return { data, text: lines.length > 0 ? text : 'No charged requests in these days.' };
}
