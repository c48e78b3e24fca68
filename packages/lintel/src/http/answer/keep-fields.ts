/**
 * Leaves out of a record's stored bytes what the caller did not ask for (C34). Only the keys at the top of the record
 * are looked at, in one pass that ends behind the last one wanted; values are copied as they stand, never parsed.
 */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** A choice of keys, ready to be applied to many records. */
export type FieldChoice = readonly Buffer[];

/** The keys to keep, in the order of the schema, which is that of the records; the first key of all always stays. */
export function chooseFields(keys: readonly string[], wanted: readonly string[]): FieldChoice {
  return keys.filter((key, i) => i === 0 || wanted.includes(key)).map((key) => Buffer.from(key));
}

/** The record with the chosen keys only, in their order. A key that it does not have is left out. */
export function keepFields(record: Buffer, choice: FieldChoice): Buffer {
  const out = Buffer.allocUnsafe(record.length);
  let filled = 0;
  let next = 0;
  out[filled++] = openBrace;
  for (let at = 1; next < choice.length && record[at] === quote; ) {
    const keyEnd = endOfString(record, at);
    const end = endOfValue(record, keyEnd + 1);
    const found = indexOfKey(choice, next, record, at + 1, keyEnd - 1);
    if (found >= 0) {
      next = found + 1;
      if (filled > 1) out[filled++] = comma;
      filled += record.copy(out, filled, at, end);
    }
    at = end + 1;
  }
  out[filled++] = closeBrace;
  return out.subarray(0, filled);
}

/** Which of the keys from `first` on stands at `[from, to)`; -1 when none does. */
function indexOfKey(choice: FieldChoice, first: number, record: Buffer, from: number, to: number): number {
  for (let i = first; i < choice.length; i++) {
    const key = choice[i];
    if (key !== undefined && key.length === to - from && isAt(key, record, from)) return i;
  }
  return -1;
}

function isAt(key: Buffer, record: Buffer, from: number): boolean {
  for (let i = 0; i < key.length; i++) if (record[from + i] !== key[i]) return false;
  return true;
}

/** Behind the closing quotation mark of the string that begins at `at`. */
function endOfString(record: Buffer, at: number): number {
  let i = at + 1;
  while (record[i] !== quote) i += record[i] === backslash ? 2 : 1;
  return i + 1;
}

/** Behind the value that begins at `at`: where a comma or the record's closing brace stands. */
function endOfValue(record: Buffer, at: number): number {
  let depth = 0;
  for (let i = at; i < record.length; ) {
    const byte = record[i];
    if (byte === quote) {
      i = endOfString(record, i);
      continue;
    }
    if (depth === 0 && (byte === comma || byte === closeBrace)) return i;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    i += 1;
  }
  throw new Error('a record ends within a value');
}
