/**
 * A table for people (C62) as CSV or as a workbook: rows of records, with the names of their contractors, which are
 * looked up some records at a time.
 */
import { spreadsheetText } from '@lintel/contract/plain';
import type { Awaitable } from '../base/awaitable.js';
import { LruCache } from '../base/memory/lru-cache.js';
import type { RecordBytes } from '../format/record.js';
import type { ExportKind } from './kinds.js';
import { type PeopleColumn, peopleColumns } from './people-columns.js';
import type { ByteSink, TableWriter } from './table-writer.js';
import { csvRow } from './text-writer.js';
import { Workbook } from './workbook.js';

/** Names of contractors that are kept. */
const keptNames = 20_000;
/** Records whose contractors are looked up together. */
const batchRecords = 500;

/** A release, in files or in a database. */
interface Contractors {
  records(kind: 'contractors', ids: readonly string[]): Awaitable<readonly RecordBytes[]>;
}

type Row = readonly (string | number | null)[];

/** How rows become bytes. */
interface Form {
  head(): Buffer;
  rows(rows: readonly Row[]): Buffer;
  foot(): Buffer;
}

export class PeopleTable {
  readonly #form: Form;
  readonly #columns: readonly PeopleColumn[];
  readonly #namesContractors: boolean;
  readonly #names = new LruCache<string, string | null>(keptNames);

  /** A table of the named fields in their order, or of all. */
  constructor(kind: ExportKind, form: 'table' | 'xlsx', fields: readonly string[] | null) {
    this.#columns = peopleColumns(kind, fields);
    this.#namesContractors = kind === 'permits' && (fields?.includes('contractor_id') ?? true);
    const title = kind.charAt(0).toUpperCase() + kind.slice(1);
    this.#form = form === 'xlsx' ? new Workbook(title, this.#columns) : peopleCsv(this.#columns);
  }

  /** The bytes before the first record. */
  head(): Buffer {
    return this.#form.head();
  }

  /** The bytes behind the last one. */
  foot(): Buffer {
    return this.#form.foot();
  }

  /** Looks up the contractors of records that come next. */
  async prepare(records: readonly RecordBytes[], release: Contractors): Promise<void> {
    if (!this.#namesContractors) return;
    const ids = new Set(records.flatMap((record) => idIn(record) ?? []));
    const unknown = [...ids].filter((id) => this.#names.get(id) === undefined);
    if (unknown.length === 0) return;
    for (const id of unknown) this.#names.set(id, null);
    for (const bytes of await release.records('contractors', unknown)) {
      const { id, name, business_name } = JSON.parse(bytes.toString()) as Named;
      this.#names.set(id, business_name ?? name);
    }
  }

  /** The bytes of records that were prepared. */
  rows(records: readonly RecordBytes[]): Buffer {
    const nameOf = (id: string) => this.#names.get(id) ?? null;
    return this.#form.rows(
      records.map((record) => {
        const parsed: unknown = JSON.parse(record.toString());
        return this.#columns.map(({ read }) => read(parsed, nameOf));
      }),
    );
  }
}

interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly business_name: string | null;
}

const contractorKey = Buffer.from('"contractor_id":"');
const idLength = 10;

/** The contractor of a permit, which no text of its JSON can look like: quotes in texts are escaped. */
function idIn(record: RecordBytes): string | null {
  const at = record.indexOf(contractorKey) + contractorKey.length;
  return at < contractorKey.length ? null : record.toString('latin1', at, at + idLength);
}

/** Text that spreadsheets open by a click: UTF-8 with its mark, dates as they are written in the United States. */
function peopleCsv(columns: readonly PeopleColumn[]): Form {
  const isDate = columns.map(({ type }) => type === 'date');
  const cell = (value: string | number | null, at: number) =>
    isDate[at] && typeof value === 'string' ? value.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1') : value;
  return {
    head: () => Buffer.from(`\ufeff${csvRow(columns.map(({ heading }) => heading))}`),
    rows: (rows) => Buffer.from(rows.map((row) => csvRow(row.map(cell), spreadsheetText)).join('')),
    foot: () => Buffer.alloc(0),
  };
}

/** Writes the table into a sink. */
export class PeopleWriter implements TableWriter {
  readonly #table: PeopleTable;
  readonly #release: Contractors;
  readonly #sink: ByteSink;
  #batch: RecordBytes[] = [];
  #isBegun = false;

  constructor(table: PeopleTable, release: Contractors, sink: ByteSink) {
    this.#table = table;
    this.#release = release;
    this.#sink = sink;
  }

  add(record: RecordBytes): Promise<void> | void {
    // The bytes of a record are valid until the next one is taken.
    this.#batch.push(Buffer.from(record));
    if (this.#batch.length === batchRecords) return this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    this.#sink.write(this.#table.foot());
    await this.#sink.end();
  }

  close(): void {
    this.#sink.destroy();
  }

  async #flush(): Promise<void> {
    if (!this.#isBegun) this.#sink.write(this.#table.head());
    this.#isBegun = true;
    const records = this.#batch;
    this.#batch = [];
    await this.#table.prepare(records, this.#release);
    if (!this.#sink.write(this.#table.rows(records))) await this.#sink.drained();
  }
}
