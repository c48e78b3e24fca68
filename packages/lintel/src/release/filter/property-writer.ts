/**
 * Writes the properties (C32): each address that a permit names, in the order of its newest permit, with the facts that
 * its permits tell, the newest first, and with tallies over all of them; and what properties are filtered by.
 *
 * In the pass over the permits only those that tell something new of their address are kept, sorted by property.
 */
import { join } from 'node:path';
import { type PropertyFacts, propertyTypes } from '@lintel/contract';
import { ExternalSort } from '../build/external-sort.js';
import type { WrittenFile } from '../build/file-writer.js';
import { GrowableU32 } from '../build/growable.js';
import type { Pace } from '../build/pace.js';
import { dateText, isZero, permitAt } from '../build/prepared-row.js';
import { type EnrichedTail, filledFacts } from '../build/property-join.js';
import { IdsWriter, SegmentWriter } from '../build/segment-writer.js';
import { idsFile } from '../layout.js';
import { ClusterReader, writeClusters } from './clusters.js';
import { ColumnReader, ColumnWriter } from './column-file.js';
import { CoverageBuilder } from './coverage.js';
import { RowDates } from './days.js';
import { KeyTable } from './key-table.js';
import {
  columnFile,
  coverageFile,
  foldOwner,
  propertyColumnFile,
  propertyNumberColumns,
  propertyOwners,
  propertyPostings,
  propertyWork,
  propertyWorkWords,
} from './layout.js';
import { type FilterOutputs, facetsOf, writeJson } from './permit-filter-writer.js';
import { PermitTallies } from './permit-tallies.js';
import { PlaceJurisdictionsWriter } from './place-jurisdictions.js';
import { PostingsWriter } from './postings-writer.js';
import { SortedTextsWriter } from './sorted-texts.js';
import { highTagsMask, packFacets, placeColumns, termOf } from './terms.js';

const jurisdictionColumn = placeColumns.indexOf('jurisdiction');
const keyBytes = 8;
const ownerKey = Buffer.from('"property_legal_owner":');
const ownerEnd = Buffer.from(',"property_owner_type":');
/** What stands before the JSON of a contribution: numbers of the facts, places, property type. */
const at = { market: 0, lot: 8, area: 16, units: 24, year: 28, places: 32, type: 52, json: 53 } as const;

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
  readonly json: string;
}

export class PropertyWriter {
  /** Number of the property of each permit's row plus one, 0 without an address. */
  readonly properties = new GrowableU32();
  readonly coverage = new CoverageBuilder();
  readonly #keys = new KeyTable();
  /** Facts that are known of each property, as bits. */
  readonly #known = new GrowableU32();
  readonly #contributions: ExternalSort;
  readonly #outputs: FilterOutputs;
  readonly #key = Buffer.alloc(keyBytes);
  #payload = Buffer.alloc(4096);

  constructor(outputs: FilterOutputs) {
    this.#outputs = outputs;
    this.#contributions = new ExternalSort({
      path: `${outputs.scratch}properties-told`,
      memoryBytes: outputs.memoryBytes / 2,
    });
  }

  /** Adds the next permit; `places` are its place numbers, `tail` the end of its record when that was rewritten. */
  add(bytes: Buffer, from: number, end: number, tail: EnrichedTail | null, places: Uint32Array): void {
    const row = this.properties.length;
    this.#cover(bytes, from, places);
    if (isZero(bytes, from + permitAt.address)) {
      this.properties.push(0);
      return;
    }
    const address = from + permitAt.address;
    const property = this.#keys.number(bytes.readUInt32BE(address), bytes.readUInt32BE(address + 4));
    this.properties.push(property + 1);
    const facts = bytes.readUInt16LE(from + permitAt.facts);
    if (property === this.#known.length) this.#known.push(facts);
    else if ((facts & ~this.#known.at(property)) === 0) return;
    else this.#known.set(property, this.#known.at(property) | facts);
    this.#push(property, row, this.#pack(bytes, from, end, tail, places));
  }

  async finish(pace: Pace): Promise<{ files: WrittenFile[]; rows: number }> {
    const { directory } = this.#outputs;
    const rows = this.properties.length;
    const count = this.#keys.length;
    pace.step('Writing properties', count, 'properties');
    const files = await this.#writeWork(rows, pace);
    files.push(await writeJson(join(directory, coverageFile), this.coverage.rows()));
    const records = new PropertyRecords(this.#outputs, rows);
    try {
      let told: Buffer[] = [];
      let current = 0;
      for (const { bytes, key, payload, end } of this.#contributions.sorted()) {
        const property = bytes.readUInt32BE(key);
        if (property !== current) {
          if (pace.count()) await pace.rest();
          records.write(current, this.#id(current), told);
          told = [];
          current = property;
        }
        told.push(Buffer.from(bytes.subarray(payload, end)));
      }
      if (told.length > 0) records.write(current, this.#id(current), told);
      files.push(...(await records.finish(pace)));
      return { files, rows: count };
    } finally {
      records.close();
    }
  }

  close(): void {
    this.#contributions.close();
  }

  #cover(bytes: Buffer, from: number, places: Uint32Array): void {
    const place = places[jurisdictionColumn] ?? 0;
    if (place === 0) return;
    const start = bytes.readUInt32LE(from + permitAt.start);
    const low = bytes.readUInt32LE(from + permitAt.tagsLow);
    const high = bytes.readUInt32LE(from + permitAt.tagsHigh);
    this.coverage.add(place - 1, bytes, from + permitAt.jurisdiction, start, low, high);
  }

  #id(property: number): Buffer {
    const id = Buffer.alloc(8);
    const { high, low } = this.#keys.key(property);
    id.writeUInt32BE(high);
    id.writeUInt32BE(low, 4);
    return id;
  }

  #push(property: number, row: number, payload: Buffer): void {
    this.#key.writeUInt32BE(property);
    this.#key.writeUInt32BE(row, 4);
    this.#contributions.push(this.#key, payload);
  }

  #pack(bytes: Buffer, from: number, end: number, tail: EnrichedTail | null, places: Uint32Array): Buffer {
    const json = from + permitAt.json + bytes.readUInt32LE(from + permitAt.addressFrom);
    const jsonEnd = tail?.from ?? end;
    const length = at.json + jsonEnd - json + (tail?.text.length ?? 0);
    if (length > this.#payload.length) this.#payload = Buffer.alloc(length * 2);
    const into = this.#payload;
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.marketValue), at.market);
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.lotSize), at.lot);
    into.writeDoubleLE(bytes.readDoubleLE(from + permitAt.buildingArea), at.area);
    into.writeInt32LE(bytes.readInt32LE(from + permitAt.units), at.units);
    into.writeInt32LE(bytes.readInt32LE(from + permitAt.yearBuilt), at.year);
    for (let i = 0; i < placeColumns.length; i++) into.writeUInt32LE(places[i] ?? 0, at.places + i * 4);
    into.writeUInt8(bytes.readUInt8(from + permitAt.propertyType), at.type);
    const filled = at.json + bytes.copy(into, at.json, json, jsonEnd);
    tail?.text.copy(into, filled);
    return into.subarray(0, length);
  }

  async #writeWork(rows: number, pace: Pace): Promise<WrittenFile[]> {
    const { directory } = this.#outputs;
    const column = new ColumnWriter(directory, columnFile('property'), 'u32');
    for (let row = 0; row < rows; row++) column.push(this.properties.at(row));
    const written = column.finish();
    const facets = new ColumnReader(directory, columnFile('facets'), 'u32', rows, 2);
    try {
      const files = await writeClusters(
        directory,
        propertyWork,
        {
          groups: this.#keys.length,
          rows,
          words: propertyWorkWords,
          groupOf: (row) => this.properties.at(row) - 1,
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

/** Writes the records and columns of the properties, one after the other. */
class PropertyRecords {
  readonly #segment: SegmentWriter;
  readonly #ids: IdsWriter;
  readonly #work: ClusterReader;
  readonly #days: RowDates;
  readonly #postings: PostingsWriter;
  readonly #owners: SortedTextsWriter;
  readonly #directory: string;
  readonly #placeJurisdictions = new PlaceJurisdictionsWriter();
  readonly #facets: ColumnWriter;
  readonly #jurisdiction: ColumnWriter;
  readonly #numbers: readonly ColumnWriter[];

  constructor({ directory, scratch, memoryBytes }: FilterOutputs, rows: number) {
    this.#directory = directory;
    this.#segment = new SegmentWriter(directory, 'properties');
    this.#ids = new IdsWriter(
      join(directory, idsFile('properties')),
      `${scratch}property-places`,
      memoryBytes / 8,
    );
    this.#work = new ClusterReader(directory, propertyWork, propertyWorkWords);
    this.#days = new RowDates(directory, rows);
    this.#postings = new PostingsWriter(directory, propertyPostings, `${scratch}properties-by-place`);
    this.#owners = new SortedTextsWriter(directory, propertyOwners, `${scratch}owners`, memoryBytes / 8);
    this.#facets = new ColumnWriter(directory, propertyColumnFile('facets'), 'u32');
    this.#jurisdiction = new ColumnWriter(directory, propertyColumnFile('jurisdiction'), 'u32');
    this.#numbers = propertyNumberColumns.map(
      (name) => new ColumnWriter(directory, propertyColumnFile(name), 'f64', true),
    );
  }

  write(property: number, id: Buffer, told: readonly Buffer[]): void {
    const [newest] = told;
    if (newest === undefined) throw new Error(`no permit tells of property ${property}`);
    const facts = told.length === 1 ? readFacts(newest) : mergeFacts(told);
    const work = this.#work.records(property);
    const { low, packed, text } = this.#tallies(work);
    const head = `{"id":"${id.toString('base64url')}","address":`;
    this.#segment.write(Buffer.from(`${head}${facts.json}${text}`));
    const place = this.#segment.endRow();
    this.#ids.add({ high: id.readUInt32BE(), low: id.readUInt32BE(4) }, place);
    this.#facets.push(low);
    this.#facets.push(packFacets(packed & highTagsMask, 0, facts.type));
    const jurisdiction = newest.readUInt32LE(at.places + jurisdictionColumn * 4);
    this.#jurisdiction.push(jurisdiction);
    const numbers = [facts.market, facts.lot, facts.area, facts.units, facts.year];
    for (const [i, column] of this.#numbers.entries()) {
      const value = numbers[i] ?? Number.NaN;
      column.push(value < 0 ? Number.NaN : value);
    }
    if (facts.owner !== null) this.#owners.add(foldOwner(facts.owner), property);
    const facets = facetsOf(low, packed & highTagsMask, 0, facts.type);
    for (let i = 0; i < placeColumns.length; i++) {
      const number = newest.readUInt32LE(at.places + i * 4);
      if (number === 0) continue;
      for (const facet of facets) this.#postings.add(termOf(number - 1, facet), property);
      if (jurisdiction > 0) this.#placeJurisdictions.add(number - 1, jurisdiction - 1);
    }
  }

  async finish(pace: Pace): Promise<WrittenFile[]> {
    return [
      ...this.#segment.finish(),
      await this.#ids.finish(pace, 'properties'),
      ...this.#postings.finish(),
      ...(await this.#owners.finish(pace)),
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
      this.#days,
      this.#work,
      this.#postings,
      this.#owners,
      this.#facets,
      this.#jurisdiction,
      ...this.#numbers,
    ]) {
      part.close();
    }
  }

  /** All tags of a property's permits, and its tallies and dates as the end of its record. */
  #tallies(work: Uint32Array): { low: number; packed: number; text: string } {
    const counted = new PermitTallies();
    let [low, packed, first, last] = [0, 0, 0, 0];
    for (let i = 0; i < work.length; i += propertyWorkWords) {
      const [row = 0, tagsLow = 0, rest = 0] = work.subarray(i, i + propertyWorkWords);
      low |= tagsLow;
      packed |= rest & highTagsMask;
      counted.add(tagsLow, rest);
      const day = this.#days.of(row);
      if (day === 0) continue;
      if (last === 0) last = day;
      first = day;
    }
    const parts = {
      permit_count: work.length / propertyWorkWords,
      first_permit_date: dateText(first),
      last_permit_date: dateText(last),
      ...counted.tallies(),
    };
    return { low, packed, text: `,${JSON.stringify(parts).slice(1)}` };
  }
}

function readFacts(told: Buffer): Facts {
  const owner = told.indexOf(ownerKey, at.json) + ownerKey.length;
  const text = told.toString('utf8', owner, told.indexOf(ownerEnd, owner));
  return {
    market: told.readDoubleLE(at.market),
    lot: told.readDoubleLE(at.lot),
    area: told.readDoubleLE(at.area),
    units: told.readInt32LE(at.units),
    year: told.readInt32LE(at.year),
    type: told.readUInt8(at.type),
    owner: JSON.parse(text) as string | null,
    json: told.toString('utf8', at.json, told.length - 1),
  };
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
    json: text.slice('{"address":'.length, -1),
  };
}
