/** Opens the files that filtered searches read: they are mapped into memory. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MappedFile } from '../base/mapped-file.js';
import { at } from '../base/memory/at.js';
import { findKey } from '../base/memory/key-table.js';
import { AreaDictionary } from '../format/areas/area-dictionary.js';
import { areasFile } from '../format/areas/area-sets.js';
import { ColumnReader } from '../format/column/column-file.js';
import { RowDates } from '../format/column/row-dates.js';
import { DictionaryReader } from '../format/dictionary/dictionary.js';
import type { JurisdictionCoverage } from '../format/filters/coverage.js';
import {
  cellStatesFile,
  columnFile,
  contractorFactWords,
  contractorFirsts,
  contractorGrouped,
  contractorLicenses,
  contractorTexts,
  contractorTotalsFile,
  contractorWebsites,
  contractorWork,
  contractorWorkWords,
  jurisdictionCoverageFile,
  otherPlacePostings,
  otherZipExtPostings,
  otherZipExtProperties,
  permitPairs,
  permitPostings,
  permitTexts,
  placeJurisdictionsFile,
  placesFile,
  propertyColumnFile,
  propertyOwners,
  propertyPostings,
  propertyWork,
  propertyWorkWords,
  type SoughtText,
  soughtTexts,
  zipExtPostings,
  zipExtsFile,
} from '../format/filters/layout.js';
import { PlacePairs } from '../format/filters/place-pairs.js';
import { type PlaceKey, placeColumns } from '../format/filters/terms.js';
import { GroupedRowsReader } from '../format/grouped-rows/grouped-rows.js';
import {
  type DictionaryField,
  dictionaryFields,
  type NumberColumn,
  numberColumns,
  type PropertyNumberColumn,
  propertyNumberColumns,
} from '../format/permit-fields.js';
import { PointIndexReader } from '../format/points/point-index.js';
import { BitmapCache } from '../format/postings/bitmap-cursor.js';
import { PostingsReader } from '../format/postings/postings-reader.js';
import { SortedTextsReader } from '../format/sorted-texts/sorted-texts.js';
import { TextIndexReader } from '../format/text-index/text-index.js';

interface RecordCounts {
  readonly permits: number;
  readonly contractors: number;
  readonly properties: number;
}

/** Facts of all contractors, in the order of their rows. */
export interface ContractorFacts {
  totalJobValue(contractor: number): number;
  inspection(contractor: number): number;
  permits(contractor: number): number;
  classifications(contractor: number): number;
  /** Where its two tallies, with their keys, begin and end in its record. */
  talliesFrom(contractor: number): number;
  talliesTo(contractor: number): number;
}

/** Texts in their order, and the rank of each row's plus one, 0 without one. */
interface SoughtReader {
  readonly texts: SortedTextsReader;
  readonly ranks: ColumnReader;
}

export class Filters {
  readonly counts: RecordCounts;
  readonly dates: RowDates;
  readonly facets: ColumnReader;
  /** Bit `i` of a row: its fact `i` of `joinedFacts` is stated by another row. */
  readonly joined: ColumnReader;
  readonly contractor: ColumnReader;
  readonly property: ColumnReader;
  /** Bit `i` of a row: it is the first of its contractor in the place of kind `i`. */
  readonly firsts: ColumnReader;
  /** The same rows as lists, by the number of the place. */
  readonly firstsByPlace: PostingsReader;
  readonly places: readonly ColumnReader[];
  readonly numbers: Readonly<Record<NumberColumn, ColumnReader>>;
  /** The texts of fields in the words of their source, and which permits have each. */
  readonly dictionaries: Readonly<Record<DictionaryField, DictionaryReader>>;
  /** The named areas of permits; null in a release without any. */
  readonly areas: AreaDictionary | null;
  readonly byPlace: PostingsReader;
  readonly byPair: PostingsReader;
  /** Long lists of permits as bitmaps, for intersections. */
  readonly bitmaps: BitmapCache;
  readonly byZipExt: PostingsReader;
  readonly descriptions: TextIndexReader;
  readonly sought: Readonly<Record<SoughtText, SoughtReader>>;
  readonly names: TextIndexReader;
  readonly licenses: SortedTextsReader;
  readonly websites: SortedTextsReader;
  readonly contractorWork: GroupedRowsReader;
  readonly contractorGrouped: GroupedRowsReader;
  /**
   * Rows by place and by ZIP code with extension that contain only a further address of the permit; null
   * without any.
   */
  readonly byOtherPlace: PostingsReader | null;
  readonly byOtherZipExt: PostingsReader | null;
  /** Properties by ZIP code with extension, where their newest permit names them as a further address. */
  readonly otherZipExtProperties: SortedTextsReader | null;
  readonly propertyWork: GroupedRowsReader;
  readonly propertiesByPlace: PostingsReader;
  readonly propertyFacets: ColumnReader;
  readonly propertyJurisdiction: ColumnReader;
  readonly propertyNumbers: Readonly<Record<PropertyNumberColumn, ColumnReader>>;
  readonly owners: SortedTextsReader;
  readonly coverage: readonly JurisdictionCoverage[];
  /** The jurisdictions of the properties in each place. */
  readonly jurisdictions: PlacePairs;
  /** The states plus one, 0 for none, of the permits in each cell of `cellStatesZoom`. */
  readonly cellStates: PlacePairs;
  readonly points: PointIndexReader;
  readonly propertyPoints: PointIndexReader;
  readonly contractorFacts: ContractorFacts;
  readonly #placeKeys: Uint32Array;
  readonly #zipExtKeys: Uint32Array;
  /** By the number of a place, which of the keys is its; made when first needed. */
  #keyRows: Uint32Array | null = null;
  readonly #open: { close(): void }[] = [];

  /** The number of the property at an address; null when no permit names it. */
  readonly propertyRow: (geoId: string) => number | null;

  /** `propertyRow` finds the row of a property by its id. */
  constructor(directory: string, counts: RecordCounts, propertyRow: (geoId: string) => number | null) {
    this.propertyRow = propertyRow;
    this.counts = counts;
    const { permits, properties } = counts;
    try {
      const column = (name: string, stride = 1) =>
        this.#opened(new ColumnReader(directory, columnFile(name), 'u32', permits, stride));
      this.dates = this.#opened(new RowDates(directory, permits));
      this.facets = column('facets', 2);
      this.joined = this.#opened(new ColumnReader(directory, columnFile('joined'), 'u8', permits));
      this.contractor = column('contractor');
      this.property = column('property');
      this.firsts = this.#opened(new ColumnReader(directory, columnFile('firsts'), 'u8', permits));
      this.firstsByPlace = this.#opened(new PostingsReader(directory, contractorFirsts));
      this.places = placeColumns.map((name) => column(name));
      this.numbers = record(numberColumns, ({ name, type }) => [
        name,
        this.#opened(new ColumnReader(directory, columnFile(name), type, permits)),
      ]);
      this.dictionaries = record(dictionaryFields, (name) => [
        name,
        this.#opened(new DictionaryReader(directory, name, permits)),
      ]);
      this.areas = existsSync(join(directory, areasFile))
        ? this.#opened(new AreaDictionary(directory, permits))
        : null;
      this.bitmaps = new BitmapCache(permits);
      this.byPlace = this.#opened(new PostingsReader(directory, permitPostings));
      this.byPair = this.#opened(new PostingsReader(directory, permitPairs));
      this.byZipExt = this.#opened(new PostingsReader(directory, zipExtPostings));
      this.byOtherPlace = this.#others(directory, otherPlacePostings);
      this.byOtherZipExt = this.#others(directory, otherZipExtPostings);
      this.otherZipExtProperties = existsSync(join(directory, `${otherZipExtProperties}.texts`))
        ? this.#opened(new SortedTextsReader(directory, otherZipExtProperties))
        : null;
      this.descriptions = this.#opened(new TextIndexReader(directory, permitTexts, permits));
      this.sought = record(soughtTexts, ({ column: name, file }) => [
        name,
        { texts: this.#opened(new SortedTextsReader(directory, file)), ranks: column(name) },
      ]);
      this.names = this.#opened(new TextIndexReader(directory, contractorTexts, counts.contractors));
      this.licenses = this.#opened(new SortedTextsReader(directory, contractorLicenses));
      this.websites = this.#opened(new SortedTextsReader(directory, contractorWebsites));
      this.contractorWork = this.#opened(
        new GroupedRowsReader(directory, contractorWork, contractorWorkWords),
      );
      this.contractorGrouped = this.#opened(new GroupedRowsReader(directory, contractorGrouped, 1));
      this.propertyWork = this.#opened(new GroupedRowsReader(directory, propertyWork, propertyWorkWords));
      this.propertiesByPlace = this.#opened(new PostingsReader(directory, propertyPostings));
      const facts = (name: string, type: 'u32' | 'f64', stride = 1) =>
        this.#opened(new ColumnReader(directory, propertyColumnFile(name), type, properties, stride));
      this.propertyFacets = facts('facets', 'u32', 2);
      this.propertyJurisdiction = facts('jurisdiction', 'u32');
      this.propertyNumbers = record(propertyNumberColumns, ({ name }) => [name, facts(name, 'f64')]);
      this.owners = this.#opened(new SortedTextsReader(directory, propertyOwners));
      this.coverage = JSON.parse(readFileSync(join(directory, jurisdictionCoverageFile), 'utf8'));
      this.jurisdictions = this.#opened(new PlacePairs(directory, placeJurisdictionsFile));
      this.cellStates = this.#opened(new PlacePairs(directory, cellStatesFile));
      this.points = this.#opened(new PointIndexReader(directory, 'permits', permits));
      this.propertyPoints = this.#opened(new PointIndexReader(directory, 'properties', properties));
      const whole = (name: string) => this.#opened(new MappedFile(join(directory, name)));
      this.#placeKeys = whole(placesFile).numbers(Uint32Array);
      this.#zipExtKeys = whole(zipExtsFile).numbers(Uint32Array);
      this.contractorFacts = contractorFactsIn(
        whole(contractorTotalsFile).numbers(Float64Array),
        counts.contractors,
      );
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The number of a place; negative when no permit is in it. */
  placeNumber({ high, low }: PlaceKey): number {
    return findKey(this.#placeKeys, high, low);
  }

  /** How many numbers of places there are. */
  get placeCount(): number {
    return this.#placeKeys.length / 3;
  }

  /** The key of the place of a number. */
  placeKey(number: number): PlaceKey {
    this.#keyRows ??= keyRowsOf(this.#placeKeys);
    const row = at(this.#keyRows, number) * 3;
    return { high: at(this.#placeKeys, row), low: at(this.#placeKeys, row + 1) };
  }

  /** The number of a ZIP code with its extension; negative when no permit has it. */
  zipExtNumber({ high, low }: PlaceKey): number {
    return findKey(this.#zipExtKeys, high, low);
  }

  close(): void {
    for (const part of this.#open.splice(0)) part.close();
  }

  /** Lists of permits with a further address; null without any. */
  #others(directory: string, name: string): PostingsReader | null {
    return existsSync(join(directory, `${name}.terms`))
      ? this.#opened(new PostingsReader(directory, name))
      : null;
  }

  #opened<T extends { close(): void }>(part: T): T {
    this.#open.push(part);
    return part;
  }
}

function record<T, K extends string, V>(items: readonly T[], entry: (item: T) => readonly [K, V]) {
  return Object.fromEntries(items.map(entry)) as Record<K, V>;
}

function keyRowsOf(keys: Uint32Array): Uint32Array {
  const rows = new Uint32Array(keys.length / 3);
  for (let row = 0; row < rows.length; row++) rows[at(keys, row * 3 + 2)] = row;
  return rows;
}

function contractorFactsIn(words: Float64Array, contractors: number): ContractorFacts {
  if (words.length !== contractors * contractorFactWords)
    throw new Error(`${contractorTotalsFile} does not hold ${contractors} contractors`);
  const fact = (word: number) => (contractor: number) =>
    at(words, contractor * contractorFactWords + word, contractorTotalsFile);
  return {
    totalJobValue: fact(0),
    inspection: fact(1),
    permits: fact(2),
    classifications: fact(3),
    talliesFrom: fact(4),
    talliesTo: fact(5),
  };
}
