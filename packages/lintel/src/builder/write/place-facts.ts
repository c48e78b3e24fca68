/**
 * The facts of all permits, grouped by place in bounded memory: they are spooled to a scratch file in result order,
 * then for each kind of place distributed to as many stretches of a second file as fit into memory, each of which is
 * counted out by place. Within a place the result order stays: the newest permits come first.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { FileWriter } from '../../base/files/file-writer.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';
import type { Ticker } from '../../base/ticker.js';
import { coverageWord } from '../../format/roll-ups/coverage.js';
import { fact, factWords } from '../../format/roll-ups/permit-facts.js';

/** Kinds of places that are rolled up, in the order of their words in a spooled row. */
export const rolledKinds = ['city', 'county', 'jurisdiction', 'state', 'zip'] as const;
export type RolledKind = (typeof rolledKinds)[number];

/** The places of a permit as 64-bit keys: high and low word of each kind, 0 and 0 when unknown. */
export type PlaceKeys = Uint32Array;
export const placeKeyWords = rolledKinds.length * 2;

/** The words of a permit as it is added: its facts, its known key fields as bits, its places as `PlaceKeys`. */
export const entryAt = { facts: 0, fill: factWords, places: factWords + 1 } as const;
export const entryWords = entryAt.places + placeKeyWords;

/** A spooled row: the facts, what coverage reads of the permit (see `coverageWord`), and the number + 1 of each place. */
const coverageAt = factWords;
const placesAt = coverageAt + 1;
const spoolWords = placesAt + rolledKinds.length;
/** A distributed row: the facts, the coverage, and the number of the place. */
const placeAt = coverageAt + 1;
const rowWords = placeAt + 1;

const wordBytes = 4;
const chunkRows = 8192;
/** Rows that are gathered for one stretch before they are written to it. */
const stretchBufferRows = 1024;
/** Rows of a stretch that stay in a processor's cache while they are counted out: in larger ones a fifth more time is waiting. */
const cachedRows = 1 << 14;
/** About so many stretches at most: each has a buffer of 40 kB while rows are distributed. */
const maxStretches = 256;

/** What makes something of the permits of one place after the other. Rows are only valid during the call. */
export interface PlaceTaker {
  begin(kind: RolledKind, key: { readonly high: number; readonly low: number }, rows: number): void;
  /** A permit: its facts lie at word `at`. */
  add(facts: Uint32Array, at: number, coverage: number): void;
  end(): void;
}

/** Neighbouring places whose rows are read together; a place with too many rows has a stretch of its own. */
interface Stretch {
  readonly firstPlace: number;
  readonly endPlace: number;
  readonly firstRow: number;
  readonly rows: number;
}

export class PlaceFacts {
  readonly #path: string;
  readonly #memoryRows: number;
  readonly #spool: FileWriter;
  readonly #row = new Uint32Array(spoolWords);
  readonly #rowBytes = Buffer.from(this.#row.buffer);
  readonly #numbers = rolledKinds.map(() => new KeyTable());
  /** Rows of each place, by kind. */
  readonly #counts = rolledKinds.map(() => new GrowableU32());
  #rows = 0;

  constructor(scratch: string, memoryBytes: number) {
    this.#path = scratch;
    this.#memoryRows = Math.max(1, Math.floor(memoryBytes / 2 / (rowWords * wordBytes)));
    this.#spool = new FileWriter(`${scratch}-spool`, { isScratch: true });
  }

  /** Adds the permit whose entry lies at word `at`. */
  add(entries: Uint32Array, at: number): void {
    const row = this.#row;
    for (let i = 0; i < factWords; i++) row[i] = entries[at + i] ?? 0;
    row[coverageAt] = coverageWord(row[fact.start] ?? 0, entries[at + entryAt.fill] ?? 0);
    for (let kind = 0; kind < rolledKinds.length; kind++) {
      const key = at + entryAt.places + kind * 2;
      row[placesAt + kind] = this.#count(kind, entries[key] ?? 0, entries[key + 1] ?? 0);
    }
    this.#spool.write(this.#rowBytes);
    this.#rows += 1;
  }

  /** Hands over all places, kind by kind, in the order in which they were first met. To be called once. */
  async eachPlace(taker: PlaceTaker, pace: Ticker): Promise<void> {
    this.#spool.finish();
    const spool = openSync(this.#spool.path, 'r');
    try {
      for (let kind = 0; kind < rolledKinds.length; kind++) await this.#eachOfKind(kind, spool, taker, pace);
    } finally {
      closeSync(spool);
      rmSync(this.#spool.path, { force: true });
    }
  }

  close(): void {
    this.#spool.close();
    rmSync(this.#spool.path, { force: true });
  }

  /** The number + 1 of a place, counted; 0 for none. */
  #count(kind: number, high: number, low: number): number {
    const counts = this.#counts[kind];
    if ((high === 0 && low === 0) || counts === undefined) return 0;
    const number = this.#numbers[kind]?.number(high, low) ?? 0;
    if (number === counts.length) counts.push(1);
    else counts.set(number, counts.at(number) + 1);
    return number + 1;
  }

  async #eachOfKind(kind: number, spool: number, taker: PlaceTaker, pace: Ticker): Promise<void> {
    const stretches = this.#stretches(kind);
    const path = `${this.#path}-places`;
    const file = openSync(path, 'w+');
    try {
      pace.step(`Grouping permits by ${rolledKinds[kind]}`, this.#rows, 'permits');
      await this.#distribute(kind, stretches, spool, file, pace);
      pace.step(`Measuring by ${rolledKinds[kind]}`, this.#rows, 'permits');
      for (const stretch of stretches) await this.#takeStretch(kind, stretch, file, taker, pace);
    } finally {
      closeSync(file);
      rmSync(path, { force: true });
    }
  }

  #stretches(kind: number): Stretch[] {
    const counts = this.#counts[kind] ?? new GrowableU32();
    const maxRows = Math.min(this.#memoryRows, Math.max(cachedRows, Math.ceil(this.#rows / maxStretches)));
    const stretches: Stretch[] = [];
    let firstPlace = 0;
    let firstRow = 0;
    let rows = 0;
    const end = (endPlace: number) => {
      if (rows > 0) stretches.push({ firstPlace, endPlace, firstRow, rows });
      firstPlace = endPlace;
      firstRow += rows;
      rows = 0;
    };
    for (let place = 0; place < counts.length; place++) {
      if (rows + counts.at(place) > maxRows) end(place);
      rows += counts.at(place);
    }
    end(counts.length);
    return stretches;
  }

  /** Copies every row of the spool to the stretch of its place. */
  async #distribute(
    kind: number,
    stretches: readonly Stretch[],
    spool: number,
    file: number,
    pace: Ticker,
  ): Promise<void> {
    const stretchOf = new Uint16Array(this.#counts[kind]?.length ?? 0);
    const outputs = stretches.map(({ firstPlace, endPlace, firstRow }, i) => {
      stretchOf.fill(i, firstPlace, endPlace);
      return new StretchWriter(file, firstRow);
    });
    for (const { words, rows } of chunks(spool, this.#rows, spoolWords)) {
      for (let at = 0; at < rows * spoolWords; at += spoolWords) {
        const place = (words[at + placesAt + kind] ?? 0) - 1;
        if (place >= 0) outputs[stretchOf[place] ?? 0]?.add(words, at, place);
      }
      if (pace.count(rows)) await pace.rest();
    }
    for (const output of outputs) output.flush();
  }

  async #takeStretch(
    kind: number,
    stretch: Stretch,
    file: number,
    taker: PlaceTaker,
    pace: Ticker,
  ): Promise<void> {
    const { firstPlace, endPlace, firstRow, rows } = stretch;
    if (endPlace - firstPlace > 1) {
      const [words] = [...chunks(file, rows, rowWords, firstRow, rows)].map((chunk) => chunk.words);
      if (words === undefined) return;
      const order = rowsByPlace(words, rows, firstPlace, endPlace);
      for (let i = 0; i < rows; ) {
        const place = words[(order[i] ?? 0) + placeAt] ?? 0;
        const count = this.#begin(kind, place, taker);
        for (const end = i + count; i < end; i++) {
          const at = order[i] ?? 0;
          taker.add(words, at, words[at + coverageAt] ?? 0);
        }
        taker.end();
        if (pace.count(count)) await pace.rest();
      }
      return;
    }
    this.#begin(kind, firstPlace, taker);
    for (const { words, rows: some } of chunks(file, rows, rowWords, firstRow)) {
      for (let at = 0; at < some * rowWords; at += rowWords)
        taker.add(words, at, words[at + coverageAt] ?? 0);
      if (pace.count(some)) await pace.rest();
    }
    taker.end();
  }

  /** Begins a place; gives how many rows it has. */
  #begin(kind: number, place: number, taker: PlaceTaker): number {
    const count = this.#counts[kind]?.at(place) ?? 0;
    const name = rolledKinds[kind];
    const key = this.#numbers[kind]?.key(place);
    if (name === undefined || key === undefined) throw new Error('a place of no kind');
    taker.begin(name, key, count);
    return count;
  }
}

/** Writes the rows of one stretch, one after the other, from its first row on. */
class StretchWriter {
  readonly #file: number;
  readonly #buffer = new Uint32Array(stretchBufferRows * rowWords);
  #filled = 0;
  #position: number;

  constructor(file: number, firstRow: number) {
    this.#file = file;
    this.#position = firstRow * rowWords * wordBytes;
  }

  /** Adds the row at word `at` of a spool, which is of the place. */
  add(words: Uint32Array, at: number, place: number): void {
    const buffer = this.#buffer;
    const to = this.#filled;
    for (let i = 0; i <= coverageAt; i++) buffer[to + i] = words[at + i] ?? 0;
    buffer[to + placeAt] = place;
    this.#filled += rowWords;
    if (this.#filled === buffer.length) this.flush();
  }

  flush(): void {
    const bytes = Buffer.from(this.#buffer.buffer, 0, this.#filled * wordBytes);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#position + done);
    }
    this.#position += bytes.length;
    this.#filled = 0;
  }
}

/** The rows of a file from `firstRow` on, some at a time; each piece is overwritten by the next. */
function* chunks(
  file: number,
  rows: number,
  width: number,
  firstRow = 0,
  atOnce = chunkRows,
): Generator<{ words: Uint32Array; rows: number }, void, void> {
  const words = new Uint32Array(Math.min(rows, atOnce) * width);
  const bytes = Buffer.from(words.buffer);
  for (let row = 0; row < rows; row += atOnce) {
    const some = Math.min(atOnce, rows - row);
    const length = some * width * wordBytes;
    for (let done = 0; done < length; ) {
      const count = readSync(file, bytes, done, length - done, (firstRow + row) * width * wordBytes + done);
      if (count === 0) throw new Error('a scratch file of the build is shorter than it was written');
      done += count;
    }
    yield { words, rows: some };
  }
}

/** Where the rows begin, ordered by place; rows of one place keep their order. */
function rowsByPlace(words: Uint32Array, rows: number, firstPlace: number, endPlace: number): Uint32Array {
  const next = new Uint32Array(endPlace - firstPlace + 1);
  for (let at = 0; at < rows * rowWords; at += rowWords) {
    const slot = (words[at + placeAt] ?? 0) - firstPlace + 1;
    next[slot] = (next[slot] ?? 0) + 1;
  }
  for (let i = 1; i < next.length; i++) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0);
  const order = new Uint32Array(rows);
  for (let at = 0; at < rows * rowWords; at += rowWords) {
    const slot = (words[at + placeAt] ?? 0) - firstPlace;
    const i = next[slot] ?? 0;
    order[i] = at;
    next[slot] = i + 1;
  }
  return order;
}
