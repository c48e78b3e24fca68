/**
 * Writes the properties (C32): each address that a permit names, in the order of its newest permit, with the facts that
 * its permits tell, the newest first, and with tallies over all of them; and what properties are filtered by.
 *
 * In the pass over the permits only those that tell something new of their address are kept, sorted by property.
 */
import { join } from 'node:path';
import type { PropertyFacts } from '@lintel/contract';
import { propertyFactNames, propertyTypes } from '@lintel/contract/plain';
import type { WrittenFile } from '../../base/files/file-writer.js';
import { GrowableBytes, GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import { ColumnReader, ColumnWriter } from '../../format/column/column-file.js';
import { CoverageBuilder } from '../../format/filters/coverage.js';
import {
  columnFile,
  foldOwner,
  jurisdictionCoverageFile,
  otherZipExtProperties,
  propertyColumnFile,
  propertyNumberColumns,
  propertyOwners,
  propertyPostings,
  propertyWork,
  propertyWorkWords,
} from '../../format/filters/layout.js';
import { PermitTallies } from '../../format/filters/permit-tallies.js';
import { PlaceJurisdictionsWriter } from '../../format/filters/place-jurisdictions.js';
import { highTagsMask, packFacets, placeColumns, termOf, zipExtText } from '../../format/filters/terms.js';
import { GroupedRowsReader, writeGroupedRows } from '../../format/grouped-rows/grouped-rows.js';
import { idsFile } from '../../format/layout.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import type { RecordKey } from '../../format/record-key.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import { SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import { dateText, isZero, permitAt } from '../entry/permit-entry.js';
import { filledFacts } from '../link/enrich-permit.js';
import { type FilterOutputs, facetsOf, writeJson } from './permit-filter-writer.js';
import { RowPlaces } from './row-places.js';

/** Name of the scratch file of the permits' facets. */
const facetsScratch = 'property-facets';
const jurisdictionColumn = placeColumns.indexOf('jurisdiction');
const keyBytes = 8;
/** Bit of the owner among the facts that are known of a property. */
const ownerFact = 1 << propertyFactNames.indexOf('property_legal_owner');
const ownerKey = Buffer.from('"property_legal_owner":');
const ownerEnd = Buffer.from(',"property_owner_type":');
/** What stands before the JSON of a contribution: numbers of the facts, places, property type. */
const at = {
  market: 0,
  lot: 8,
  area: 16,
  units: 24,
  year: 28,
  places: 32,
  type: 52,
  /** 1 when the property is a further address of the permit. */
  isFurther: 53,
  zipExt: 54,
  json: 58,
} as const;

/** Where a permit tells of a property: its payload, and its record from the address on. */
interface Told {
  readonly bytes: Buffer;
  readonly from: number;
  readonly json: number;
  readonly end: number;
  readonly isFurther: boolean;
}

/** What a property's columns hold; unknown numbers are NaN or negative. */
interface Facts {
  readonly market: number;
  readonly lot: number;
  readonly area: number;
  readonly units: number;
  readonly year: number;
  readonly type: number;
  readonly owner: string | null;
  /** The JSON of a permit from `"address"` on, without the brace at its end. */
  readonly json: Buffer;
}

export class PropertyWriter {
  /** Number of the property of each permit's row plus one, 0 without an address. */
  readonly properties = new GrowableU32();
  /** Pairs of a permit's row and the property at a further address of it. */
  readonly #further = new GrowableU32();
  readonly #coverage = new CoverageBuilder();
  readonly #places = new RowPlaces();
  readonly #keys = new KeyTable();
  /** Facts that are known of each property, as bits. */
  readonly #known = new GrowableU32();
  /** Dates of the newest and of the oldest permit of each property that has one (YYYYMMDD, 0 without). */
  readonly #newest = new GrowableU32();
  readonly #oldest = new GrowableU32();
  /** Tags, status and property type of each row, as in the column of the permits. */
  readonly #facets: ColumnWriter;
  readonly #contributions: ExternalSort;
  readonly #outputs: FilterOutputs;
  readonly #key = Buffer.alloc(keyBytes);
  readonly #head = Buffer.alloc(at.json);

  constructor(outputs: FilterOutputs) {
    this.#outputs = outputs;
    this.#facets = new ColumnWriter(outputs.scratch, facetsScratch, 'u32');
    this.#contributions = new ExternalSort({
      path: `${outputs.scratch}properties-told`,
      memoryBytes: outputs.memoryBytes / 2,
    });
  }

  /**
   * Adds the next permit: the numbers of its payload lie at `from`, its record from its address on from `json` to `end`.
   */
  add(bytes: Buffer, from: number, json: number, end: number): void {
    const row = this.properties.length;
    this.#places.read(bytes, from);
    const low = bytes.readUInt32LE(from + permitAt.tagsLow);
    const high = bytes.readUInt32LE(from + permitAt.tagsHigh);
    const type = bytes.readUInt8(from + permitAt.propertyType);
    this.#facets.push(low);
    this.#facets.push(packFacets(high, bytes.readUInt8(from + permitAt.status), type));
    this.#cover(bytes, from, low, high);
    if (isZero(bytes, from + permitAt.address)) {
      this.properties.push(0);
      return;
    }
    const address = from + permitAt.address;
    const property = this.#keys.number(bytes.readUInt32BE(address), bytes.readUInt32BE(address + 4));
    this.properties.push(property + 1);
    this.#tell(property, row, { bytes, from, json, end, isFurther: false });
  }

  /** Adds a further address of the permit before: what its row tells of the property there. */
  addOther(bytes: Buffer, from: number, json: number, end: number): void {
    const row = this.properties.length - 1;
    this.#places.read(bytes, from);
    const low = bytes.readUInt32LE(from + permitAt.tagsLow);
    this.#cover(bytes, from, low, bytes.readUInt32LE(from + permitAt.tagsHigh));
    const address = from + permitAt.address;
    if (isZero(bytes, address)) return;
    const property = this.#keys.number(bytes.readUInt32BE(address), bytes.readUInt32BE(address + 4));
    this.#further.push(row);
    this.#further.push(property);
    this.#tell(property, row, { bytes, from, json, end, isFurther: true });
  }

  /** Keeps what a permit tells of a property, where it tells anything new. */
  #tell(property: number, row: number, { bytes, from, json, end, isFurther }: Told): void {
    this.#date(property, bytes.readUInt32LE(from + permitAt.start));
    const facts = bytes.readUInt16LE(from + permitAt.facts);
    if (property === this.#known.length) this.#known.push(facts);
    else if ((facts & ~this.#known.at(property)) === 0) return;
    else this.#known.set(property, this.#known.at(property) | facts);
    this.#key.writeUInt32BE(property);
    this.#key.writeUInt32BE(row, 4);
    this.#pack(bytes, from);
    this.#head.writeUInt8(isFurther ? 1 : 0, at.isFurther);
    this.#contributions.push(this.#key, this.#head, bytes.subarray(json, end));
  }

  async finish(pace: Ticker): Promise<{ files: WrittenFile[]; rows: number }> {
    const { directory } = this.#outputs;
    const rows = this.properties.length;
    const count = this.#keys.length;
    pace.step('Writing properties', count, 'properties');
    const files = await this.#writeWork(rows, pace);
    files.push(await writeJson(join(directory, jurisdictionCoverageFile), this.#coverage.rows()));
    const records = new PropertyRecords(this.#outputs);
    try {
      const told = new GrowableBytes();
      let ends: number[] = [];
      let current = 0;
      const writeCurrent = () => {
        const pieces = ends.map((end, i) => told.view(ends[i - 1] ?? 0, end));
        const dates = { first: this.#oldest.at(current), last: this.#newest.at(current) };
        const hasOwner = (this.#known.at(current) & ownerFact) !== 0;
        records.write(current, { id: this.#keys.key(current), dates, told: pieces, hasOwner });
        told.clear();
        ends = [];
      };
      for (const { bytes, key, payload, end } of this.#contributions.sorted()) {
        const property = bytes.readUInt32BE(key);
        if (property !== current) {
          if (pace.count()) await pace.rest();
          writeCurrent();
          current = property;
        }
        told.push(bytes, payload, end);
        ends.push(told.length);
      }
      if (count > 0) writeCurrent();
      files.push(...(await records.finish(pace)));
      return { files, rows: count };
    } finally {
      records.close();
    }
  }

  close(): void {
    this.#facets.close();
    this.#contributions.close();
  }

  #cover(bytes: Buffer, from: number, low: number, high: number): void {
    const place = this.#places.numbers[jurisdictionColumn] ?? 0;
    const start = bytes.readUInt32LE(from + permitAt.start);
    if (place > 0) this.#coverage.add(place - 1, bytes, from + permitAt.jurisdiction, start, low, high);
  }

  /** Notes the date of a permit. The newest come first, those without a date last. */
  #date(property: number, start: number): void {
    if (property === this.#newest.length) {
      this.#newest.push(start);
      this.#oldest.push(start);
    } else if (start > 0) this.#oldest.set(property, start);
  }

  /** What stands before the JSON of the permit at `from`. */
  #pack(bytes: Buffer, from: number): void {
    const into = this.#head;
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.marketValue), at.market);
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.lotSize), at.lot);
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.buildingArea), at.area);
    into.writeInt32LE(bytes.readInt32LE(from + permitAt.units), at.units);
    into.writeInt32LE(bytes.readInt32LE(from + permitAt.yearBuilt), at.year);
    const { numbers } = this.#places;
    for (let i = 0; i < numbers.length; i++) into.writeUInt32LE(numbers[i] ?? 0, at.places + i * 4);
    into.writeUInt8(bytes.readUInt8(from + permitAt.propertyType), at.type);
    into.writeUInt32LE(bytes.readUInt32LE(from + permitAt.zipExt), at.zipExt);
  }

  async #writeWork(rows: number, pace: Ticker): Promise<WrittenFile[]> {
    const { directory, scratch } = this.#outputs;
    this.#facets.finish();
    const column = new ColumnWriter(directory, columnFile('property'), 'u32');
    for (let row = 0; row < rows; row++) column.push(this.properties.at(row));
    const written = column.finish();
    const facets = new ColumnReader(scratch, facetsScratch, 'u32', rows, 2);
    try {
      const files = await writeGroupedRows(
        directory,
        propertyWork,
        {
          groups: this.#keys.length,
          rows,
          words: propertyWorkWords,
          groupOf: (row) => this.properties.at(row) - 1,
          further: this.#further.view(),
          fill(row, into, to) {
            into[to] = row;
            into[to + 1] = facets.at(row);
            into[to + 2] = facets.at(row, 1);
          },
        },
        pace,
      );
      return [written, ...files];
    } finally {
      facets.close();
    }
  }
}

/** Dates of the oldest and the newest permit that has one, YYYYMMDD; 0 without. */
interface Dates {
  readonly first: number;
  readonly last: number;
}

/** What is known of a property when its record is written. */
interface Property {
  readonly id: RecordKey;
  readonly dates: Dates;
  /** What its permits tell that tell anything new, the newest first. */
  readonly told: readonly Buffer[];
  /** Whether any of them names its owner. */
  readonly hasOwner: boolean;
}

/** Writes the records and columns of the properties, one after the other. */
class PropertyRecords {
  readonly #segment: SegmentWriter;
  readonly #ids: IdsWriter;
  readonly #work: GroupedRowsReader;
  readonly #postings: PostingsWriter;
  readonly #owners: SortedTextsWriter;
  /** Properties by ZIP code with extension that their newest permit names as a further address; made when there is one. */
  #otherZipExts: SortedTextsWriter | null = null;
  readonly #openOtherZipExts: () => SortedTextsWriter;
  readonly #directory: string;
  readonly #placeJurisdictions = new PlaceJurisdictionsWriter();
  readonly #facets: ColumnWriter;
  readonly #jurisdiction: ColumnWriter;
  readonly #numbers: readonly ColumnWriter[];
  readonly #id = Buffer.alloc(8);
  readonly #counted = new PermitTallies();
  #text = Buffer.alloc(1 << 12);

  constructor({ directory, scratch, memoryBytes }: FilterOutputs) {
    this.#directory = directory;
    this.#segment = new SegmentWriter(directory, 'properties');
    this.#ids = new IdsWriter(
      join(directory, idsFile('properties')),
      `${scratch}property-places`,
      memoryBytes / 8,
    );
    this.#work = new GroupedRowsReader(directory, propertyWork, propertyWorkWords);
    this.#postings = new PostingsWriter(directory, propertyPostings, `${scratch}properties-by-place`);
    this.#owners = new SortedTextsWriter(directory, propertyOwners, `${scratch}owners`, memoryBytes / 8);
    this.#openOtherZipExts = () =>
      new SortedTextsWriter(directory, otherZipExtProperties, `${scratch}other-zip-exts`, memoryBytes / 16);
    this.#facets = new ColumnWriter(directory, propertyColumnFile('facets'), 'u32');
    this.#jurisdiction = new ColumnWriter(directory, propertyColumnFile('jurisdiction'), 'u32');
    this.#numbers = propertyNumberColumns.map(
      (name) => new ColumnWriter(directory, propertyColumnFile(name), 'f64', true),
    );
  }

  write(property: number, { id, dates, told, hasOwner }: Property): void {
    const [newest] = told;
    if (newest === undefined) throw new Error(`no permit tells of property ${property}`);
    const facts = told.length === 1 ? readFacts(newest, hasOwner) : mergeFacts(told);
    const work = this.#work.records(property);
    const { low, packed, text } = this.#tallies(work, dates);
    this.#id.writeUInt32BE(id.high);
    this.#id.writeUInt32BE(id.low, 4);
    this.#writeText(`{"id":"${this.#id.toString('base64url')}","address":`);
    this.#segment.write(facts.json);
    this.#writeText(text);
    this.#ids.add(id, this.#segment.endRow());
    this.#facets.push(low);
    this.#facets.push(packFacets(packed & highTagsMask, 0, facts.type));
    const jurisdiction = newest.readUInt32LE(at.places + jurisdictionColumn * 4);
    this.#jurisdiction.push(jurisdiction);
    const numbers = [facts.market, facts.lot, facts.area, facts.units, facts.year];
    for (let i = 0; i < numbers.length; i++) {
      const value = numbers[i] ?? Number.NaN;
      this.#numbers[i]?.push(value < 0 ? Number.NaN : value);
    }
    if (facts.owner !== null) this.#owners.add(foldOwner(facts.owner), property);
    const ext = newest.readUInt32LE(at.zipExt);
    if (ext > 0 && newest.readUInt8(at.isFurther) === 1) {
      this.#otherZipExts ??= this.#openOtherZipExts();
      this.#otherZipExts.add(zipExtText(ext), property);
    }
    const facets = facetsOf(low, packed & highTagsMask, 0, facts.type);
    for (let i = 0; i < placeColumns.length; i++) {
      const number = newest.readUInt32LE(at.places + i * 4);
      if (number === 0) continue;
      for (const facet of facets) this.#postings.add(termOf(number - 1, facet), property);
      if (jurisdiction > 0) this.#placeJurisdictions.add(number - 1, jurisdiction - 1);
    }
  }

  async finish(pace: Ticker): Promise<WrittenFile[]> {
    return [
      ...(await this.#segment.finish()),
      await this.#ids.finish(pace, 'properties'),
      ...this.#postings.finish(),
      ...(await this.#owners.finish(pace)),
      ...((await this.#otherZipExts?.finish(pace)) ?? []),
      this.#facets.finish(),
      this.#jurisdiction.finish(),
      this.#placeJurisdictions.finish(this.#directory),
      ...this.#numbers.map((column) => column.finish()),
    ];
  }

  close(): void {
    for (const part of [
      this.#segment,
      this.#ids,
      this.#work,
      this.#postings,
      this.#owners,
      this.#facets,
      this.#jurisdiction,
      ...this.#numbers,
    ]) {
      part.close();
    }
    this.#otherZipExts?.close();
  }

  /** Appends ASCII to the record. */
  #writeText(text: string): void {
    if (text.length > this.#text.length) this.#text = Buffer.alloc(text.length * 2);
    this.#segment.write(this.#text, 0, this.#text.write(text, 'latin1'));
  }

  /** All tags of a property's permits, and its tallies and dates as the end of its record. */
  #tallies(work: Uint32Array, { first, last }: Dates): { low: number; packed: number; text: string } {
    const counted = this.#counted;
    counted.clear();
    let [low, packed] = [0, 0];
    for (let i = 0; i < work.length; i += propertyWorkWords) {
      const tagsLow = work[i + 1] ?? 0;
      const rest = work[i + 2] ?? 0;
      low |= tagsLow;
      packed |= rest & highTagsMask;
      counted.add(tagsLow, rest);
    }
    const dates = `"first_permit_date":${dateJson(first)},"last_permit_date":${dateJson(last)}`;
    const count = work.length / propertyWorkWords;
    return { low, packed, text: `,"permit_count":${count},${dates},${counted.text()}}` };
  }
}

const dateJson = (date: number) => (date === 0 ? 'null' : `"${dateText(date)}"`);

function readFacts(told: Buffer, hasOwner: boolean): Facts {
  return {
    market: told.readDoubleLE(at.market),
    lot: told.readDoubleLE(at.lot),
    area: told.readDoubleLE(at.area),
    units: told.readInt32LE(at.units),
    year: told.readInt32LE(at.year),
    type: told.readUInt8(at.type),
    owner: hasOwner ? readOwner(told) : null,
    json: told.subarray(at.json, told.length - 1),
  };
}

function readOwner(told: Buffer): string | null {
  const owner = told.indexOf(ownerKey, at.json) + ownerKey.length;
  return JSON.parse(told.toString('utf8', owner, told.indexOf(ownerEnd, owner))) as string | null;
}

/** The newest facts, filled from older permits where they do not tell. */
function mergeFacts(told: readonly Buffer[]): Facts {
  const parsed = told.map(
    (each) => JSON.parse(`{"address":${each.toString('utf8', at.json)}`) as Record<string, unknown>,
  );
  const [newest = {}] = parsed;
  const { address, geo_ids, ...own } = newest;
  let facts = own as PropertyFacts;
  for (const older of parsed.slice(1)) {
    const { address: _, geo_ids: __, ...rest } = older;
    facts = filledFacts(facts, rest as PropertyFacts);
  }
  const kept = Object.fromEntries(Object.keys(own).map((name) => [name, facts[name as keyof PropertyFacts]]));
  const text = JSON.stringify({ address, geo_ids, ...kept });
  return {
    market: facts.property_assess_market_value ?? Number.NaN,
    lot: facts.property_lot_size ?? Number.NaN,
    area: facts.property_building_area ?? Number.NaN,
    units: facts.property_unit_count ?? -1,
    year: facts.property_year_built ?? -1,
    type: facts.property_type === null ? 0 : 1 + propertyTypes.indexOf(facts.property_type),
    owner: facts.property_legal_owner,
    json: Buffer.from(text.slice('{"address":'.length, -1)),
  };
}
