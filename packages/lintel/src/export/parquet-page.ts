/**
 * The parts of a page of a Parquet file as bytes: its header, numbers of few bits, and plain values
 * (https://parquet.apache.org/docs/file-format/data-pages). A page is compressed with Snappy by the library that also
 * writes the file's metadata.
 */
import type { ParquetType } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

/** A value as Parquet has it, texts apart: dates are days since 1970. */
export type PlainValue = number | bigint | boolean;

const snappy = new ParquetWriter({ writer: new ByteWriter(), schema: [] }).compressors.SNAPPY;
/** Numbers that are packed together, and from which on equal ones are counted instead. */
const groupLength = 8;
/** A number of 32 bits, seven of them in each byte. */
const maxVarintBytes = 5;

const pageTypes = { dictionary: 2, data: 3 };
/** Where the header of a page has what is said of its type. */
const headerFields = { dictionary: 7, data: 8 };
const encodings = { PLAIN: 0, RLE_DICTIONARY: 8 };

/** A page, and how many bytes it would take without compression. */
export interface Page {
  readonly bytes: Buffer;
  readonly unpackedBytes: number;
}

/** The page of the distinct values. */
export function dictionaryPage(values: number, plain: Uint8Array): Page {
  return page('dictionary', struct({ 1: values, 2: encodings.PLAIN }), [], plain);
}

/** What a page of values holds: levels of repetition and definition, which are not compressed, and the values. */
export interface DataPage {
  readonly entries: number;
  readonly nulls: number;
  readonly rows: number;
  readonly encoding: keyof typeof encodings;
  readonly repetitions: Uint8Array;
  readonly definitions: Uint8Array;
  readonly values: Uint8Array;
}

/** A page of version 2. */
export function dataPage(data: DataPage): Page {
  const { repetitions, definitions } = data;
  const about = struct({
    1: data.entries,
    2: data.nulls,
    3: data.rows,
    4: encodings[data.encoding],
    5: definitions.length,
    6: repetitions.length,
  });
  return page('data', about, [repetitions, definitions], data.values);
}

function page(
  type: keyof typeof pageTypes,
  about: readonly number[],
  levels: readonly Uint8Array[],
  values: Uint8Array,
): Page {
  const packed = snappy(values);
  const levelBytes = levels.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.from(
    struct({
      1: pageTypes[type],
      2: levelBytes + values.length,
      3: levelBytes + packed.length,
      [headerFields[type]]: about,
    }),
  );
  return {
    bytes: Buffer.concat([header, ...levels, packed]),
    unpackedBytes: header.length + levelBytes + values.length,
  };
}

/** Whole numbers and structs by field, in the compact protocol of Thrift. */
function struct(fields: Readonly<Record<number, number | readonly number[]>>): number[] {
  const [wholeNumber, nested] = [5, 12];
  const bytes: number[] = [];
  let last = 0;
  for (const [key, value] of Object.entries(fields)) {
    const step = Number(key) - last;
    // Signed numbers are written twice as large, those below zero odd; there are none.
    if (typeof value === 'number') bytes.push((step << 4) | wholeNumber, ...varint(2 * value));
    else bytes.push((step << 4) | nested, ...value);
    last = Number(key);
  }
  bytes.push(0);
  return bytes;
}

/** The number seven bits a byte, the lowest first. */
function varint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** Numbers of so many bits: how often one follows itself, or eight and eight packed. */
export function packedNumbers(numbers: readonly number[], bits: number): Buffer {
  const valueBytes = Math.ceil(bits / 8);
  const groups = Math.ceil(numbers.length / groupLength);
  const bytes = Buffer.allocUnsafe(groups * (maxVarintBytes + Math.max(bits, valueBytes)));
  let end = 0;
  let packedFrom = 0;
  const putPacked = (to: number): void => {
    if (to === packedFrom) return;
    const count = Math.ceil((to - packedFrom) / groupLength);
    for (const byte of varint((count << 1) | 1)) bytes[end++] = byte;
    end = putBits(bytes, end, numbers, packedFrom, packedFrom + count * groupLength, bits);
  };
  for (let from = 0; from < numbers.length; ) {
    const number = numbers[from] ?? 0;
    let to = from + 1;
    while (numbers[to] === number) to += 1;
    if (to - from < groupLength) {
      from += groupLength;
      continue;
    }
    putPacked(from);
    for (const byte of varint((to - from) << 1)) bytes[end++] = byte;
    end = bytes.writeUIntLE(number, end, valueBytes);
    from = to;
    packedFrom = to;
  }
  putPacked(numbers.length);
  return bytes.subarray(0, end);
}

/** Writes `numbers[from, to)`, zeros after their end, in so many bits each, the lowest first; returns where they end. */
function putBits(
  bytes: Buffer,
  at: number,
  numbers: readonly number[],
  from: number,
  to: number,
  bits: number,
): number {
  let end = at;
  let pending = 0;
  let pendingBits = 0;
  for (let i = from; i < to; i++) {
    pending |= (numbers[i] ?? 0) << pendingBits;
    for (pendingBits += bits; pendingBits >= 8; pendingBits -= 8) {
      bytes[end++] = pending & 0xff;
      pending >>>= 8;
    }
  }
  if (pendingBits > 0) bytes[end++] = pending;
  return end;
}

/** The values one after the other. */
export function plainValues(type: ParquetType, values: readonly PlainValue[]): Buffer {
  if (type === 'BOOLEAN') {
    const bytes = Buffer.allocUnsafe(Math.ceil(values.length / 8));
    putBits(bytes, 0, values.map(Number), 0, values.length, 1);
    return bytes;
  }
  const valueBytes = type === 'INT32' ? 4 : 8;
  const bytes = Buffer.allocUnsafe(values.length * valueBytes);
  for (const [i, value] of values.entries()) {
    const at = i * valueBytes;
    if (typeof value === 'bigint') bytes.writeBigInt64LE(value, at);
    else if (type === 'INT32') bytes.writeInt32LE(Number(value), at);
    else bytes.writeDoubleLE(Number(value), at);
  }
  return bytes;
}
