/**
 * What columns say together that none says alone: a permit is filed before it is issued, and issued before it is
 * finished.
 */
import { readDate } from '../../refine/record/dates.js';
import type { SourceRow } from '../mapping/value.js';
import { textIn } from './columns/profile.js';

/** Dates of a permit in the order in which they happen. */
const inOrder = ['file_date', 'issue_date', 'final_date'] as const;
/** Rows with both dates that say something, and the share of them that may be out of order. */
const enoughRows = 10;
const maxOutOfOrder = 0.5;

/**
 * The fields whose columns contradict each other, with the reason. Of two the later one is taken to be right: an
 * issue date has the plainest names.
 */
export function dateFaults(
  columns: ReadonlyMap<string, string>,
  rows: readonly SourceRow[],
): Map<string, string> {
  const faults = new Map<string, string>();
  const issued = columns.get('issue_date');
  if (issued === undefined) return faults;
  for (const field of inOrder) {
    const column = columns.get(field);
    if (field === 'issue_date' || column === undefined) continue;
    const pairs = rows.flatMap((row) => {
      const [date, issue] = [dateIn(row, column), dateIn(row, issued)];
      return date === null || issue === null ? [] : [{ date, issue }];
    });
    const wrong = pairs.filter(({ date, issue }) => (field === 'file_date' ? date > issue : date < issue));
    if (pairs.length < enoughRows || wrong.length <= pairs.length * maxOutOfOrder) continue;
    const order = field === 'file_date' ? 'after' : 'before';
    faults.set(
      field,
      `"${column}" is ${order} "${issued}" in ${wrong.length} of ${pairs.length} rows that have both`,
    );
  }
  return faults;
}

/** Any day will do as today: far dates are not judged here. */
const context = { timeZone: 'UTC', today: '9000-01-01', yearsAhead: 999 };

/** The date of a column, `YYYY-MM-DD`; null if it has none. */
export function dateIn(row: SourceRow, column: string): string | null {
  return readDate(textIn(row, column), 'date', context, []);
}
