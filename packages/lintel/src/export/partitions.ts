/**
 * Parquet in a directory, one file per state and year (`state=TX/year=2024/part-0.parquet`), the layout that
 * Hive, DuckDB and Spark read. A release is ordered by date, newest first, so only the files of one year are
 * open at a time; together they buffer a bounded number of records.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordBytes } from '../format/record.js';
import type { Column } from './column.js';
import { ParquetTable } from './parquet-writer.js';
import { recordScanner } from './record-scanner.js';
import type { Bounds } from './row-group.js';
import type { RowGroupPool } from './row-group-pool.js';
import type { TableWriter } from './table-writer.js';

/** Hive's name for the partition of an unknown value. */
const unknown = '__HIVE_DEFAULT_PARTITION__';
/** Buffered records of all open files. Above this, the file with most of them writes a row group. */
const maxPending = 32_768;

const yearDigits = 4;

/** A file of the directory, as its manifest lists it. */
export interface PartFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** West, south, east, north in degrees; null where no record has a point. */
  readonly bbox: Bounds | null;
}

export class PartitionedTables implements TableWriter {
  readonly files: PartFile[] = [];
  readonly #directory: string;
  readonly #columns: readonly Column[];
  readonly #pool: RowGroupPool;
  /** Reads state and year of a record. */
  readonly #scan: (record: RecordBytes) => void;
  readonly #hasYears: boolean;
  /** The open files of the year, by state. */
  readonly #open = new Map<string, ParquetTable>();
  /** Files of each partition so far: a partition that recurs gets another file. */
  readonly #parts = new Map<string, number>();
  /** The year of the open files; null before the first. */
  #openYear: string | null = null;
  #pending = 0;
  /** Of the current record. */
  #state = unknown;
  #year = unknown;

  constructor(directory: string, columns: readonly Column[], pool: RowGroupPool) {
    this.#directory = directory;
    this.#columns = columns;
    this.#pool = pool;
    const named = (...names: readonly string[]) =>
      columns.filter(({ name }) => names.includes(name)).slice(0, 1);
    const dates = named('start_date', 'decision_date', 'last_permit_date');
    this.#hasYears = dates.length > 0;
    this.#scan = recordScanner([...dates, ...named('address_state', 'state')], {
      value: (column, bytes, from, to) => {
        if (column < dates.length) this.#year = textOf(bytes, from, from + yearDigits);
        else this.#state = textOf(bytes, from, to);
      },
      emptyList: () => {},
    });
  }

  add(record: RecordBytes): Promise<void> | void {
    this.#state = unknown;
    this.#year = unknown;
    this.#scan(record);
    return this.#year === this.#openYear ? this.#put(record) : this.#beginYear(record);
  }

  async #beginYear(record: RecordBytes): Promise<void> {
    await this.#finishOpen();
    this.#openYear = this.#year;
    await this.#put(record);
  }

  /** Adds the current record to its file. Most need not wait: a promise per record would take longer than the rest. */
  #put(record: RecordBytes): Promise<void> | void {
    const table = this.#tableOf(this.#state);
    const before = table.pending;
    const busy = table.add(record);
    this.#pending += table.pending - before;
    if (this.#pending < maxPending) return busy;
    return busy === undefined ? this.#flushLargest() : busy.then(() => this.#flushLargest());
  }

  async finish(): Promise<void> {
    await this.#finishOpen();
  }

  close(): void {
    this.#open.clear();
  }

  #tableOf(state: string): ParquetTable {
    const open = this.#open.get(state);
    if (open !== undefined) return open;
    const path = join(this.#directory, this.#pathOf(state));
    mkdirSync(dirname(path), { recursive: true });
    const table = new ParquetTable(this.#columns, path, this.#pool);
    this.#open.set(state, table);
    return table;
  }

  /** The path of the next file of a state and the open year. */
  #pathOf(state: string): string {
    const partition = this.#partitionOf(state);
    return `${partition}/part-${this.#parts.get(partition) ?? 0}.parquet`;
  }

  #partitionOf(state: string): string {
    return this.#hasYears ? `state=${state}/year=${this.#openYear}` : `state=${state}`;
  }

  async #flushLargest(): Promise<void> {
    const [largest] = [...this.#open.values()].sort((a, b) => b.pending - a.pending);
    this.#pending -= largest?.pending ?? 0;
    await largest?.flush();
  }

  async #finishOpen(): Promise<void> {
    for (const [state, table] of this.#open) {
      await table.finish();
      const path = this.#pathOf(state);
      const partition = this.#partitionOf(state);
      const { size } = statSync(join(this.#directory, path));
      this.files.push({ path, rows: table.rows, bytes: size, bbox: table.bounds });
      this.#parts.set(partition, (this.#parts.get(partition) ?? 0) + 1);
    }
    this.#open.clear();
    this.#pending = 0;
  }
}

const textOf = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString();
