/** Charts of an account's credits: by day for each endpoint or key, and how near the limit they come. */
import '../design/charts.css';
import type { AccountUsage } from '@lintel/contract/account';
import { useState } from 'react';
import { ColumnChart } from '../charts/column-chart';
import { LineChart } from '../charts/line-chart';
import { Segments } from '../design/segments';
import { count, date, sentence, shortCount, shortDate } from '../words/format';
import { countedUp, forecastOf, lastDays, paceDays, seriesBy, todayIs } from './usage-days';

/** A limit is drawn where at least this share of it is used, so that it does not press all else to the ground. */
const nearLimit = 0.2;

export function UsageByDay({
  usage,
  keyName,
}: {
  readonly usage: AccountUsage;
  keyName(id: string): string;
}) {
  const [by, setBy] = useState<'endpoint' | 'key'>('endpoint');
  const days = lastDays(todayIs());
  return (
    <>
      <Segments
        legend="Columns by"
        values={['endpoint', 'key']}
        value={by}
        of={(each) => `By ${each}`}
        onChange={setBy}
      />
      <ColumnChart
        title={`Credits by day and ${by}`}
        unit="Credits charged on each day (UTC), the last 30 days; today is not over"
        series={seriesBy(usage.rows, days, ({ endpoint, key_id }) =>
          by === 'endpoint' ? sentence(endpoint) : keyName(key_id),
        )}
        periods={days}
        partial={new Set(days.slice(-1))}
        nameOf={shortDate}
        show={count}
        showTick={shortCount}
      />
    </>
  );
}

/** What counts against the limit now and, at the present pace, in two weeks. */
export function UsageForecast({ usage }: { readonly usage: AccountUsage }) {
  const { credit_limit: limit } = usage;
  const today = todayIs();
  const forecast = forecastOf(usage, today);
  const past = lastDays(today);
  const days = [...past, ...[...forecast.used.keys()].slice(1)];
  const most = Math.max(...forecast.used.values());
  const isNear = limit !== null && limit > 0 && most >= nearLimit * limit;
  const all = (value: number) => new Map(days.map((day) => [day, value]));
  return (
    <>
      <p>{sentenceOf(usage, forecast.reached, most)}</p>
      <LineChart
        title="Credits that count against the limit"
        unit={`Up to today, and on at ${paceText(forecast.pace)} a day as in the last ${paceDays} days`}
        series={[
          { name: 'Used', values: countedUp(usage, past) },
          { name: 'At this pace', values: forecast.used },
          ...(isNear ? [{ name: 'Limit', values: all(limit) }] : []),
        ]}
        months={days}
        nameOf={shortDate}
        show={rounded}
        showTick={shortCount}
      />
    </>
  );
}

const rounded = (credits: number) => count(Math.round(credits));

/** A pace below ten has a decimal: an account that is little used does not use 0 a day. */
const paceText = (pace: number) => (pace > 0 && pace < 10 ? pace.toFixed(1) : rounded(pace));

function sentenceOf(
  { credit_limit: limit, is_over_limit }: AccountUsage,
  reached: string | null,
  most: number,
) {
  if (limit === null) return 'Your plan has no limit.';
  if (is_over_limit) return `All ${count(limit)} credits are used.`;
  return reached === null
    ? `At this pace you stay below the limit: at most ${Math.round((100 * most) / limit)} % of ${count(limit)} credits are used within the next two weeks.`
    : `At this pace all ${count(limit)} credits are used on ${date(reached)}.`;
}
