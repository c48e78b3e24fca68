/** Rows as the text of a CSV file. */
import { spreadsheetText } from '@lintel/contract/spreadsheet';

/**
 * Rows as RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front, since texts come from
 * outside.
 */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = spreadsheetText(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
