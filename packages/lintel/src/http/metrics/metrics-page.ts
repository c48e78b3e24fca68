/** Rows of metrics as a page: by cursor, or by number if `page` is used without a cursor (interface 4.12). */
import { cappedTotal } from '../../format/capped-total.js';
import type { RecordBytes } from '../../format/record.js';
import type { Sought } from '../../query/questions.js';
import type { MonthRange } from '../../query/sum-facts.js';
import type { PageResult } from '../answer/handler.js';

/** How a caller pages through metrics. */
interface MetricsPaging {
  readonly cursor: string | null;
  readonly page: number | null;
  readonly size: number;
}

/** The page of the rows; null when there are no rows because the place or contractor is unknown. */
export function metricsPage(
  rows: readonly RecordBytes[] | null,
  { cursor, page, size }: MetricsPaging,
  offset: number,
  sought: Sought,
): PageResult | null {
  if (rows === null) return null;
  const byPage = cursor === null && page !== null;
  const first = byPage ? (page - 1) * size : offset;
  const end = first + size;
  return {
    items: rows.slice(first, end),
    // Of a numbered page too: null is how a caller knows the last one (interface 2.1).
    next: end >= rows.length ? null : end,
    count: () => cappedTotal(rows.length),
    sought,
    extra: { pagination_type: byPage ? 'page' : 'cursor' },
  };
}

/** The permits of a place, or of any, in whole months; dates are YYYY-MM-DD. */
export function soughtMonths(place: string | null, from: string, to: string): Sought {
  const places = place === null ? [] : [place];
  return { records: 'permits', places, from: `${from.slice(0, 7)}-01`, to: `${to.slice(0, 7)}-31` };
}

/** The months of two dates (YYYY-MM-DD). */
export function monthsBetween(from: string, to: string): MonthRange {
  return { from: monthOf(from), to: monthOf(to) };
}

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
