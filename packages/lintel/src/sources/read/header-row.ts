/** Which of the first rows of a table is its header: titles, dates and blank rows may lie above it. */

/** Rows in which a header is looked for. */
export const searchedRows = 20;
/** A header fills at least this share of the cells that any row fills. */
const leastFilled = 0.7;

/** Whether the last of the rows is the header: it names all the columns, and those above it have fewer cells. */
export function endsWithHeader(rows: readonly (readonly string[])[], columns: readonly string[]): boolean {
  const header = rows.at(-1) ?? [];
  const names = new Set(header.map((cell) => cell.trim().toLowerCase()));
  if (!columns.every((column) => names.has(column.toLowerCase()))) return false;
  // A list of columns has a row for each, as wide as its own header.
  return rows.slice(0, -1).every((cells) => filledIn(cells) < filledIn(header));
}

/** The place of the first row that is about as wide as the widest. */
export function widestRow(rows: readonly (readonly string[])[]): number {
  const filled = rows.map(filledIn);
  const most = Math.max(...filled);
  return Math.max(
    0,
    filled.findIndex((count) => count >= most * leastFilled),
  );
}

/** The place of the header among the first rows of a table that needs these columns. */
export function headerAmong(rows: readonly (readonly string[])[], columns: readonly string[]): number {
  const at =
    columns.length === 0
      ? -1
      : rows.findIndex((_, index) => endsWithHeader(rows.slice(0, index + 1), columns));
  return at < 0 ? widestRow(rows) : at;
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
