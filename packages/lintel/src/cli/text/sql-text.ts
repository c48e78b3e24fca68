/** Answers of SQL as text: a table, or bars. */
import { UserError } from '../../base/user-error.js';
import type { SqlAnswer } from '../../tables/ask-tables.js';
import { table } from '../terminal/outcome.js';
import { barChart } from './bar-chart.js';

/** The answer as a table, which says when there is more. Numbers stand as they are: one may be a year. */
export function answerText({ columns, isNumeric, rows, isCut }: SqlAnswer): string {
  if (rows.length === 0) return columns[0] === 'Count' ? 'Done.' : 'No rows.';
  const lines = [columns, ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head = [], ...cells] = lines.map((line) =>
    line.map((text, column) => (isNumeric[column] ? text.padStart(widths[column] ?? 0) : text)),
  );
  const more = isCut ? '\nThere are more rows: --rows prints more, --to FILE writes all.' : '';
  return `${table(head, cells)}${more}`;
}

function cellText(value: SqlAnswer['rows'][number][number]): string {
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
}

/** The answer as bars: the first columns name them, the last one is their length. */
export function chartOf(answer: SqlAnswer): string {
  const bars = answer.rows.map((row) => {
    const length = row.at(-1) ?? null;
    if (length !== null && Number.isNaN(Number(length))) {
      throw new UserError(`${answer.columns.at(-1)} has no numbers, so it cannot be drawn.`, {
        hint: 'Put the number to draw last: SELECT status, count(*) FROM permits GROUP BY 1.',
      });
    }
    return {
      name: row
        .slice(0, -1)
        .map((value) => String(value ?? 'unknown'))
        .join(', '),
      value: length === null ? null : Number(length),
    };
  });
  return bars.length === 0 ? 'No rows.' : barChart(answer.columns.at(-1) ?? '', bars);
}
