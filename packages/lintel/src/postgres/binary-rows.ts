/**
 * Encodes records as rows of PostgreSQL's binary COPY format
 * (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"). Records are the bytes of a release, of
 * which nothing is parsed that is not needed, or objects. Integers are big-endian.
 */
import { dayMs } from '../base/calendar-date.js';
import { copyBytes } from '../base/memory/bytes.js';
import { type Column, type ColumnType, readerOf } from '../export/column.js';
import { recordScanner, type ValueReceiver } from '../export/record-scanner.js';
import type { RecordBytes } from '../format/record.js';

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);
/** Rows are sent in chunks of about this many bytes. */
const chunkBytes = 1 << 18;
/** The length of a NULL. */
const nullLength = -1;
/** The object id of the type text, of which lists are made. */
const textType = 25;
/** The version of the binary format of jsonb. */
const jsonVersion = 1;
const firstDay = Date.UTC(2000, 0, 1) / dayMs;

/** A column of a table: of exports, or of bytes. */
export interface TableColumn extends Omit<Column, 'type'> {
  readonly type: ColumnType | 'bytes';
}

/** The SQL type of a column. */
export const sqlTypes: Readonly<Record<TableColumn['type'], string>> = {
  text: 'text',
  date: 'date',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  texts: 'text[]',
  json: 'jsonb',
  bytes: 'bytea',
};

/** A record as bytes, and the values of columns that are not in it, in their order. */
export interface RecordRow {
  readonly record: RecordBytes;
  derive(values: RecordValues): readonly unknown[];
}

/** The values of a record by the names of their columns. */
export interface RecordValues {
  /** A text; of any other value its JSON. Null where the record has none. */
  text(column: string): string | null;
  /** A list of texts; empty where the record has none. */
  texts(column: string): readonly string[];
}

/** Objects as chunks of a COPY. */
export function binaryRows(columns: readonly TableColumn[], objects: Iterable<unknown>): Generator<Buffer> {
  const fields = columns.map((column) => ({ read: readerOf(column), write: writers[column.type] }));
  return chunksOf(objects, (rows, record) => {
    rows.int16(fields.length);
    for (const { read, write } of fields) writeOrNull(rows, write, read(record));
  });
}

/** Records as chunks of a COPY: the columns that are in them, then those that are derived. */
export function binaryRecords(
  columns: readonly Column[],
  derived: readonly TableColumn[],
  records: Iterable<RecordRow>,
): Generator<Buffer> {
  const found = new FoundValues(columns);
  const scan = recordScanner(columns, found);
  const derivedWriters = derived.map(({ type }) => writers[type]);
  return chunksOf(records, (rows, { record, derive }) => {
    rows.int16(columns.length + derived.length);
    found.clear();
    scan(record);
    found.write(rows);
    const values = derive(found);
    for (const [i, write] of derivedWriters.entries()) writeOrNull(rows, write, values[i] ?? null);
  });
}

function* chunksOf<T>(records: Iterable<T>, write: (rows: RowBuffer, record: T) => void): Generator<Buffer> {
  const rows = new RowBuffer();
  yield signature;
  for (const record of records) {
    write(rows, record);
    if (rows.bytes >= chunkBytes) yield rows.take();
  }
  if (rows.bytes > 0) yield rows.take();
  yield trailer;
}

function writeOrNull(rows: RowBuffer, write: Write, value: unknown): void {
  if (value === null) rows.int32(nullLength);
  else write(rows, value);
}

/** Where a value lies. */
interface Found {
  readonly type: ColumnType;
  bytes: Buffer;
  from: number;
  to: number;
  /** The elements of a list, each as its bytes. */
  readonly elements: Buffer[];
}

const noBytes = Buffer.alloc(0);

/** The values of the record that was scanned last. */
class FoundValues implements ValueReceiver, RecordValues {
  readonly #values: readonly Found[];
  readonly #byName: ReadonlyMap<string, Found>;

  constructor(columns: readonly Column[]) {
    this.#values = columns.map(({ type }) => ({ type, bytes: noBytes, from: absent, to: 0, elements: [] }));
    this.#byName = new Map(columns.map(({ name }, i) => [name, this.#at(i)]));
  }

  clear(): void {
    for (const value of this.#values) value.from = absent;
  }

  value(column: number, bytes: Buffer, from: number, to: number, isFurther: boolean): void {
    const value = this.#at(column);
    value.bytes = bytes;
    value.from = from;
    value.to = to;
    if (value.type !== 'texts') return;
    if (!isFurther) value.elements.length = 0;
    value.elements.push(bytes.subarray(from, to));
  }

  emptyList(column: number): void {
    const value = this.#at(column);
    value.from = 0;
    value.elements.length = 0;
  }

  text(column: string): string | null {
    const { bytes, from, to } = this.#named(column);
    return from === absent ? null : bytes.toString('utf8', from, to);
  }

  texts(column: string): readonly string[] {
    const { from, elements } = this.#named(column);
    return from === absent ? [] : elements.map((bytes) => bytes.toString());
  }

  /** Writes the values as fields, in the order of the columns. */
  write(rows: RowBuffer): void {
    for (const { type, bytes, from, to, elements } of this.#values) {
      if (from === absent) rows.int32(nullLength);
      else if (type === 'texts') writers.texts(rows, elements);
      else byteWriters[type](rows, bytes, from, to);
    }
  }

  #at(column: number): Found {
    const value = this.#values[column];
    if (value === undefined) throw new Error(`there is no column ${column}`);
    return value;
  }

  #named(column: string): Found {
    const value = this.#byName.get(column);
    if (value === undefined) throw new Error(`there is no column ${column}`);
    return value;
  }
}

/** In place of where a value begins: the record has none. */
const absent = -1;

/** Writes a value that is `bytes[from, to)`, a text as UTF-8 or anything else as JSON, its length first. */
const byteWriters: Readonly<
  Record<Exclude<ColumnType, 'texts'>, (rows: RowBuffer, bytes: Buffer, from: number, to: number) => void>
> = {
  text(rows, bytes, from, to) {
    rows.int32(to - from);
    rows.plainBytes(bytes, from, to);
  },
  date(rows, bytes, from, to) {
    rows.int32(4);
    rows.int32(dayIn(bytes, from, to));
  },
  integer(rows, bytes, from, to) {
    rows.int32(8);
    rows.int64(numberOf(bytes, from, to));
  },
  number(rows, bytes, from, to) {
    rows.int32(8);
    rows.double(numberOf(bytes, from, to));
  },
  boolean(rows, bytes, from) {
    rows.int32(1);
    rows.int8(bytes[from] === firstOfTrue ? 1 : 0);
  },
  json(rows, bytes, from, to) {
    rows.int32(1 + to - from);
    rows.int8(jsonVersion);
    rows.plainBytes(bytes, from, to);
  },
};

const firstOfTrue = 't'.charCodeAt(0);
const minus = '-'.charCodeAt(0);
const point = '.'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
/** Numbers of so many digits, and powers of ten up to 22, are exact, so their quotient is the number that is nearest. */
const exactDigits = 15;

/** The number that a JSON text is. */
function numberOf(bytes: Buffer, from: number, to: number): number {
  if (to - from > exactDigits) return Number(bytes.toString('utf8', from, to));
  const isNegative = bytes[from] === minus;
  let digits = 0;
  let divisor = 0;
  for (let i = isNegative ? from + 1 : from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    const digit = byte - zero;
    if (byte === point) divisor = 1;
    else if (digit < 0 || digit > 9) return Number(bytes.toString('utf8', from, to));
    else {
      digits = 10 * digits + digit;
      divisor *= 10;
    }
  }
  const number = divisor === 0 ? digits : digits / divisor;
  return isNegative ? -number : number;
}

type Write = (rows: RowBuffer, value: unknown) => void;

/** Writes a value of each type, its length first. */
const writers: Readonly<Record<TableColumn['type'], Write>> = {
  text(rows, value) {
    if (value instanceof Uint8Array) writers.bytes(rows, value);
    else rows.text(String(value));
  },
  date(rows, value) {
    rows.int32(4);
    rows.int32(dayOf(String(value)));
  },
  integer(rows, value) {
    rows.int32(8);
    rows.int64(Number(value));
  },
  number(rows, value) {
    rows.int32(8);
    rows.double(Number(value));
  },
  boolean(rows, value) {
    rows.int32(1);
    rows.int8(value === true ? 1 : 0);
  },
  texts(rows, value) {
    const texts = value as readonly (string | Uint8Array)[];
    const length = rows.beginValue();
    rows.int32(texts.length === 0 ? 0 : 1);
    rows.int32(0);
    rows.int32(textType);
    if (texts.length > 0) {
      rows.int32(texts.length);
      rows.int32(1);
      for (const text of texts) writers.text(rows, text);
    }
    rows.endValue(length);
  },
  json(rows, value) {
    const length = rows.beginValue();
    rows.int8(jsonVersion);
    rows.plainText(JSON.stringify(value));
    rows.endValue(length);
  },
  bytes(rows, value) {
    const bytes = value as Uint8Array;
    rows.int32(bytes.length);
    rows.plainBytes(bytes, 0, bytes.length);
  },
};

/** Days since 2000 of dates, which repeat. */
const days = new Map<string, number>();

function dayOf(date: string): number {
  const known = days.get(date);
  if (known !== undefined) return known;
  const day = Date.parse(date) / dayMs - firstDay;
  days.set(date, day);
  return day;
}

/** The same by the digits of the date. */
const daysByDigits = new Map<number, number>();

/** The day that `bytes[from, to)` is, `2026-06-30`. */
function dayIn(bytes: Buffer, from: number, to: number): number {
  let digits = 0;
  for (let i = from; i < to; i++) if (bytes[i] !== minus) digits = 10 * digits + (bytes[i] ?? 0) - zero;
  const known = daysByDigits.get(digits);
  if (known !== undefined) return known;
  const day = dayOf(bytes.toString('utf8', from, to));
  daysByDigits.set(digits, day);
  return day;
}

/** A buffer that grows with what is written to it. */
class RowBuffer {
  bytes = 0;
  #buffer = Buffer.allocUnsafeSlow(2 * chunkBytes);
  #view = viewOf(this.#buffer);

  int8(value: number): void {
    this.#view.setInt8(this.#take(1), value);
  }

  int16(value: number): void {
    this.#view.setInt16(this.#take(2), value);
  }

  int32(value: number): void {
    this.#view.setInt32(this.#take(4), value);
  }

  /** A whole number that JavaScript holds exactly. */
  int64(value: number): void {
    this.int32(Math.floor(value / 2 ** 32));
    this.#view.setUint32(this.#take(4), value >>> 0);
  }

  double(value: number): void {
    this.#view.setFloat64(this.#take(8), value);
  }

  /** A text as a value. */
  text(value: string): void {
    const length = this.beginValue();
    this.plainText(value);
    this.endValue(length);
  }

  /** The bytes of a text. */
  plainText(value: string): void {
    // A unit of UTF-16 takes three bytes at most.
    this.#reserve(3 * value.length);
    this.bytes += this.#buffer.write(value, this.bytes, 'utf8');
  }

  /** The bytes `value[from, to)`. */
  plainBytes(value: Uint8Array, from: number, to: number): void {
    const at = this.#take(to - from);
    copyBytes(value, from, to, this.#buffer, at);
  }

  /** Leaves room for the length of a value; gives where it is. */
  beginValue(): number {
    this.int32(0);
    return this.bytes;
  }

  /** Writes the length of the value that began there. */
  endValue(at: number): void {
    this.#view.setInt32(at - 4, this.bytes - at);
  }

  /** A copy of the rows so far; the buffer is empty afterwards. */
  take(): Buffer {
    const rows = Buffer.from(this.#buffer.subarray(0, this.bytes));
    this.bytes = 0;
    return rows;
  }

  /** Room for so many bytes; gives where it begins. */
  #take(bytes: number): number {
    this.#reserve(bytes);
    const at = this.bytes;
    this.bytes += bytes;
    return at;
  }

  #reserve(bytes: number): void {
    if (this.bytes + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.bytes + bytes));
    this.#buffer.copy(larger, 0, 0, this.bytes);
    this.#buffer = larger;
    this.#view = viewOf(larger);
  }
}

/** It writes numbers faster than the methods of a buffer, which look at their arguments. */
const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
