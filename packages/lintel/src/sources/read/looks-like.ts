/** Guesses the format of a file from its beginning, for messages that say more than "wrong format". */

const magics: readonly (readonly [string, string])[] = [
  ['504b0304', 'a ZIP archive or an Excel workbook (.xlsx)'],
  ['504b0506', 'an empty ZIP archive'],
  ['d0cf11e0', 'an old Excel workbook (.xls)'],
  ['25504446', 'a PDF document'],
  ['50415231', 'a Parquet file'],
  ['53514c697465', 'a SQLite database'],
  ['425a68', 'a bzip2 archive'],
  ['28b52ffd', 'a Zstandard archive'],
  ['fd377a58', 'an xz archive'],
  ['89504e47', 'a PNG image'],
];

/** The binary format of the first bytes, or null for none known. */
export function binaryKind(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  return magics.find(([magic]) => head.startsWith(magic))?.[1] ?? null;
}

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
export const separatorMarks = [',', ';', '\t', '|'] as const;

const separators: readonly (readonly [string, string])[] = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
  [',', 'commas'],
];

/** The probable separator of a header line parsed as one column; null for none. */
export function likelySeparator(line: string): string | null {
  const counted = separators.map(([mark, name]) => ({ name, count: line.split(mark).length - 1 }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count > 0 ? best.name : null;
}
