/**
 * Writes the records of properties one after the other, and the columns, lists and texts that they are
 * filtered by.
 */
import { join } from 'node:path';
import type { BuildingAddress } from '@lintel/contract';
import { flatAddressParts, flatPropertyFacts } from '@lintel/contract/plain';
import { dateText } from '../../base/calendar-date.js';
import type { WrittenFile } from '../../base/files/file-writer.js';
import { u32At } from '../../base/memory/at.js';
import type { Ticker } from '../../base/ticker.js';
import { ColumnWriter } from '../../format/column/column-file.js';
import {
  foldOwner,
  otherZipExtProperties,
  placeJurisdictionsFile,
  propertyColumnFile,
  propertyOwners,
  propertyPostings,
  propertyWork,
  propertyWorkWords,
} from '../../format/filters/layout.js';
import { PermitTallies } from '../../format/filters/permit-tallies.js';
import { PlacePairsWriter } from '../../format/filters/place-pairs.js';
import {
  facetsOf,
  highTagsMask,
  packFacets,
  placeColumns,
  termOf,
  zipExtText,
} from '../../format/filters/terms.js';
import { GroupedRowsReader } from '../../format/grouped-rows/grouped-rows.js';
import { idsFile } from '../../format/layout.js';
import { propertyNumberColumns } from '../../format/permit-fields.js';
import { xOf, yOf } from '../../format/points/mercator.js';
import { PointIndexWriter } from '../../format/points/point-index.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import { geoIdText, type RecordKey } from '../../format/record-key.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import { SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import type { FilterOutputs } from './permit-filter-writer.js';
import {
  furtherZipExt,
  mergeShares,
  type PropertyShare,
  placeNumber,
  readShare,
} from './property-contribution.js';
import type { PermitNumbers } from './property-permits.js';

/** Dates of the oldest and the newest dated permit, YYYYMMDD; 0 without any. */
interface Dates {
  readonly first: number;
  readonly last: number;
}

/** What is known of a property when its record is written. */
interface Property {
  readonly id: RecordKey;
  readonly dates: Dates;
  /** The contributions of permits that add something, the newest first. */
  readonly contributions: readonly Buffer[];
}

/** Writes the records and columns of the properties, one after the other. */
export class PropertyRecords {
  readonly #segment: SegmentWriter;
  readonly #ids: IdsWriter;
  readonly #work: GroupedRowsReader;
  readonly #postings: PostingsWriter;
  readonly #owners: SortedTextsWriter;
  /**
   * Properties by ZIP code with extension that their newest permit names as a further address; created on
   * first use.
   */
  #otherZipExts: SortedTextsWriter | null = null;
  readonly #openOtherZipExts: () => SortedTextsWriter;
  readonly #directory: string;
  readonly #placeJurisdictions = new PlacePairsWriter();
  readonly #points: PointIndexWriter;
  readonly #facets: ColumnWriter;
  readonly #jurisdiction: ColumnWriter;
  readonly #numbers: readonly ColumnWriter[];
  readonly #permits: PermitNumbers;
  readonly #counted = new PermitTallies();
  #text = Buffer.alloc(1 << 12);

  /** `permits`: numbers of all permits, by row. */
  constructor({ directory, scratch, memoryBytes }: FilterOutputs, permits: PermitNumbers) {
    this.#permits = permits;
    this.#directory = directory;
    this.#segment = new SegmentWriter(directory, 'properties');
    this.#ids = new IdsWriter(
      join(directory, idsFile('properties')),
      `${scratch}property-places`,
      memoryBytes / 8,
    );
    this.#work = new GroupedRowsReader(directory, propertyWork, propertyWorkWords);
    this.#postings = new PostingsWriter(directory, propertyPostings, `${scratch}properties-by-place`);
    this.#points = new PointIndexWriter(directory, 'properties', scratch);
    this.#owners = new SortedTextsWriter(directory, propertyOwners, `${scratch}owners`, memoryBytes / 8);
    this.#openOtherZipExts = () =>
      new SortedTextsWriter(directory, otherZipExtProperties, `${scratch}other-zip-exts`, memoryBytes / 16);
    this.#facets = new ColumnWriter(directory, propertyColumnFile('facets'), 'u32');
    this.#jurisdiction = new ColumnWriter(directory, propertyColumnFile('jurisdiction'), 'u32');
    this.#numbers = propertyNumberColumns.map(
      ({ name }) => new ColumnWriter(directory, propertyColumnFile(name), 'f64', true),
    );
  }

  write(property: number, { id, dates, contributions }: Property): void {
    const [newest, ...older] = contributions;
    if (newest === undefined) throw new Error(`no permit describes property ${property}`);
    const share = older.length === 0 ? readShare(newest) : mergeShares(newest, older);
    const work = this.#work.records(property);
    const { low, packed, text } = this.#tallies(work, dates);
    this.#writeText(`{"id":"${geoIdText(id)}","address":`);
    this.#segment.write(share.place);
    this.#segment.write(share.factsJson);
    this.#writeText(text);
    const address = addressOf(share);
    this.#segment.write(flatMembers(address, share));
    this.#points.add(...pointOf(address));
    this.#writeText(`${this.#permits.text(work)}}`);
    this.#ids.add(id, this.#segment.endRow());
    this.#facets.push(low);
    this.#facets.push(packFacets(packed & highTagsMask, 0, share.type));
    const jurisdiction = placeNumber(newest, 'jurisdiction');
    this.#jurisdiction.push(jurisdiction);
    for (const [i, value] of share.numbers.entries()) this.#numbers[i]?.push(value);
    const owner = share.facts.property_legal_owner;
    if (owner !== null) this.#owners.add(foldOwner(owner), property);
    const ext = furtherZipExt(newest);
    if (ext > 0) {
      this.#otherZipExts ??= this.#openOtherZipExts();
      this.#otherZipExts.add(zipExtText(ext), property);
    }
    const facets = facetsOf(low, packed & highTagsMask, 0, share.type);
    for (const column of placeColumns) {
      const number = placeNumber(newest, column);
      if (number === 0) continue;
      for (const facet of facets) this.#postings.add(termOf(number - 1, facet), property);
      if (jurisdiction > 0) this.#placeJurisdictions.add(number - 1, jurisdiction - 1);
    }
  }

  async finish(ticker: Ticker): Promise<WrittenFile[]> {
    return [
      ...(await this.#segment.finish()),
      await this.#ids.finish(ticker, 'properties'),
      ...this.#postings.finish(),
      ...this.#points.finish(),
      ...(await this.#owners.finish(ticker)),
      ...((await this.#otherZipExts?.finish(ticker)) ?? []),
      this.#facets.finish(),
      this.#jurisdiction.finish(),
      this.#placeJurisdictions.finish(this.#directory, placeJurisdictionsFile),
      ...this.#numbers.map((column) => column.finish()),
    ];
  }

  close(): void {
    for (const part of [
      this.#segment,
      this.#ids,
      this.#work,
      this.#postings,
      this.#points,
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

  /** All tags of a property's permits, and its tallies and dates as members of its record. */
  #tallies(work: Uint32Array, { first, last }: Dates): { low: number; packed: number; text: string } {
    const counted = this.#counted;
    counted.clear();
    let [low, packed] = [0, 0];
    for (let i = 0; i < work.length; i += propertyWorkWords) {
      const tagsLow = u32At(work, i + 1);
      const rest = u32At(work, i + 2);
      low |= tagsLow;
      packed |= rest & highTagsMask;
      counted.add(tagsLow, rest);
    }
    const dates = `"first_permit_date":${dateJson(first)},"last_permit_date":${dateJson(last)}`;
    const count = work.length / propertyWorkWords;
    return { low, packed, text: `,"permit_count":${count},${dates},${counted.text()}` };
  }
}

const dateJson = (date: number) => (date === 0 ? 'null' : `"${dateText(date)}"`);

const partKeys = flatAddressParts.map((name) => ({ name, key: `,"${name}":` }));
const factKeys = Object.entries(flatPropertyFacts).map(([name, fact]) => ({ fact, key: `,"${name}":` }));

function addressOf({ place }: PropertyShare): BuildingAddress {
  return (JSON.parse(`{"address":${place.toString()}}`) as { address: BuildingAddress }).address;
}

/** The point of an address in steps; (0, 0) without one. */
function pointOf({ latlng }: BuildingAddress): [x: number, y: number] {
  const [lat, lng] = latlng ?? [];
  return lat === undefined || lng === undefined ? [0, 0] : [xOf(lng), yOf(lat)];
}

/** The facts of a property under the flat names of C42, as members of its JSON. */
function flatMembers(address: BuildingAddress, { facts }: PropertyShare): Buffer {
  let text = '';
  for (const { name, key } of partKeys) text += key + JSON.stringify(address[name]);
  for (const { fact, key } of factKeys) text += key + JSON.stringify(facts[fact]);
  return Buffer.from(text);
}
