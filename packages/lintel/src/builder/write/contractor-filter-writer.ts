/**
 * Writes what contractors are filtered by: their names, licences, web sites and sums, and their permits put together,
 * once it is known in which row each contractor stands.
 */
import { join } from 'node:path';
import type { Contractor } from '@lintel/contract';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';

import type { Ticker } from '../../base/ticker.js';
import { ColumnReader, ColumnWriter } from '../../format/column/column-file.js';
import {
  columnFile,
  contractorFactWords,
  contractorFirsts,
  contractorGroupedFile,
  contractorLicenses,
  contractorTexts,
  contractorTotalsFile,
  contractorWebsites,
  contractorWork,
  contractorWorkWords,
  foldLicense,
  foldWebsite,
} from '../../format/filters/layout.js';
import { classificationBits, placeColumns } from '../../format/filters/terms.js';
import { GroupedRowsReader, writeGroupedRows } from '../../format/grouped-rows/grouped-rows.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import { SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import { foldText } from '../../format/text-index/text-index.js';
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
>;

export class ContractorFilterWriter {
  /** Row of each contractor, by its identity number; 0 is also what an unknown one has. */
  #rowOf = new Uint32Array(1024);
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
    while (identity >= this.#rowOf.length) {
      const larger = new Uint32Array(this.#rowOf.length * 2);
      larger.set(this.#rowOf);
      this.#rowOf = larger;
    }
    this.#rowOf[identity] = row;
    this.#names.add(contractorText(record.name, record.business_name));
    if (record.license !== null) this.#licenses.add(foldLicense(record.license), row);
    if (record.website !== null) this.#websites.add(foldWebsite(record.website), row);
    this.#factWords.set([
      record.total_job_value ?? Number.NaN,
      record.avg_inspection_pass_rate ?? Number.NaN,
      record.permit_count,
      classificationBits(record.classification_derived),
    ]);
    this.#facts.write(new Uint8Array(this.#factWords.buffer));
  }

  /**
   * Writes the files. `contractors` and `properties` tell of each permit's row the contractor's identity number and the
   * number of the property, each plus one.
   */
  async finish(contractors: Uint32Array, properties: Uint32Array, pace: Ticker): Promise<WrittenFile[]> {
    const { directory } = this.#outputs;
    const column = new ColumnWriter(directory, columnFile('contractor'), 'u32');
    const rows = contractors.length;
    for (let row = 0; row < rows; row++) {
      const identity = contractors[row] ?? 0;
      column.push(identity === 0 ? 0 : (this.#rowOf[identity - 1] ?? 0) + 1);
      if (row % 65_536 === 0) await pace.rest();
    }
    const files = [
      column.finish(),
      this.#facts.finish(),
      ...this.#names.finish(),
      ...(await this.#licenses.finish(pace)),
      ...(await this.#websites.finish(pace)),
    ];
    files.push(...(await this.#writeWork(rows, pace)));
    files.push(...(await this.#writeGrouped(properties, rows, pace)));
    return files;
  }

  close(): void {
    for (const part of [this.#facts, this.#names, this.#licenses, this.#websites]) part.close();
  }

  async #writeWork(rows: number, pace: Ticker): Promise<WrittenFile[]> {
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
          fill(row, into, at) {
            into[at] = row;
            into[at + 1] = facets.at(row);
            into[at + 2] = facets.at(row, 1);
            for (let i = 0; i < places.length; i++) into[at + 3 + i] = places[i]?.at(row) ?? 0;
          },
        },
        pace,
      );
    } finally {
      for (const reader of [contractor, facets, ...places]) reader.close();
    }
  }

  /**
   * The rows of each contractor's permits grouped by property, in the order of its `work`; and of each row in which of
   * its places it is the first of its contractor.
   */
  async #writeGrouped(properties: Uint32Array, rowCount: number, pace: Ticker): Promise<WrittenFile[]> {
    const { directory } = this.#outputs;
    const file = new FileWriter(join(directory, contractorGroupedFile));
    const work = new GroupedRowsReader(directory, contractorWork, contractorWorkWords);
    const firsts = new Uint8Array(rowCount);
    try {
      for (let contractor = 0; contractor < this.#rows; contractor++) {
        if (pace.count()) await pace.rest();
        const records = work.records(contractor);
        const rows = new Uint32Array(records.length / contractorWorkWords);
        for (let i = 0; i < rows.length; i++) rows[i] = records[i * contractorWorkWords] ?? 0;
        noteFirsts(records, firsts);
        file.write(new Uint8Array(groupRows(rows, properties).buffer));
      }
      const column = new FileWriter(join(directory, columnFile('firsts')));
      column.write(firsts);
      return [file.finish(), column.finish(), ...(await this.#writeFirsts(firsts, pace))];
    } finally {
      work.close();
      file.close();
    }
  }

  /** The same by place: a walk over a place's contractors meets nothing else. */
  async #writeFirsts(firsts: Uint8Array, pace: Ticker): Promise<WrittenFile[]> {
    const { directory, scratch } = this.#outputs;
    const options = { runPairs: firstsRunPairs };
    const lists = new PostingsWriter(directory, contractorFirsts, `${scratch}firsts`, options);
    const places = placeColumns.map(
      (name) => new ColumnReader(directory, columnFile(name), 'u32', firsts.length),
    );
    try {
      for (let row = 0; row < firsts.length; row++) {
        if (row % 65_536 === 0) await pace.rest();
        const bits = firsts[row] ?? 0;
        for (let i = 0; bits >>> i > 0; i++) {
          if (((bits >>> i) & 1) === 1) lists.add((places[i]?.at(row) ?? 0) - 1, row);
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
    for (let at = 0; at < records.length; at += contractorWorkWords) {
      const place = records[at + 3 + kind] ?? 0;
      // Most permits of a contractor lie in the place of the one before.
      if (place === 0 || place === last || seen.has(place)) continue;
      seen.add(place);
      last = place;
      const row = records[at] ?? 0;
      firsts[row] = (firsts[row] ?? 0) | (1 << kind);
    }
  }
}

/** Rows by property, in the order of each one's first row; rows without a property last. */
function groupRows(rows: Uint32Array, properties: Uint32Array): Uint32Array {
  if (rows.length < 2) return rows;
  const groups = new Map<number, number[]>();
  const alone: number[] = [];
  for (const row of rows) {
    const property = properties[row] ?? 0;
    const group = property === 0 ? alone : groups.get(property);
    if (group === undefined) groups.set(property, [row]);
    else group.push(row);
  }
  return Uint32Array.from([...[...groups.values()].flat(), ...alone]);
}

/** The text in which a contractor's name is searched. A character that no search can hold stands between its parts. */
export function contractorText(name: string | null, businessName: string | null): string {
  return `${foldText(name ?? '')} \u0001 ${foldText(businessName ?? '')}`;
}
