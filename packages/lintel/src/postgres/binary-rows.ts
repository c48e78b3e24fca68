/**
 * Encodes records as rows of PostgreSQL's binary COPY format
 * (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"). Integers are big-endian.
 */
import { dayMs } from '../base/calendar-date.js';
import { type Column, type ColumnType, readerOf } from '../export/column.js';

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);
/** Rows are sent in chunks of about this many bytes. */
const chunkBytes = 1 << 18;
/** The length of a NULL. */
const nullLength = -1;
/** The object id of the type text, of which lists are made. */
const textType = 25;
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

/** The records as chunks of a COPY. */
export function* binaryRows(columns: readonly TableColumn[], records: Iterable<unknown>): Generator<Buffer> {
  const rows = new RowBuffer();
  const fields = columns.map((column) => ({ read: readerOf(column), write: writers[column.type] }));
  yield signature;
  for (const record of records) {
    rows.int16(fields.length);
    for (const { read, write } of fields) {
      const value = read(record);
      if (value === null) rows.int32(nullLength);
      else write(rows, value);
    }
    if (rows.bytes >= chunkBytes) yield rows.take();
  }
  if (rows.bytes > 0) yield rows.take();
  yield trailer;
}

type Write = (rows: RowBuffer, value: unknown) => void;

/** Writes a value of each type, its length first. */
const writers: Readonly<Record<TableColumn['type'], Write>> = {
  text(rows, value) {
    if (Buffer.isBuffer(value)) writers.bytes(rows, value);
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
    const texts = value as readonly string[];
    const length = rows.beginValue();
    rows.int32(texts.length === 0 ? 0 : 1);
    rows.int32(0);
    rows.int32(textType);
    if (texts.length > 0) {
      rows.int32(texts.length);
      rows.int32(1);
      for (const text of texts) rows.text(text);
    }
    rows.endValue(length);
  },
  json(rows, value) {
    const length = rows.beginValue();
    // The version of the format.
    rows.int8(1);
    rows.plainText(JSON.stringify(value));
    rows.endValue(length);
  },
  bytes(rows, value) {
    const length = rows.beginValue();
    rows.plainBytes(value as Buffer);
    rows.endValue(length);
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

/** A buffer that grows with what is written to it. */
class RowBuffer {
  bytes = 0;
  #buffer = Buffer.allocUnsafeSlow(2 * chunkBytes);

  int8(value: number): void {
    this.#reserve(1);
    this.bytes = this.#buffer.writeInt8(value, this.bytes);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.bytes = this.#buffer.writeInt16BE(value, this.bytes);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.bytes = this.#buffer.writeInt32BE(value, this.bytes);
  }

  /** A whole number that JavaScript holds exactly. */
  int64(value: number): void {
    this.int32(Math.floor(value / 2 ** 32));
    this.#reserve(4);
    this.bytes = this.#buffer.writeUInt32BE(value >>> 0, this.bytes);
  }

  double(value: number): void {
    this.#reserve(8);
    this.bytes = this.#buffer.writeDoubleBE(value, this.bytes);
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

  plainBytes(value: Buffer): void {
    this.#reserve(value.length);
    this.bytes += value.copy(this.#buffer, this.bytes);
  }

  /** Leaves room for the length of a value; gives where it is. */
  beginValue(): number {
    this.int32(0);
    return this.bytes;
  }

  /** Writes the length of the value that began there. */
  endValue(at: number): void {
    this.#buffer.writeInt32BE(this.bytes - at, at - 4);
  }

  /** A copy of the rows so far; the buffer is empty afterwards. */
  take(): Buffer {
    const rows = Buffer.from(this.#buffer.subarray(0, this.bytes));
    this.bytes = 0;
    return rows;
  }

  #reserve(bytes: number): void {
    if (this.bytes + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.bytes + bytes));
    this.#buffer.copy(larger, 0, 0, this.bytes);
    this.#buffer = larger;
  }
}
