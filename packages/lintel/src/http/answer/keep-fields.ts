/**
 * Reduces the stored bytes of a record to the fields that the caller wants (C34). One pass over the keys at
 * the top level of the record, which ends after the last wanted one. Values are copied, never parsed.
 */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Chosen keys, prepared for many records. */
type FieldChoice = readonly Buffer[];

/** The keys to keep, in the order of the schema and of the records. The first key is always kept. */
export function chooseFields(keys: readonly string[], wanted: readonly string[]): FieldChoice {
  return keys.filter((key, i) => i === 0 || wanted.includes(key)).map((key) => Buffer.from(key));
}

/** The record with the chosen keys only. A key that it does not have is left out. */
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

/** The index of the key at `[from, to)` among those from `first` on; -1 if it is none of them. */
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

/** The end of the string that begins at `at`, after its closing quotation mark. */
function endOfString(record: Buffer, at: number): number {
  let i = at + 1;
  while (record[i] !== quote) i += record[i] === backslash ? 2 : 1;
  return i + 1;
}

/** The end of the value that begins at `at`: the position of a comma or the record's closing brace. */
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
