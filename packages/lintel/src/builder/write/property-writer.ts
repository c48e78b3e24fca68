/**
 * Writes the properties (C32): each address that a permit names, in the order of its newest permit, with the
 * facts from its permits, the newest first, and tallies over all of them; and what properties are filtered
 * by.
 *
 * In the pass over the permits, only those that add something new about their address are kept, sorted by
 * property.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishedFile, type WrittenFile } from '../../base/files/file-writer.js';
import { u32At } from '../../base/memory/at.js';
import { GrowableBytes, GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import { ColumnReader, ColumnWriter } from '../../format/column/column-file.js';
import { CoverageBuilder } from '../../format/filters/coverage.js';
import {
  columnFile,
  jurisdictionCoverageFile,
  propertyWork,
  propertyWorkWords,
} from '../../format/filters/layout.js';
import { packFacets, placeColumns } from '../../format/filters/terms.js';
import { writeGroupedRows } from '../../format/grouped-rows/grouped-rows.js';
import type { PermitView } from '../entry/permit-view.js';
import type { FilterOutputs } from './permit-filter-writer.js';
import { ContributionPacker } from './property-contribution.js';
import { PropertyPermits } from './property-permits.js';
import { PropertyRecords } from './property-records.js';
import { RowPlaces } from './row-places.js';

/** Name of the scratch file of the permits' facets. */
const facetsScratch = 'property-facets';
const jurisdictionColumn = placeColumns.indexOf('jurisdiction');
const cityColumn = placeColumns.indexOf('city');
const keyBytes = 8;

export class PropertyWriter {
  /** Number of the property of each permit's row plus one, 0 without an address. */
  readonly properties = new GrowableU32();
  /** Pairs of a permit's row and the property at a further address of it. */
  readonly #further = new GrowableU32();
  readonly #coverage = new CoverageBuilder();
  readonly #rowPlaces = new RowPlaces();
  readonly #keys = new KeyTable();
  /** Facts that are known of each property, as bits. */
  readonly #known = new GrowableU32();
  /** Dates of the newest and of the oldest dated permit of each property (YYYYMMDD, 0 without any). */
  readonly #newest = new GrowableU32();
  readonly #oldest = new GrowableU32();
  /** Tags, status and property type of each row, as in the column of the permits. */
  readonly #facets: ColumnWriter;
  readonly #contributions: ExternalSort;
  readonly #outputs: FilterOutputs;
  readonly #key = Buffer.alloc(keyBytes);
  readonly #packer = new ContributionPacker();
  readonly #permits: PropertyPermits;

  constructor(outputs: FilterOutputs) {
    this.#outputs = outputs;
    this.#permits = new PropertyPermits(outputs.scratch);
    this.#facets = new ColumnWriter(outputs.scratch, facetsScratch, 'u32');
    this.#contributions = new ExternalSort({
      path: `${outputs.scratch}property-contributions`,
      memoryBytes: outputs.memoryBytes / 2,
    });
  }

  /** Keys and numbers of all places (see `KeyTable.sorted`). */
  get places(): Uint32Array {
    return this.#rowPlaces.keys.sorted();
  }

  /**
   * Adds the next permit, whose JSON is its record from its address on, with the facts of the property. `contractor` is
   * negative without one, `type` the property type of the permit itself.
   */
  add(
    permit: PermitView,
    { contractor, type }: { readonly contractor: number; readonly type: number },
  ): void {
    const row = this.properties.length;
    this.#permits.add(permit, contractor);
    this.#rowPlaces.read(permit);
    this.#facets.push(permit.tagsLow);
    this.#facets.push(packFacets(permit.tagsHigh, permit.status, type));
    this.#cover(permit);
    this.#countInCity(permit);
    const address = permit.addressId;
    const property = address === null ? -1 : this.#keys.number(address.high, address.low);
    this.properties.push(property + 1);
    if (property >= 0) this.#contribute(property, row, permit, false);
  }

  /** Adds a further address of the permit before: what its row states about the property there. */
  addOther(permit: PermitView): void {
    const row = this.properties.length - 1;
    this.#rowPlaces.read(permit);
    this.#cover(permit);
    const address = permit.addressId;
    if (address === null) return;
    const property = this.#keys.number(address.high, address.low);
    this.#further.push(row);
    this.#further.push(property);
    this.#contribute(property, row, permit, true);
  }

  /** Keeps what a permit states about a property, where it adds anything new. */
  #contribute(property: number, row: number, permit: PermitView, isFurther: boolean): void {
    this.#date(property, permit.startDate);
    const { facts } = permit;
    if (property === this.#known.length) this.#known.push(facts);
    else if ((facts & ~this.#known.at(property)) === 0) return;
    else this.#known.set(property, this.#known.at(property) | facts);
    this.#key.writeUInt32BE(property);
    this.#key.writeUInt32BE(row, 4);
    const head = this.#packer.pack(permit, this.#rowPlaces.numbers, isFurther);
    this.#contributions.push(this.#key, head, permit.bytes.subarray(permit.json, permit.to));
  }

  async finish(ticker: Ticker): Promise<{ files: WrittenFile[]; rows: number }> {
    const { directory } = this.#outputs;
    const rows = this.properties.length;
    const count = this.#keys.length;
    ticker.step('Writing properties', count, 'properties');
    const files = await this.#writeWork(rows, ticker);
    files.push(await writeJson(join(directory, jurisdictionCoverageFile), this.#coverage.rows()));
    const permits = this.#permits.finish();
    const records = new PropertyRecords(this.#outputs, permits);
    try {
      const gathered = new GrowableBytes();
      let ends: number[] = [];
      let current = 0;
      const writeCurrent = () => {
        const pieces = ends.map((end, i) => gathered.view(ends[i - 1] ?? 0, end));
        const dates = { first: this.#oldest.at(current), last: this.#newest.at(current) };
        records.write(current, { id: this.#keys.key(current), dates, contributions: pieces });
        gathered.clear();
        ends = [];
      };
      for (const { bytes, key, payload, end } of this.#contributions.sorted()) {
        const property = bytes.readUInt32BE(key);
        if (property !== current) {
          if (ticker.count()) await ticker.yieldToEventLoop();
          writeCurrent();
          current = property;
        }
        gathered.push(bytes, payload, end);
        ends.push(gathered.length);
      }
      if (count > 0) writeCurrent();
      files.push(...(await records.finish(ticker)));
      return { files, rows: count };
    } finally {
      records.close();
      permits.close();
    }
  }

  close(): void {
    this.#facets.close();
    this.#contributions.close();
    this.#permits.close();
  }

  #cover({ jurisdictionId, startDate, tagsLow, tagsHigh }: PermitView): void {
    if (jurisdictionId === null) return;
    const place = u32At(this.#rowPlaces.numbers, jurisdictionColumn) - 1;
    this.#coverage.add(place, jurisdictionId, startDate, tagsLow, tagsHigh);
  }

  #countInCity(permit: PermitView): void {
    const { jurisdictionId, cityId } = permit;
    if (jurisdictionId === null) return;
    const { numbers } = this.#rowPlaces;
    const place = u32At(numbers, jurisdictionColumn) - 1;
    this.#coverage.count(place, jurisdictionId, u32At(numbers, cityColumn), cityId, () => isNamesake(permit));
  }

  /** Notes the date of a permit. The newest come first, those without a date last. */
  #date(property: number, start: number): void {
    if (property === this.#newest.length) {
      this.#newest.push(start);
      this.#oldest.push(start);
    } else if (start > 0) this.#oldest.set(property, start);
  }

  async #writeWork(rows: number, ticker: Ticker): Promise<WrittenFile[]> {
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
          scratch: `${scratch}${propertyWork}`,
          groupOf: (row) => this.properties.at(row) - 1,
          further: this.#further.view(),
          fill(row, into, to) {
            into[to] = row;
            into[to + 1] = facets.at(row);
            into[to + 2] = facets.at(row, 1);
          },
        },
        ticker,
      );
      return [written, ...files];
    } finally {
      facets.close();
    }
  }
}

/** Writes a small JSON file of the release. */
async function writeJson(path: string, value: unknown): Promise<WrittenFile> {
  writeFileSync(path, `${JSON.stringify(value)}\n`);
  return finishedFile(path);
}

/** Whether the address of a permit names a city as it names the jurisdiction. */
function isNamesake({ bytes, from, to }: PermitView): boolean {
  return /"city":("[^"]+").*?"jurisdiction":\1/.test(bytes.toString('utf8', from, to));
}
