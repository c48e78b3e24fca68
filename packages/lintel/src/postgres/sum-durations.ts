/** How long permits took (C46), by PostgreSQL: of all such permits, where files take a sample of many. */
import type { DurationQuartiles, PermitDurations } from '@lintel/contract';
import { maxMonths } from '../query/durations.js';
import { exactly } from '../query/estimate.js';
import type { Statement } from './conditions.js';
import type { DatabaseRow } from './database-client.js';
import { medianSql, percentileSql } from './percentiles.js';
import type { Ask } from './sum-permits.js';

const columns = { approval: 'approval_duration', construction: 'construction_duration' } as const;

/** Quartiles by nearest rank, the median by the two middle values. */
const quartiles = Object.values(columns)
  .map((column) => {
    const days = `p.${column}`;
    const three = [percentileSql(days, 0.25), medianSql(days), percentileSql(days, 0.75)];
    return `count(${days}) AS ${column}_permits, json_build_array(${three.join(', ')}) AS ${column}`;
  })
  .join(', ');

/** The durations of the permits `p` that match, `byMonth` also for each month in which they start. */
export async function sumDurations(
  ask: Ask,
  source: string,
  { where, values }: Statement,
  byMonth: boolean,
): Promise<PermitDurations> {
  const [all = {}] = await ask(
    `SELECT count(*) AS permits, ${quartiles} FROM ${source} WHERE ${where}`,
    values,
  );
  const months = byMonth
    ? await ask(
        `SELECT to_char(date_trunc('month', p.start_date), 'YYYY-MM-DD') AS date, ${quartiles}
         FROM ${source} WHERE (${where}) AND p.start_date IS NOT NULL
           AND coalesce(p.approval_duration, p.construction_duration) IS NOT NULL
         GROUP BY 1 ORDER BY 1 DESC LIMIT ${maxMonths}`,
        values,
      )
    : null;
  return {
    ...durationsOf(all),
    permit_count: exactly(Number(all.permits)),
    sampled_share: 1,
    months: months?.map((row) => ({ date: String(row.date), ...durationsOf(row) })).reverse() ?? null,
  };
}

function durationsOf(row: DatabaseRow): Pick<PermitDurations, 'approval' | 'construction'> {
  return {
    approval: quartilesOf(row, columns.approval),
    construction: quartilesOf(row, columns.construction),
  };
}

function quartilesOf(row: DatabaseRow, column: string): DurationQuartiles | null {
  const [p25 = 0, median = 0, p75 = 0] = (row[column] ?? []) as number[];
  const permits = Number(row[`${column}_permits`]);
  return permits === 0 ? null : { permits, p25, median, p75 };
}
