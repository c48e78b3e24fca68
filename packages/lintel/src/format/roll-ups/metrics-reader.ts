/**
 * Reads roll-ups of places: reading a cell costs the decoding of its months, whatever the size of the place.
 * The index says where the roll-ups of a place are.
 */
import { join } from 'node:path';
import type { CoverageRow } from '@lintel/contract';
import { MappedFile } from '../../base/mapped-file.js';
import { u32At } from '../../base/memory/at.js';
import { firstWhere } from '../../base/memory/lower-bound.js';
import type { Database, Statement } from '../../base/sqlite.js';
import { coverageFile, metricsFile } from '../layout.js';
import { type CurrentSums, type MonthSums, readCurrent, readMonths } from './cell-series.js';
import { cellCount } from './cells.js';
import { countWord, coverageBlock, coverageFieldCount, coverageRows, dateWord } from './coverage.js';
import { VarintReader } from './varint.js';

const wordBytes = 4;
const cellEntryBytes = 6;
const headBytes = 2 + cellCount * cellEntryBytes + wordBytes;

export class MetricsReader {
  readonly #find: Statement;
  readonly #metrics: MappedFile;
  readonly #coverage: MappedFile;

  constructor(directory: string, index: Database) {
    this.#find = index.prepare(
      'SELECT metrics_at, metrics_bytes, coverage_at, coverage_words FROM roll_up WHERE geo_id = ?',
    );
    this.#metrics = new MappedFile(join(directory, metricsFile));
    this.#coverage = new MappedFile(join(directory, coverageFile));
  }

  /** Whether a permit names the place. */
  has(geoId: string): boolean {
    return this.#find.get(geoId) !== undefined;
  }

  /** The current sums of a cell of a place; null if it has none. */
  current(geoId: string, cell: number): CurrentSums | null {
    const series = this.#series(geoId, cell);
    return series === null ? null : readCurrent(series);
  }

  /** The months of a cell of a place, the oldest first. */
  months(geoId: string, cell: number): readonly MonthSums[] {
    const series = this.#series(geoId, cell);
    if (series === null) return [];
    readCurrent(series);
    return readMonths(series).reverse();
  }

  /** Coverage of the permits of a place that start between the dates (YYYYMMDD), both included. */
  coverage(geoId: string, from: number, to: number): CoverageRow[] {
    const found = this.#find.get(geoId);
    const counts = new Uint32Array(coverageFieldCount);
    if (found === undefined) return coverageRows(counts, 0);
    const place = { at: Number(found.coverage_at), words: Number(found.coverage_words) };
    // Words descend, so the period ends at the first word below its first date.
    const first = this.#firstBelow(place, dateWord(to) + 2 ** coverageFieldCount);
    const end = this.#firstBelow(place, dateWord(from));
    this.#addFirst(place, end, counts, 1);
    this.#addFirst(place, first, counts, -1);
    return coverageRows(counts, end - first);
  }

  close(): void {
    this.#metrics.close();
    this.#coverage.close();
  }

  /** A cell of a place: its current sums, then its months; null if no permit is in it. */
  #series(geoId: string, cell: number): VarintReader | null {
    const found = this.#find.get(geoId);
    if (found === undefined) return null;
    const at = Number(found.metrics_at);
    const head = this.#metrics.slice(at, Math.min(headBytes, Number(found.metrics_bytes)));
    const cells = head.readUInt16LE();
    const entry = entryOf(head, cells, cell);
    if (entry < 0) return null;
    const from = head.readUInt32LE(entry + 2);
    const isLast = entry === 2 + (cells - 1) * cellEntryBytes;
    const to = head.readUInt32LE(isLast ? entry + cellEntryBytes : entry + cellEntryBytes + 2);
    const series = at + 2 + cells * cellEntryBytes + wordBytes;
    return new VarintReader(this.#metrics.slice(series + from, to - from));
  }

  /** The number of the first word of the place that is less than `word`. */
  #firstBelow({ at, words }: CoveragePlace, word: number): number {
    const values = this.#coverage.numbers(Uint32Array, at, words);
    return firstWhere(0, words, (number) => u32At(values, number) < word);
  }

  /**
   * Adds the counts of the first `end` words of the place: the last running count, and the words after it.
   */
  #addFirst({ at, words }: CoveragePlace, end: number, counts: Uint32Array, sign: 1 | -1): void {
    const block = Math.floor(end / coverageBlock);
    if (block > 0) {
      const behind = at + (words + (block - 1) * coverageFieldCount) * wordBytes;
      const running = this.#coverage.numbers(Uint32Array, behind, coverageFieldCount);
      for (let i = 0; i < coverageFieldCount; i++) counts[i] = u32At(counts, i) + sign * u32At(running, i);
    }
    const first = block * coverageBlock;
    const rest = this.#coverage.numbers(Uint32Array, at + first * wordBytes, end - first);
    for (const word of rest) countWord(counts, word, sign);
  }
}

interface CoveragePlace {
  readonly at: number;
  readonly words: number;
}

/** Offset of a cell's entry in the head of a place's metrics, by binary search; -1 if there is none. */
function entryOf(head: Buffer, cells: number, cell: number): number {
  const cellAt = (entry: number) => head.readUInt16LE(2 + entry * cellEntryBytes);
  const found = firstWhere(0, cells, (entry) => cellAt(entry) >= cell);
  return found < cells && cellAt(found) === cell ? 2 + found * cellEntryBytes : -1;
}
