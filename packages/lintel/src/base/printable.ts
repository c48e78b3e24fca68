/**
 * Text from outside as a terminal may show it: portals, files and their names may hold escape sequences that move the
 * cursor, rename the window or turn the text around. What is no text is shown as its escape (`\x1b`, `\u202e`).
 */

/** Control characters (C0 but tab and line feed, DEL, C1), line separators, and characters that hide or turn text. */
const unprintable =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** The same with what ends a line. */
const unprintableInLine =
  /[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** What JSON leaves unescaped of these in its strings. */
const unescaped = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text of several lines. */
export function printable(text: string): string {
  return text.replace(unprintable, escapeOf);
}

/** Text of one line: line feeds and tabs are escaped too, so that it cannot pass for several. */
export function printableLine(text: string): string {
  return text.replace(unprintableInLine, escapeOf);
}

/** JSON that says exactly the same and holds nothing that a terminal would obey. */
export function printableJson(json: string): string {
  return json.replace(unescaped, (mark) => `\\u${hex(mark, 4)}`);
}

function escapeOf(mark: string): string {
  const code = mark.codePointAt(0) ?? 0;
  if (mark === '\n') return '\\n';
  if (mark === '\t') return '\\t';
  if (code < 0x100) return `\\x${hex(mark, 2)}`;
  return code > 0xffff ? `\\u{${hex(mark, 5)}}` : `\\u${hex(mark, 4)}`;
}

function hex(mark: string, digits: number): string {
  return (mark.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
}
