/** Pieces of questions in SQL. */

/** All texts in which words are looked for. */
export const allWords = "concat_ws('|', description, type, subtype)";
export const month = "strftime(issue_date, '%Y-%m')";
export const quarterOf = (date: string) => `year(${date}) || '-Q' || quarter(${date})`;

/** The middle value, or the mean of the two middle ones, halves rounded up. */
export const middle = (column: string) => `floor(median(${column}) + 0.5)`;

/** Units that the row of the permit itself states. */
export const ownUnits =
  "CASE WHEN json_exists(property_facts_joined, '$.property_unit_count') THEN NULL ELSE property_unit_count END";

/** The first of named groups by their first figure, and all others as one. */
export function topOf(rows: number, groups: string, ...figures: readonly string[]): string {
  const ranked = `SELECT *, row_number() OVER (ORDER BY ${figures[0]} DESC, name) AS rank FROM groups`;
  const sums = figures.map((id) => `sum(${id}) AS ${id}`).join(', ');
  return `WITH groups AS (${groups}), ranked AS (${ranked}) SELECT CASE WHEN rank <= ${rows} THEN coalesce(name, 'unknown') ELSE 'others' END AS name, ${sums} FROM ranked GROUP BY 1`;
}
