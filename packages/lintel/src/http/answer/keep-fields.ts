/**
 * Reduces the stored bytes of a record to the fields that the caller wants (C34). One pass over the keys at
 * the top level of the record, which ends after the last wanted one. Values are copied, never parsed.
 */
import { closeBrace, comma, endOfString, endOfValue, openBrace, quote } from '../../base/json-bytes.js';

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
