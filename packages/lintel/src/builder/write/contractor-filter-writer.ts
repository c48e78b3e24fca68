/**
 * Writes what contractors are filtered by: their names, licences, web sites and sums, and their permits
 * grouped, once the row of each contractor is known.
 */
import { join } from 'node:path';
import type { Contractor } from '@lintel/contract';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { at, u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import type { Ticker } from '../../base/ticker.js';
import { ColumnReader, ColumnWriter } from '../../format/column/column-file.js';
import {
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
  foldContractorName,
  foldLicense,
  foldWebsite,
} from '../../format/filters/layout.js';
import { classificationBits, placeColumns } from '../../format/filters/terms.js';
import { GroupedRowsReader, writeGroupedRows } from '../../format/grouped-rows/grouped-rows.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import { SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import { TextIndexWriter } from '../../format/text-index/text-index-writer.js';
import type { FilterOutputs } from './permit-filter-writer.js';

const firstsRunPairs = 1 << 20;

/** What filters read of a contractor. */
export type FilteredContractor = Pick<
  Contractor,
  | 'name'
  | 'business_name'
  | 'license'
  | 'website'
  | 'total_job_value'
  | 'avg_inspection_pass_rate'
  | 'permit_count'
  | 'classification_derived'
> & {
  /** Where its tallies begin and end in its record. */
  readonly tallies: readonly [from: number, to: number];
};

/** Which contractors and properties the rows of permits have; see `finish`. */
interface PermitsOfContractors {
  readonly contractors: Uint32Array;
  readonly further: Uint32Array;
  readonly properties: Uint32Array;
}

export class ContractorFilterWriter {
  /** Row of each contractor plus one, by its identity number; 0 for one without a record. */
  readonly #rowOf = new GrowableU32();
  #rows = 0;
  readonly #outputs: FilterOutputs;
  readonly #facts: FileWriter;
  readonly #names: TextIndexWriter;
  readonly #licenses: SortedTextsWriter;
  readonly #websites: SortedTextsWriter;
  readonly #factWords = new Float64Array(contractorFactWords);

  constructor(outputs: FilterOutputs) {
    const { directory, scratch, memoryBytes } = outputs;
    this.#outputs = outputs;
    this.#facts = new FileWriter(join(directory, contractorTotalsFile));
    this.#names = new TextIndexWriter(directory, contractorTexts, `${scratch}names`);
    const sorted = (name: string) =>
      new SortedTextsWriter(directory, name, `${scratch}${name}`, memoryBytes / 16);
    this.#licenses = sorted(contractorLicenses);
    this.#websites = sorted(contractorWebsites);
  }

  /** Adds the contractor of the next row. */
  add(identity: number, record: FilteredContractor): void {
    const row = this.#rows++;
    while (identity >= this.#rowOf.length) this.#rowOf.push(0);
    this.#rowOf.set(identity, row + 1);
    this.#names.add(contractorText(record.name, record.business_name));
    if (record.license !== null) this.#licenses.add(foldLicense(record.license), row);
    if (record.website !== null) this.#websites.add(foldWebsite(record.website), row);
    this.#factWords.set([
      record.total_job_value ?? Number.NaN,
      record.avg_inspection_pass_rate ?? Number.NaN,
      record.permit_count,
      classificationBits(record.classification_derived),
      ...record.tallies,
    ]);
    this.#facts.write(new Uint8Array(this.#factWords.buffer));
  }

  /**
   * Writes the files. `contractors` and `properties` hold, for each permit's row, the identity number of the main
   * contractor and the number of the property, each plus one; `further` pairs of the identity number of a further
   * contractor and the row, by row.
   */
  async finish(
    { contractors, further, properties }: PermitsOfContractors,
    ticker: Ticker,
  ): Promise<WrittenFile[]> {
    const { directory } = this.#outputs;
    const column = new ColumnWriter(directory, columnFile('contractor'), 'u32');
    const rows = contractors.length;
    for (let row = 0; row < rows; row++) {
      const identity = u32At(contractors, row);
      const contractor = identity === 0 ? 0 : this.#rowOf.at(identity - 1);
      if (identity > 0 && contractor === 0)
        throw new Error(`permit ${row} names a contractor without a record`);
      column.push(contractor);
      if (row % 65_536 === 0) await ticker.yieldToEventLoop();
    }
    const files = [
      column.finish(),
      this.#facts.finish(),
      ...this.#names.finish(),
      ...(await this.#licenses.finish(ticker)),
      ...(await this.#websites.finish(ticker)),
    ];
    files.push(...(await this.#writeWork(rows, ticker)));
    files.push(...(await this.#writeGrouped(properties, this.#furtherRows(further), ticker)));
    return files;
  }

  /** The rows of the permits that name a contractor besides the main one, by its row. */
  #furtherRows(further: Uint32Array): ReadonlyMap<number, readonly number[]> {
    const rows = new Map<number, number[]>();
    for (let i = 0; i < further.length; i += 2) {
      const contractor = this.#rowOf.at(u32At(further, i)) - 1;
      const row = u32At(further, i + 1);
      const others = rows.get(contractor);
      if (others === undefined) rows.set(contractor, [row]);
      else others.push(row);
    }
    return rows;
  }

  close(): void {
    for (const part of [this.#facts, this.#names, this.#licenses, this.#websites]) part.close();
  }

  async #writeWork(rows: number, ticker: Ticker): Promise<WrittenFile[]> {
    const { directory, scratch } = this.#outputs;
    const open = (name: string, stride = 1) =>
      new ColumnReader(directory, columnFile(name), 'u32', rows, stride);
    const contractor = open('contractor');
    const facets = open('facets', 2);
    const places = placeColumns.map((name) => open(name));
    try {
      return await writeGroupedRows(
        directory,
        contractorWork,
        {
          groups: this.#rows,
          rows,
          words: contractorWorkWords,
          scratch: `${scratch}${contractorWork}`,
          groupOf: (row) => contractor.at(row) - 1,
          fill(row, into, to) {
            into[to] = row;
            into[to + 1] = facets.at(row);
            into[to + 2] = facets.at(row, 1);
            for (const [i, place] of places.entries()) into[to + 3 + i] = place.at(row);
          },
        },
        ticker,
      );
    } finally {
      for (const reader of [contractor, facets, ...places]) reader.close();
    }
  }

  /**
   * The rows of all permits of each contractor, grouped by property; and for each row, the places in which it is the
   * first of its main contractor.
   */
  async #writeGrouped(
    properties: Uint32Array,
    further: ReadonlyMap<number, readonly number[]>,
    ticker: Ticker,
  ): Promise<WrittenFile[]> {
    const { directory } = this.#outputs;
    const file = new FileWriter(join(directory, `${contractorGrouped}.work`));
    const starts = new Uint32Array(this.#rows + 1);
    const work = new GroupedRowsReader(directory, contractorWork, contractorWorkWords);
    const firsts = new Uint8Array(properties.length);
    try {
      for (let contractor = 0; contractor < this.#rows; contractor++) {
        if (ticker.count()) await ticker.yieldToEventLoop();
        const records = work.records(contractor);
        const others = further.get(contractor) ?? [];
        const own = records.length / contractorWorkWords;
        const rows = new Uint32Array(own + others.length);
        for (let i = 0; i < own; i++) rows[i] = u32At(records, i * contractorWorkWords);
        if (others.length > 0) {
          rows.set(others, own);
          rows.sort();
        }
        starts[contractor + 1] = u32At(starts, contractor) + rows.length;
        noteFirsts(records, firsts);
        file.write(new Uint8Array(groupRows(rows, properties).buffer));
      }
      const starting = new FileWriter(join(directory, `${contractorGrouped}.starts`));
      starting.write(new Uint8Array(starts.buffer));
      const column = new FileWriter(join(directory, columnFile('firsts')));
      column.write(firsts);
      return [
        file.finish(),
        starting.finish(),
        column.finish(),
        ...(await this.#writeFirsts(firsts, ticker)),
      ];
    } finally {
      work.close();
      file.close();
    }
  }

  /** The same by place: iterating over a place's contractors reads nothing else. */
  async #writeFirsts(firsts: Uint8Array, ticker: Ticker): Promise<WrittenFile[]> {
    const { directory, scratch } = this.#outputs;
    const options = { runPairs: firstsRunPairs };
    const lists = new PostingsWriter(directory, contractorFirsts, `${scratch}firsts`, options);
    const places = placeColumns.map(
      (name) => new ColumnReader(directory, columnFile(name), 'u32', firsts.length),
    );
    try {
      for (let row = 0; row < firsts.length; row++) {
        if (row % 65_536 === 0) await ticker.yieldToEventLoop();
        const bits = at(firsts, row);
        for (let i = 0; bits >>> i > 0; i++) {
          if (((bits >>> i) & 1) === 1) lists.add(at(places, i).at(row) - 1, row);
        }
      }
      return lists.finish();
    } finally {
      for (const part of [lists, ...places]) part.close();
    }
  }
}

/** Sets bit `i` of each row of a contractor that is its first in the place of kind `i`. */
function noteFirsts(records: Uint32Array, firsts: Uint8Array): void {
  for (let kind = 0; kind < placeColumns.length; kind++) {
    let last = 0;
    const seen = new Set<number>();
    for (let from = 0; from < records.length; from += contractorWorkWords) {
      const place = u32At(records, from + 3 + kind);
      // Most permits of a contractor are in the same place as the previous one.
      if (place === 0 || place === last || seen.has(place)) continue;
      seen.add(place);
      last = place;
      const row = u32At(records, from);
      firsts[row] = at(firsts, row) | (1 << kind);
    }
  }
}

/** Rows by property, in the order of each one's first row; rows without a property last. */
function groupRows(rows: Uint32Array, properties: Uint32Array): Uint32Array {
  if (rows.length < 2) return rows;
  const groups = new Map<number, number[]>();
  const alone: number[] = [];
  for (const row of rows) {
    const property = u32At(properties, row);
    const group = property === 0 ? alone : groups.get(property);
    if (group === undefined) groups.set(property, [row]);
    else group.push(row);
  }
  return Uint32Array.from([...[...groups.values()].flat(), ...alone]);
}

/** The text in which a contractor's name is searched. Its parts are separated by a character that no search contains. */
export function contractorText(name: string | null, businessName: string | null): string {
  return `${foldContractorName(name ?? '')} ${foldContractorName(businessName ?? '')}`;
}
