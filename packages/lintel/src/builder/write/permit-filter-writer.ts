/**
 * Writes what permits are filtered by, while they are written in result order: columns, lists of rows by
 * place and facet, descriptions, numbers. Data of contractors and properties is kept by row for the writers
 * that run later.
 */
import { join } from 'node:path';
import { propertyFactNames } from '@lintel/contract/plain';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { at as elementAt, u32At } from '../../base/memory/at.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';
import type { Ticker } from '../../base/ticker.js';
import { ColumnWriter } from '../../format/column/column-file.js';
import { daysFile } from '../../format/column/row-dates.js';
import {
  cellStatesFile,
  cellStatesZoom,
  columnFile,
  foldNumber,
  otherPlacePostings,
  otherZipExtPostings,
  permitPairs,
  permitPostings,
  permitTexts,
  placesFile,
  soughtTexts,
  zipExtPostings,
  zipExtsFile,
} from '../../format/filters/layout.js';
import { PlacePairsWriter } from '../../format/filters/place-pairs.js';
import {
  facetsOf,
  facetTag,
  packFacets,
  pairTerm,
  placeColumns,
  termOf,
} from '../../format/filters/terms.js';
import { joinedFacts, numberColumns } from '../../format/permit-fields.js';
import { cellNumber, PointIndexWriter } from '../../format/points/point-index.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import { SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import { foldLettersAndDigits, foldPlain, toLower } from '../../format/text-index/record-texts.js';
import { foldText } from '../../format/text-index/text-index.js';
import { TextIndexWriter } from '../../format/text-index/text-index-writer.js';
import { numberReader, type PermitView, spanReader } from '../entry/permit-view.js';
import { RowPlaces } from './row-places.js';

export interface FilterOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly memoryBytes: number;
}

/** Rows of pairs that are sorted at once. */
const pairRun = 1 << 20;
/** Pairs of a place and a row of a further address that are sorted at once. */
const otherRun = 1 << 18;
const quote = 34;

/** The bits of `joinedFacts` in the head of a permit. */
const joinedBits = joinedFacts.map((name) => propertyFactNames.indexOf(name));

/** A column of numbers, and how to read that of a permit. */
interface OpenColumn {
  readonly column: ColumnWriter;
  readonly read: (permit: PermitView) => number;
}

/** The texts of a field that are sought by their beginning, and the column of their ranks. */
interface SoughtTexts {
  readonly column: string;
  readonly read: (permit: PermitView) => ByteSpan;
  readonly texts: SortedTextsWriter;
}

export class PermitFilterWriter {
  rows = 0;
  /** Identity number of the contractor of each row plus one, 0 without one. */
  readonly contractors = new GrowableU32();
  readonly #rowPlaces = new RowPlaces();
  readonly #zipExts = new KeyTable();
  readonly #facets: ColumnWriter;
  readonly #joined: ColumnWriter;
  readonly #placeColumns: readonly ColumnWriter[];
  readonly #numbers: readonly OpenColumn[];
  readonly #postings: PostingsWriter;
  readonly #pairs: PostingsWriter;
  readonly #zipExtPostings: PostingsWriter;
  readonly #points: PointIndexWriter;
  readonly #cellStates = new PlacePairsWriter();
  readonly #texts: TextIndexWriter;
  readonly #sought: readonly SoughtTexts[];
  /**
   * Lists of rows by place and by ZIP code with extension that contain only a further address; created on
   * first use.
   */
  #otherPlaces: PostingsWriter | null = null;
  #otherZipExts: PostingsWriter | null = null;
  readonly #scratch: string;
  /** For the current row, its facets and, once it has a further address, the numbers of all its places. */
  #rowFacets: readonly number[] = [];
  #rowZipExt = 0;
  readonly #placed = new Set<number>();
  #placedRow = -1;
  readonly #days: number[] = [];
  readonly #directory: string;
  #lastDay = -1;
  #folded = Buffer.alloc(1 << 12);

  constructor({ directory, scratch, memoryBytes }: FilterOutputs) {
    this.#directory = directory;
    this.#scratch = scratch;
    const column = (name: string) => new ColumnWriter(directory, columnFile(name), 'u32');
    this.#facets = column('facets');
    this.#joined = new ColumnWriter(directory, columnFile('joined'), 'u8');
    this.#placeColumns = placeColumns.map(column);
    this.#numbers = numberColumns.map(({ name, type, field }) => ({
      column: new ColumnWriter(directory, columnFile(name), type, true),
      read: numberReader(field),
    }));
    this.#postings = new PostingsWriter(directory, permitPostings, `${scratch}by-place`);
    this.#pairs = new PostingsWriter(directory, permitPairs, `${scratch}by-pair`, { runPairs: pairRun });
    this.#zipExtPostings = new PostingsWriter(directory, zipExtPostings, `${scratch}by-zip-ext`, {
      runPairs: 1 << 18,
    });
    this.#points = new PointIndexWriter(directory, 'permits', scratch);
    this.#texts = new TextIndexWriter(directory, permitTexts, `${scratch}descriptions`);
    this.#sought = soughtTexts.map(({ column, field, file }) => ({
      column,
      read: spanReader(field),
      texts: new SortedTextsWriter(directory, file, `${scratch}${file}`, memoryBytes / 8),
    }));
  }

  /** Keys and numbers of all places (see `KeyTable.sorted`). */
  get places(): Uint32Array {
    return this.#rowPlaces.keys.sorted();
  }

  /** Adds the next permit. `contractor` is negative without one. */
  add(permit: PermitView, contractor: number): void {
    const row = this.rows++;
    const day = permit.startDate;
    if (day !== this.#lastDay) this.#days.push(day, row);
    this.#lastDay = day;
    this.contractors.push(contractor + 1);
    this.#addPlacesAndFacets(permit, row);
    const { joined } = permit;
    this.#joined.push(joinedBits.reduce((bits, fact, i) => bits | (((joined >> fact) & 1) << i), 0));
    for (const { column, read } of this.#numbers) column.push(read(permit));
    for (const { read, texts } of this.#sought) this.#addSought(texts, read(permit), row);
    this.#addDescription(permit.description);
  }

  /** Adds a further address of the permit before: the lists of its places get the row as well. */
  addOther(permit: PermitView): void {
    const row = this.rows - 1;
    const { numbers } = this.#rowPlaces;
    if (this.#placedRow !== row) {
      this.#placedRow = row;
      this.#placed.clear();
      this.#note(numbers);
    }
    this.#rowPlaces.read(permit);
    for (const number of numbers) {
      if (number === 0 || this.#placed.has(number)) continue;
      this.#otherPlaces ??= this.#postingsOf(otherPlacePostings);
      for (const facet of this.#rowFacets) this.#otherPlaces.add(termOf(number - 1, facet), row);
    }
    this.#note(numbers);
    const ext = permit.zipCodeExt;
    // ZIP codes with extension are distinguished from the numbers of places by their sign.
    if (ext === 0 || ext === this.#rowZipExt || this.#placed.has(-ext)) return;
    this.#placed.add(-ext);
    this.#otherZipExts ??= this.#postingsOf(otherZipExtPostings);
    this.#otherZipExts.add(this.#zipExts.number(1, ext), row);
  }

  #note(numbers: Uint32Array): void {
    for (const number of numbers) this.#placed.add(number);
  }

  #postingsOf(name: string): PostingsWriter {
    return new PostingsWriter(this.#directory, name, `${this.#scratch}${name}`, { runPairs: otherRun });
  }

  async finish(ticker: Ticker): Promise<WrittenFile[]> {
    ticker.step('Indexing filters', null);
    const sought: WrittenFile[] = [];
    for (const texts of this.#sought) sought.push(...(await this.#finishSought(texts, ticker)));
    return [
      ...sought,
      this.#facets.finish(),
      this.#joined.finish(),
      ...this.#placeColumns.map((column) => column.finish()),
      ...this.#numbers.map(({ column }) => column.finish()),
      ...this.#postings.finish(),
      ...this.#pairs.finish(),
      ...this.#zipExtPostings.finish(),
      ...(this.#otherPlaces?.finish() ?? []),
      ...(this.#otherZipExts?.finish() ?? []),
      ...this.#points.finish(),
      this.#cellStates.finish(this.#directory, cellStatesFile),
      ...this.#texts.finish(),
      await this.#words(daysFile, Uint32Array.from(this.#days)),
      await this.#words(placesFile, this.places),
      await this.#words(zipExtsFile, this.#zipExts.sorted()),
    ];
  }

  /** The texts in their order, and a column with the rank of each row's, 0 without one. */
  async #finishSought({ column: name, texts }: SoughtTexts, ticker: Ticker): Promise<WrittenFile[]> {
    const ranks = new Uint32Array(this.rows);
    const files = await texts.finish(ticker, (row, rank) => {
      ranks[row] = rank + 1;
    });
    const column = new ColumnWriter(this.#directory, columnFile(name), 'u32');
    for (const rank of ranks) column.push(rank);
    await ticker.yieldToEventLoop();
    return [...files, column.finish()];
  }

  close(): void {
    const numbers = this.#numbers.map(({ column }) => column);
    const columns = [this.#facets, this.#joined, ...this.#placeColumns, ...numbers];
    const lists = [this.#postings, this.#pairs, this.#zipExtPostings, this.#points];
    const sought = this.#sought.map(({ texts }) => texts);
    for (const part of [...columns, ...lists, this.#texts, ...sought]) part.close();
    this.#otherPlaces?.close();
    this.#otherZipExts?.close();
  }

  async #words(name: string, words: Uint32Array): Promise<WrittenFile> {
    const file = new FileWriter(join(this.#directory, name));
    file.write(new Uint8Array(words.buffer));
    return file.finish();
  }

  #addPlacesAndFacets(permit: PermitView, row: number): void {
    const { tagsLow, tagsHigh, status, propertyType, recordKind, state, zipCodeExt: ext } = permit;
    this.#facets.push(tagsLow);
    this.#facets.push(packFacets(tagsHigh, status, propertyType, recordKind, permit.isOutlier));
    this.#rowPlaces.read(permit);
    const facets = facetsOf(tagsLow, tagsHigh, status, propertyType);
    this.#rowFacets = facets;
    for (let i = 0; i < this.#placeColumns.length; i++) {
      const place = u32At(this.#rowPlaces.numbers, i);
      this.#placeColumns[i]?.push(place);
      if (place === 0) continue;
      for (const facet of facets) this.#postings.add(termOf(place - 1, facet), row);
    }
    this.#addPoint(permit.x, permit.y);
    if (state !== 0) eachPair(facets, (one, other) => this.#pairs.add(pairTerm(state, one, other), row));
    this.#rowZipExt = ext;
    if (ext !== 0) this.#zipExtPostings.add(this.#zipExts.number(1, ext), row);
  }

  #addPoint(x: number, y: number): void {
    this.#points.add(x, y);
    if (y !== 0) this.#cellStates.add(cellNumber(x, y, cellStatesZoom), u32At(this.#rowPlaces.numbers, 0));
  }

  #addSought(texts: SortedTextsWriter, span: ByteSpan, row: number): void {
    const { bytes, from, to } = span;
    if (bytes[from] !== quote) return;
    const folded = this.#room(to - from);
    const length = foldLettersAndDigits(bytes, from + 1, to - 1, folded);
    if (length < 0) texts.add(foldNumber(readText(span)), row);
    else texts.addBytes(folded.subarray(0, length), row);
  }

  #addDescription(description: ByteSpan): void {
    const { bytes, from, to } = description;
    if (bytes[from] !== quote) {
      this.#texts.add('');
      return;
    }
    const length = to - from - 2;
    const folded = this.#room(length);
    if (foldPlain(bytes, from + 1, to - 1, toLower, folded)) this.#texts.addBytes(folded, length);
    else this.#texts.add(foldText(readText(description)));
  }

  /** Space for a text of this many bytes. */
  #room(length: number): Buffer {
    if (length > this.#folded.length) this.#folded = Buffer.alloc(length * 2);
    return this.#folded;
  }
}

function readText({ bytes, from, to }: ByteSpan): string {
  return JSON.parse(bytes.toString('utf8', from, to)) as string;
}

/** Passes on every pair of tags in the facets, by their numbers. */
function eachPair(facets: readonly number[], take: (one: number, other: number) => void): void {
  for (let i = 1; i < facets.length; i++) {
    const other = facetTag(elementAt(facets, i));
    if (other < 0) return;
    for (let j = 1; j < i; j++) take(facetTag(elementAt(facets, j)), other);
  }
}
