/**
 * Nesting depth of JSON. City records are a few levels deep; thousands of levels are an attack on the stack
 * of code that walks them, or (brackets alone) on the parser's memory. Checked before and after parsing,
 * without recursion beyond the limit.
 */

/** Maximum depth of a stored record. */
export const maxNesting = 100;

/**
 * Maximum depth of a portal's answer that is parsed; a record in it that is too deep is quarantined alone.
 */
export const maxParsedNesting = 10_000;

/** Whether objects and lists in a JSON text nest more than `limit` levels deep anywhere. */
export function nestsDeeper(text: string, limit: number): boolean {
  return hasBrackets(text, limit) && deepest(text, limit) > limit;
}

/** Whether a text has more than `count` opening brackets: with fewer, nothing in it can be that deep. */
function hasBrackets(text: string, count: number): boolean {
  let left = count;
  for (const bracket of '{[') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (left === 0) return true;
      left -= 1;
    }
  }
  return false;
}

/** The deepest level of a JSON text; stops looking beyond `limit`. Brackets inside strings do not count. */
function deepest(text: string, limit: number): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length && most <= limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > most) most = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return most;
}

/** Where the string that begins at a quote ends: its closing quote, or the end of the text. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

/** Whether a parsed value has objects or lists more than `limit` levels deep. */
export function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, limit - 1)) return true;
  return false;
}
