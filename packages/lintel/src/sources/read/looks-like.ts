/** Guesses the format of a text from its beginning, for messages that say more than "wrong format". */

/**
 * `line` is one object on one line: JSON, or JSON lines that happen to be one. `table` is everything else.
 */
export type TextKind = 'list' | 'object' | 'line' | 'lines' | 'html' | 'xml' | 'table' | 'blank';

/** What the beginning of a text looks like. */
export function textKind(beginning: string): TextKind {
  const text = beginning.trimStart();
  if (text === '') return 'blank';
  if (/^<(!doctype html|html|head|body)\b/i.test(text)) return 'html';
  if (/^<[?!a-z]/i.test(text)) return 'xml';
  if (/^\[\s*([[{"\]\d-]|$)/.test(text)) return 'list';
  return /^\{\s*("|\}|$)/.test(text) ? objectKind(text) : 'table';
}

function objectKind(text: string): TextKind {
  const end = text.indexOf('\n');
  if (end < 0) return 'line';
  try {
    JSON.parse(text.slice(0, end));
  } catch {
    return 'object';
  }
  return text.slice(end).trimStart().startsWith('{') ? 'lines' : 'line';
}

const kindNames: Readonly<Record<TextKind, string>> = {
  list: 'a JSON list',
  object: 'a JSON object',
  line: 'a JSON object',
  lines: 'JSON with one record a line',
  html: 'an HTML page, perhaps an error or a sign-in page',
  xml: 'XML',
  table: 'a table with separated columns, or plain text',
  blank: 'nothing but blanks',
};

/** The kind in words, for a message. */
export function kindName(kind: TextKind): string {
  return kindNames[kind];
}

/** Column separators of tables. */
export const separatorMarks = [',', ';', '\t', '|', '~', '^'] as const;

const separators: readonly (readonly [string, string])[] = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
  ['~', 'tildes'],
  ['^', 'carets'],
  [',', 'commas'],
];

/** The probable separator of a header line parsed as one column; null for none. */
export function likelySeparator(line: string): { readonly mark: string; readonly name: string } | null {
  const counted = separators.map(([mark, name]) => ({ mark, name, count: line.split(mark).length - 1 }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count > 0 ? best : null;
}
