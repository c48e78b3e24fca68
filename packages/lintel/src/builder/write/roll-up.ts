/**
 * Rolls up the permits of one place after another: metrics by cell, current and by month (C29), and which
 * fields its permits have (C31). Memory holds one place's cells, and the permits of one month and of the
 * current year.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { at, u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { coverageFile, metricsFile } from '../../format/layout.js';
import { pushCurrent, SeriesWriter } from '../../format/roll-ups/cell-series.js';
import { CellSums, cellCount, StatusCounts, sumCount } from '../../format/roll-ups/cells.js';
import { countWord, coverageBlock, coverageFieldCount } from '../../format/roll-ups/coverage.js';
import type { CurrentDates } from '../../format/roll-ups/current-dates.js';
import { fact, monthOf } from '../../format/roll-ups/permit-facts.js';
import { VarintWriter } from '../../format/roll-ups/varint.js';
import { FactGroup } from './fact-group.js';
import type { PlaceConsumer, RolledKind } from './place-facts.js';

/** Where the roll-ups of a place are in the files. */
export interface RolledPlace {
  readonly kind: RolledKind;
  readonly geoId: string;
  /** First byte and length of its metrics. */
  readonly metricsAt: number;
  readonly metricsBytes: number;
  /** First byte of its coverage words, and how many there are. */
  readonly coverageAt: number;
  readonly coverageWords: number;
}

export class RollUp implements PlaceConsumer {
  /** All places so far. */
  readonly places: RolledPlace[] = [];
  readonly #dates: CurrentDates;
  readonly #metrics: FileWriter;
  readonly #coverage: CoverageWriter;
  #kind: RolledKind = 'city';
  #geoId = '';
  readonly #sums = new CellSums();
  readonly #statuses = new StatusCounts();
  readonly #month = new FactGroup();
  /** First and last date of the current month, YYYYMMDD; no date is between them before the first. */
  #monthFirst = 1;
  #monthLast = 0;
  readonly #current = new FactGroup();
  /** The months of each cell of the place. */
  readonly #series = Array.from({ length: cellCount }, () => new SeriesWriter());
  readonly #out = new VarintWriter();

  constructor(directory: string, dates: CurrentDates) {
    this.#dates = dates;
    this.#metrics = new FileWriter(join(directory, metricsFile));
    this.#coverage = new CoverageWriter(join(directory, coverageFile));
  }

  begin(kind: RolledKind, key: { readonly high: number; readonly low: number }): void {
    this.#kind = kind;
    this.#geoId = geoIdOf(kind, key);
    [this.#monthFirst, this.#monthLast] = [1, 0];
    this.#coverage.begin();
  }

  add(facts: Uint32Array, from: number, coverage: number): void {
    this.#statuses.add(facts, from);
    const start = u32At(facts, from + fact.start);
    if (start === 0) return;
    this.#coverage.add(coverage);
    if (start < this.#monthFirst || start > this.#monthLast) this.#beginMonth(start);
    this.#month.add(facts, from);
    if (start > this.#dates.after && start <= this.#dates.upTo) this.#current.add(facts, from);
  }

  end(): void {
    this.#endMonth();
    const metricsAt = this.#metrics.position;
    this.#current.sum(this.#sums);
    this.#writeCells();
    this.#sums.clear();
    this.#statuses.clear();
    this.places.push({
      kind: this.#kind,
      geoId: this.#geoId,
      metricsAt,
      metricsBytes: this.#metrics.position - metricsAt,
      ...this.#coverage.end(),
    });
  }

  finish(): WrittenFile[] {
    return [this.#metrics.finish(), this.#coverage.finish()];
  }

  close(): void {
    this.#metrics.close();
    this.#coverage.close();
  }

  #beginMonth(start: number): void {
    this.#endMonth();
    this.#monthFirst = start - (start % 100) + 1;
    this.#monthLast = this.#monthFirst + 30;
  }

  #endMonth(): void {
    if (this.#month.rows === 0) return;
    this.#month.sum(this.#sums);
    const month = monthOf(this.#monthFirst);
    const { touched, touchedCount, values } = this.#sums;
    for (let i = 0; i < touchedCount; i++) {
      const cell = at(touched, i);
      this.#series[cell]?.add(month, values, this.#sums.at(cell));
    }
    this.#sums.clear();
  }

  /**
   * The metrics of the place: the number of cells, then for each cell its number and its start after this
   * directory, the end of the last, then the cells. A current permit also belongs to a month, so every cell
   * has months.
   */
  #writeCells(): void {
    const cells: { cell: number; series: SeriesWriter }[] = [];
    for (const [cell, series] of this.#series.entries()) if (series.length > 0) cells.push({ cell, series });
    const head = Buffer.alloc(2 + cells.length * 6 + 4);
    head.writeUInt16LE(cells.length);
    const pieces: Buffer[] = [head];
    let offset = 0;
    for (const [i, { cell, series }] of cells.entries()) {
      head.writeUInt16LE(cell, 2 + i * 6);
      head.writeUInt32LE(offset, 2 + i * 6 + 2);
      const current = this.#currentBytes(cell);
      pieces.push(current, series.bytes);
      offset += current.length + series.length;
    }
    head.writeUInt32LE(offset, 2 + cells.length * 6);
    for (const piece of pieces) this.#metrics.write(piece);
    for (const { series } of cells) series.clear();
  }

  #currentBytes(cell: number): Buffer {
    const at = this.#sums.at(cell);
    const sums = this.#sums.values.subarray(at, at + sumCount);
    this.#out.clear();
    const active = u32At(this.#statuses.active, cell);
    pushCurrent(
      this.#out,
      sums[0] === 0 ? null : { sums, active, inReview: u32At(this.#statuses.inReview, cell) },
    );
    return Buffer.from(this.#out.bytes);
  }
}

/** Writes the coverage words of places, each followed by running counts. */
class CoverageWriter {
  readonly #file: FileWriter;
  readonly #word = new Uint32Array(1);
  readonly #wordBytes = new Uint8Array(this.#word.buffer);
  readonly #counts = new Uint32Array(coverageFieldCount);
  #running = new GrowableU32();
  #at = 0;
  #words = 0;

  constructor(path: string) {
    this.#file = new FileWriter(path);
  }

  begin(): void {
    this.#at = this.#file.position;
    this.#words = 0;
    this.#counts.fill(0);
    this.#running = new GrowableU32();
  }

  add(word: number): void {
    this.#write(word);
    this.#words += 1;
    countWord(this.#counts, word);
    if (this.#words % coverageBlock === 0) for (const count of this.#counts) this.#running.push(count);
  }

  end(): Pick<RolledPlace, 'coverageAt' | 'coverageWords'> {
    for (let i = 0; i < this.#running.length; i++) this.#write(this.#running.at(i));
    return { coverageAt: this.#at, coverageWords: this.#words };
  }

  finish(): WrittenFile {
    return this.#file.finish();
  }

  close(): void {
    this.#file.close();
  }

  #write(word: number): void {
    this.#word[0] = word;
    this.#file.write(this.#wordBytes);
  }
}

/** The geo_id of a place from its key in the build (see `packPlaces`). */
function geoIdOf(kind: RolledKind, { high, low }: { readonly high: number; readonly low: number }): string {
  if (kind === 'state') return String.fromCharCode(low >>> 8, low & 0xff);
  if (kind === 'zip') return String(low - 1).padStart(5, '0');
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(high);
  bytes.writeUInt32BE(low, 4);
  return bytes.toString('base64url');
}
