/** Steps over the bytes of JSON that Lintel wrote: without spaces, and known to be well formed. */

export const quote = 0x22;
const backslash = 0x5c;
export const comma = 0x2c;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;

/** The end of the string that begins at `at`, after its closing quotation mark. */
export function endOfString(json: Uint8Array, at: number): number {
  let i = at + 1;
  while (json[i] !== quote) {
    if (i >= json.length) throw new Error('JSON ends within a string');
    i += json[i] === backslash ? 2 : 1;
  }
  return i + 1;
}

/** The end of the value that begins at `at`: the position of the comma or the closing bracket or brace after it. */
export function endOfValue(json: Uint8Array, at: number): number {
  let depth = 0;
  for (let i = at; i < json.length; ) {
    const byte = json[i];
    if (byte === quote) {
      i = endOfString(json, i);
      continue;
    }
    const isClosing = byte === closeBrace || byte === closeBracket;
    if (depth === 0 && (byte === comma || isClosing)) return i;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (isClosing) depth -= 1;
    i += 1;
  }
  throw new Error('JSON ends within a value');
}
