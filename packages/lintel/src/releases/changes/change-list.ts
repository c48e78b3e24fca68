/**
 * Reads the changes between two releases page by page: by number, or through the sorted numbers of a place.
 * Every step is a binary search, so that a page takes the same time anywhere in a list of any length.
 */
import { join } from 'node:path';
import type { ChangeType } from '@lintel/contract';
import { MappedFile } from '../../base/mapped-file.js';
import { firstWhere } from '../../base/memory/lower-bound.js';
import type { RecordBytes, RecordKind, SearchPage } from '../../format/record.js';
import { RowReader } from '../../format/segment/segment-reader.js';
import {
  type ChangeSection,
  type ChangesSummary,
  noRow,
  placeEntryBytes,
  placeKey,
  placeKeyBytes,
  placesFile,
  readSummary,
  rowsFile,
} from './layout.js';

/** Which changes are wanted; an empty list or null filters nothing. */
export interface ChangeQuery {
  readonly kinds: readonly RecordKind[];
  readonly changes: readonly ChangeType[];
  readonly geoId: string | null;
}

/** Gives the record of a row of the current release. */
export type RecordOfRow = (kind: RecordKind, row: number) => RecordBytes;

export class ChangeList {
  readonly summary: ChangesSummary;
  readonly #lines: RowReader;
  readonly #rowsFile: MappedFile;
  readonly #rows: Uint32Array;
  readonly #places: MappedFile;

  /** Opens the changes in a directory. Throws a UserError where a file is missing or foreign. */
  constructor(directory: string) {
    this.summary = readSummary(directory);
    this.#lines = new RowReader(directory, 'changes');
    this.#rowsFile = new MappedFile(join(directory, rowsFile));
    this.#rows = this.#rowsFile.numbers(Uint32Array);
    this.#places = new MappedFile(join(directory, placesFile), { access: 'at random' });
  }

  /** Changes that match, from number `from` on, each with its record. */
  page(query: ChangeQuery, from: number, size: number, recordOf: RecordOfRow): SearchPage {
    const items: RecordBytes[] = [];
    for (const { section, number } of this.#numbers(query, from)) {
      if (items.length === size) return { items, next: number };
      items.push(this.#item(section.kind, number, recordOf));
    }
    return { items, next: null };
  }

  /** How many changes match. */
  count(query: ChangeQuery): number {
    const place = query.geoId === null ? null : this.#entriesOf(placeKey(query.geoId));
    return this.#sections(query).reduce((sum, { start, end }) => {
      if (place === null) return sum + end - start;
      return sum + this.#entryFrom(place, end) - this.#entryFrom(place, start);
    }, 0);
  }

  /**
   * The changes of a kind and type whose rows in the current release `select` picks out of all of them, which
   * ascend.
   */
  *selected(
    kind: RecordKind,
    change: ChangeType,
    select: (rows: Uint32Array) => Iterable<number>,
    recordOf: RecordOfRow,
  ): Generator<RecordBytes, void, void> {
    const [section] = this.#sections({ kinds: [kind], changes: [change] });
    if (section === undefined) return;
    const { start, end } = section;
    for (const row of select(this.#rows.subarray(start, end))) {
      const number = firstWhere(start, end, (at) => (this.#rows[at] ?? noRow) >= row);
      yield this.#item(kind, number, recordOf);
    }
  }

  /** The rows in `[from, end)` of the current release whose records are not as they were, in no order. */
  rows(kind: RecordKind, from: number, end: number): number[] {
    const sections = this.summary.sections.filter((each) => each.kind === kind && each.change !== 'vanished');
    return sections.flatMap((section) => {
      const at = (row: number) =>
        firstWhere(section.start, section.end, (number) => (this.#rows[number] ?? noRow) >= row);
      return [...this.#rows.subarray(at(from), at(end))];
    });
  }

  close(): void {
    this.#lines.close();
    this.#rowsFile.close();
    this.#places.close();
  }

  #sections({ kinds, changes }: Pick<ChangeQuery, 'kinds' | 'changes'>): ChangeSection[] {
    return this.summary.sections.filter(
      ({ kind, change }) =>
        (kinds.length === 0 || kinds.includes(kind)) && (changes.length === 0 || changes.includes(change)),
    );
  }

  /** The numbers of the changes that match, ascending, each with its section. */
  *#numbers(query: ChangeQuery, from: number): Generator<{ section: ChangeSection; number: number }> {
    const place = query.geoId === null ? null : this.#entriesOf(placeKey(query.geoId));
    for (const section of this.#sections(query)) {
      const start = Math.max(section.start, from);
      if (place === null) {
        for (let number = start; number < section.end; number++) yield { section, number };
        continue;
      }
      for (let entry = this.#entryFrom(place, start); entry < place.end; entry++) {
        const number = this.#numberAt(entry);
        if (number >= section.end) break;
        yield { section, number };
      }
    }
  }

  /** The entries of a place: `[start, end)`. */
  #entriesOf(key: Buffer): EntryRange {
    const entries = this.#places.bytes / placeEntryBytes;
    const keyAt = (entry: number) => this.#places.slice(entry * placeEntryBytes, placeKeyBytes);
    return {
      start: firstWhere(0, entries, (entry) => keyAt(entry).compare(key) >= 0),
      end: firstWhere(0, entries, (entry) => keyAt(entry).compare(key) > 0),
    };
  }

  /** The first entry of a place whose change has that number or a higher one. */
  #entryFrom({ start, end }: EntryRange, number: number): number {
    return firstWhere(start, end, (entry) => this.#numberAt(entry) >= number);
  }

  #numberAt(entry: number): number {
    return this.#places.slice(entry * placeEntryBytes + placeKeyBytes, 4).readUInt32BE();
  }

  /** The change with its record, as on the wire. */
  #item(kind: RecordKind, number: number, recordOf: RecordOfRow): RecordBytes {
    const line = this.#lines.row(number);
    const row = this.#rows[number] ?? noRow;
    const record = row === noRow ? nullRecord : recordOf(kind, row);
    return Buffer.concat([line.subarray(0, -1), beforeRecord, record, endOfChange]);
  }
}

interface EntryRange {
  readonly start: number;
  readonly end: number;
}

const beforeRecord = Buffer.from(',"record":');
const nullRecord = Buffer.from('null');
const endOfChange = Buffer.from('}');
