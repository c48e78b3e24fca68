/**
 * One column of a row group of a Parquet file. Its values are numbered by a table of their bytes, so that each distinct
 * one is kept, converted and compared once; texts that hardly repeat are written down as they come. A chunk is
 * a dictionary page, if values repeat, and a data page.
 */

import type { ColumnMetaData, Encoding, ParquetType, SchemaElement, Statistics } from 'hyparquet';
import { dayMs } from '../base/calendar-date.js';
import { at } from '../base/memory/at.js';
import { TextTable } from '../base/memory/text-table.js';
import {
  dataPage,
  dictionaryPage,
  type Page,
  type PlainValue,
  packedNumbers,
  plainValues,
} from './parquet-page.js';
import { PlainTexts } from './plain-texts.js';

const noPage: Page = { bytes: Buffer.alloc(0), unpackedBytes: 0 };
/** Bytes that a table of values takes at a time. */
const tableBytes = 1 << 16;
/** Values after which texts that hardly repeat are no longer looked up in the table. */
const trialValues = 2_048;
/** The share of distinct values above which a dictionary does not pay. */
const maxDistinct = 0.5;

/** A leaf of the schema: what a chunk holds the values of. */
export interface Leaf {
  readonly path: readonly string[];
  readonly element: SchemaElement;
  /** Levels that may be missing: 1 for a value, 2 for the elements of lists, 3 for fields of lists of objects. */
  readonly depth: 1 | 2 | 3;
  /** Whether readers get its least and greatest value, by which they skip row groups. */
  readonly hasBounds: boolean;
}

/** The pages of a chunk, and their metadata. Offsets count from the beginning of the pages. */
export interface EncodedChunk {
  readonly bytes: Uint8Array;
  readonly metadata: ColumnMetaData;
}

export class ColumnChunk {
  readonly #leaf: Leaf;
  readonly #type: ParquetType;
  readonly #texts = new TextTable(tableBytes);
  /** The number of each value that is not null. */
  #numbers: number[] = [];
  /** The texts themselves, if they hardly repeat; the table is empty then. */
  #plain: PlainTexts | null = null;
  /** Of each entry: the depth for a value, 0 for null, in lists one less than the depth for what is missing. */
  #definitions: number[] = [];
  /** Of each entry of lists: 0 for the first of its row. */
  #repetitions: number[] = [];
  #rows = 0;

  constructor(leaf: Leaf) {
    const { type } = leaf.element;
    if (type === undefined) throw new Error(`${leaf.path.join('.')} is not a leaf`);
    this.#leaf = leaf;
    this.#type = type;
  }

  /** The value of a row, or of its list if `isFurther`. Rows come in order; those that are left out have none. */
  put(row: number, bytes: Uint8Array, from: number, to: number, isFurther: boolean): void {
    if (!isFurther) this.#begin(row);
    this.#define(this.#leaf.depth, isFurther);
    if (this.#plain !== null) {
      this.#plain.push(bytes, from, to);
      return;
    }
    this.#numbers.push(this.#texts.numberOfBytes(bytes, from, to));
    if (this.#numbers.length === trialValues && !this.#isRepeating()) this.#dropTable();
  }

  #isRepeating(): boolean {
    return this.#type === 'BOOLEAN' || this.#texts.size <= maxDistinct * this.#numbers.length;
  }

  #dropTable(): void {
    if (this.#type !== 'BYTE_ARRAY') return;
    this.#plain = this.#plainTexts(this.#numbers);
    this.#numbers = [];
    this.#texts.clear();
  }

  /** An empty list, or an object of a list that lacks this field. */
  putMissing(row: number, isFurther: boolean): void {
    if (!isFurther) this.#begin(row);
    this.#define(this.#leaf.depth - 1, isFurther);
  }

  #begin(row: number): void {
    this.#fill(row);
    this.#rows += 1;
  }

  /** Gives the rows before `row` that have no entry yet a null. */
  #fill(row: number): void {
    for (; this.#rows < row; this.#rows++) this.#define(0, false);
  }

  #define(level: number, isFurther: boolean): void {
    this.#definitions.push(level);
    if (this.#leaf.depth > 1) this.#repetitions.push(isFurther ? 1 : 0);
  }

  /** The number of each row; NaN where it has none. For columns of numbers. */
  numbers(rows: number): Float64Array {
    this.#fill(rows);
    const distinct = Array.from({ length: this.#texts.size }, (_, i) => Number(this.#texts.text(i)));
    let next = 0;
    return Float64Array.from(this.#definitions, (level) => {
      return level === 0 ? Number.NaN : (distinct[this.#numbers[next++] ?? -1] ?? Number.NaN);
    });
  }

  /** Encodes the values of so many rows, and forgets them. */
  take(rows: number): EncodedChunk {
    this.#fill(rows);
    const { path, hasBounds } = this.#leaf;
    if (!this.#isRepeating()) this.#dropTable();
    const hasDictionary = this.#type !== 'BOOLEAN' && this.#texts.size > 0 && this.#isRepeating();
    const dictionary = hasDictionary ? this.#dictionaryPage() : noPage;
    const data = this.#dataPage(hasDictionary);
    const encodings: Encoding[] = hasDictionary ? ['PLAIN', 'RLE_DICTIONARY'] : ['PLAIN'];
    const metadata: ColumnMetaData = {
      type: this.#type,
      encodings,
      path_in_schema: [...path],
      codec: 'SNAPPY',
      num_values: BigInt(this.#definitions.length),
      total_compressed_size: BigInt(dictionary.bytes.length + data.bytes.length),
      total_uncompressed_size: BigInt(dictionary.unpackedBytes + data.unpackedBytes),
      data_page_offset: BigInt(dictionary.bytes.length),
      ...(hasDictionary && { dictionary_page_offset: 0n }),
      ...(hasBounds && { statistics: { ...this.#bounds(), null_count: BigInt(this.#nulls()) } }),
    };
    this.#clear();
    return { bytes: Buffer.concat([dictionary.bytes, data.bytes]), metadata };
  }

  #nulls(): number {
    return this.#definitions.length - (this.#plain?.count ?? this.#numbers.length);
  }

  #clear(): void {
    this.#texts.clear();
    this.#plain = null;
    this.#numbers = [];
    this.#definitions = [];
    this.#repetitions = [];
    this.#rows = 0;
  }

  #dictionaryPage(): Page {
    const distinct = Array.from({ length: this.#texts.size }, (_, i) => i);
    return dictionaryPage(distinct.length, this.#converted(distinct));
  }

  #dataPage(hasDictionary: boolean): Page {
    const isList = this.#leaf.depth > 1;
    return dataPage({
      entries: this.#definitions.length,
      nulls: this.#nulls(),
      rows: this.#rows,
      encoding: hasDictionary ? 'RLE_DICTIONARY' : 'PLAIN',
      repetitions: isList ? packedNumbers(this.#repetitions, 1) : noPage.bytes,
      definitions: packedNumbers(this.#definitions, isList ? 2 : 1),
      values: hasDictionary ? this.#indexes() : this.#converted(this.#numbers),
    });
  }

  /** The values as entries of the dictionary, after a byte with the width of an entry's number in bits. */
  #indexes(): Uint8Array {
    const bits = Math.max(1, Math.ceil(Math.log2(this.#texts.size)));
    return Buffer.concat([Buffer.of(bits), packedNumbers(this.#numbers, bits)]);
  }

  /** The values of these numbers as Parquet has them. */
  #converted(numbers: readonly number[]): Uint8Array {
    if (this.#type === 'BYTE_ARRAY') return (this.#plain ?? this.#plainTexts(numbers)).view();
    const distinct = Array.from({ length: this.#texts.size }, (_, i) => this.#value(i));
    return plainValues(
      this.#type,
      numbers.map((number) => at(distinct, number)),
    );
  }

  #plainTexts(numbers: readonly number[]): PlainTexts {
    const plain = new PlainTexts();
    for (const number of numbers) {
      plain.pushWritten(this.#texts.byteLength(number), (target, at) =>
        this.#texts.copyTo(number, target, at),
      );
    }
    return plain;
  }

  /** A distinct value, in columns of no texts. */
  #value(number: number): PlainValue {
    const text = this.#texts.text(number);
    switch (this.#type) {
      case 'INT32':
        return Date.parse(text) / dayMs;
      case 'INT64':
        return BigInt(text);
      case 'BOOLEAN':
        return text === 'true';
      default:
        return Number(text);
    }
  }

  /** The least and the greatest value. */
  #bounds(): Pick<Statistics, 'min_value' | 'max_value'> {
    const distinct = Array.from({ length: this.#texts.size }, (_, i) => i);
    if (this.#type === 'BYTE_ARRAY') return (this.#plain ?? this.#plainTexts(distinct)).bounds();
    const values = distinct.map((number) => this.#value(number));
    const [first] = values;
    if (first === undefined) return {};
    let [least, greatest] = [first, first];
    for (const value of values) {
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    return { min_value: least, max_value: greatest };
  }
}
