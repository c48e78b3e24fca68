/**
 * Makes text from outside safe for a terminal. Portals, files and their names may contain escape sequences
 * that move the cursor, rename the window or reverse the text. Such characters are shown as an escape
 * (`\x1b`, `\u202e`).
 */

/**
 * Control characters (C0 but tab and line feed, DEL, C1), line separators, and characters that hide or
 * reverse text.
 */
const unprintable =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** The same, and tab and line feed. */
const unprintableInLine =
  /[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** Those of them that JSON leaves unescaped in strings. */
const unescaped = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text of several lines. */
export function printable(text: string): string {
  return text.replace(unprintable, escapeOf);
}

/** Text of one line: line feeds and tabs are escaped too, so that it cannot fake further lines. */
export function printableLine(text: string): string {
  return text.replace(unprintableInLine, escapeOf);
}

/** Equivalent JSON without characters that a terminal would interpret. */
export function printableJson(json: string): string {
  return json.replace(unescaped, (character) => `\\u${hex(codeOf(character), 4)}`);
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  const code = codeOf(character);
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`;
}

function codeOf(character: string): number {
  const code = character.codePointAt(0);
  if (code === undefined) throw new Error('the empty text has no character');
  return code;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
