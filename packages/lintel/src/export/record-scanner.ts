/**
 * Reads the columns of records from the bytes in which a release keeps them. Parsing each record into objects would take
 * longer than everything else about a Parquet file. Keys are found in the order of the schema, which is that of records;
 * a key in another place is found too, one that is no column is passed over.
 */
import {
  closeBrace,
  closeBracket,
  comma,
  endOfString,
  endOfValue,
  openBracket,
  quote,
} from '../base/json-bytes.js';
import type { RecordBytes } from '../format/record.js';
import type { Column } from './column.js';

const backslash = 0x5c;
const firstOfNull = 'n'.charCodeAt(0);

/** Takes the values of a record that are not null. `column` is the number of the column. */
export interface ValueReceiver {
  /**
   * The value is `bytes[from, to)`: a text as UTF-8, anything else as JSON. `isFurther`: it follows another of its list.
   */
  value(column: number, bytes: Buffer, from: number, to: number, isFurther: boolean): void;
  emptyList(column: number): void;
}

/** A key of an object, and what is under it: a column, the two columns of a point, or further keys. */
interface Member {
  readonly key: Uint8Array;
  readonly column: number | null;
  readonly isList: boolean;
  readonly isJson: boolean;
  /** Columns of the elements of a list, by index. */
  readonly elements: number[];
  readonly members: Member[];
}

/** The function that gives the values of a record to the receiver. */
export function recordScanner(
  columns: readonly Column[],
  receiver: ValueReceiver,
): (record: RecordBytes) => void {
  const members = membersOf(columns);
  return (record) => {
    scanObject(record, 0, members, receiver);
  };
}

function membersOf(columns: readonly Column[]): Member[] {
  const root: Member[] = [];
  for (const [column, { path, type }] of columns.entries()) {
    let siblings = root;
    for (const [i, step] of path.entries()) {
      if (typeof step === 'number') break;
      const isLast = i === path.length - 1;
      const key = Buffer.from(`"${step}":`);
      let member = siblings.find((one) => Buffer.compare(one.key, key) === 0);
      if (member === undefined) {
        const isJson = type === 'json';
        member = {
          key,
          column: isLast ? column : null,
          isList: type === 'texts',
          isJson,
          elements: [],
          members: [],
        };
        siblings.push(member);
      }
      if (typeof path[i + 1] === 'number') member.elements.push(column);
      siblings = member.members;
    }
  }
  return root;
}

/** Goes over the object that begins at `at`; returns its end, after the closing brace. */
function scanObject(
  json: RecordBytes,
  at: number,
  members: readonly Member[],
  receiver: ValueReceiver,
): number {
  let next = 0;
  let i = at + 1;
  while (json[i] === quote) {
    const index = indexOfKey(json, i, members, next);
    const member = members[index];
    if (member === undefined) i = endOfValue(json, endOfString(json, i) + 1);
    else {
      next = index + 1;
      i = scanValue(json, i + member.key.length, member, receiver);
    }
    if (json[i] === comma) i += 1;
  }
  if (json[i] !== closeBrace) throw new Error('a record is not an object');
  return i + 1;
}

/** The index of the member whose key is at `at`, most often `first`; -1 if there is none. */
function indexOfKey(json: RecordBytes, at: number, members: readonly Member[], first: number): number {
  for (let tries = 0; tries < members.length; tries++) {
    const index = (first + tries) % members.length;
    const key = members[index]?.key;
    if (key !== undefined && isAt(key, json, at)) return index;
  }
  return -1;
}

function isAt(key: Uint8Array, json: RecordBytes, at: number): boolean {
  for (let i = 0; i < key.length; i++) if (json[at + i] !== key[i]) return false;
  return true;
}

/** Goes over the value at `at`; returns its end. */
function scanValue(json: RecordBytes, at: number, member: Member, receiver: ValueReceiver): number {
  if (json[at] === firstOfNull) return at + 'null'.length;
  const { column, elements, members } = member;
  if (members.length > 0) return scanObject(json, at, members, receiver);
  if (elements.length > 0) return scanElements(json, at, elements, receiver);
  if (column === null) return endOfValue(json, at);
  if (member.isJson) {
    const end = endOfValue(json, at);
    receiver.value(column, json, at, end, false);
    return end;
  }
  return member.isList ? scanList(json, at, column, receiver) : scanScalar(json, at, column, receiver, false);
}

/** A text, number, true or false. */
function scanScalar(
  json: RecordBytes,
  at: number,
  column: number,
  receiver: ValueReceiver,
  isFurther: boolean,
): number {
  if (json[at] !== quote) {
    let end = at + 1;
    for (
      let byte = json[end];
      byte !== comma && byte !== closeBrace && byte !== closeBracket;
      byte = json[++end]
    ) {
      if (byte === undefined) throw new Error('a record ends within a value');
    }
    receiver.value(column, json, at, end, isFurther);
    return end;
  }
  let end = at + 1;
  for (let byte = json[end]; byte !== quote; byte = json[++end]) {
    if (byte === backslash) return scanEscaped(json, at, column, receiver, isFurther);
    if (byte === undefined) throw new Error('a record ends within a text');
  }
  receiver.value(column, json, at + 1, end, isFurther);
  return end + 1;
}

function scanEscaped(
  json: RecordBytes,
  at: number,
  column: number,
  receiver: ValueReceiver,
  isFurther: boolean,
): number {
  const end = endOfString(json, at);
  const text = Buffer.from(String(JSON.parse(json.toString('utf8', at, end))));
  receiver.value(column, text, 0, text.length, isFurther);
  return end;
}

/** A list whose elements are columns of their own, such as a point. */
function scanElements(
  json: RecordBytes,
  at: number,
  elements: readonly number[],
  receiver: ValueReceiver,
): number {
  let i = at;
  for (const column of elements) i = scanScalar(json, i + 1, column, receiver, false);
  return i + 1;
}

/** A list that is the value of one column. */
function scanList(json: RecordBytes, at: number, column: number, receiver: ValueReceiver): number {
  if (json[at] !== openBracket) throw new Error('a record has no list where its schema has one');
  if (json[at + 1] === closeBracket) {
    receiver.emptyList(column);
    return at + 2;
  }
  let i = at;
  for (let isFurther = false; json[i] !== closeBracket; isFurther = true) {
    i = scanScalar(json, i + 1, column, receiver, isFurther);
  }
  return i + 1;
}
