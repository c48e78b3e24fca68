/**
 * Parquet in a directory, one file per state and year (`state=TX/year=2024/part-0.parquet`), the layout that
 * Hive, DuckDB and Spark read. A release is ordered by date, newest first, so only the files of one year are
 * open at a time; together they buffer a bounded number of records.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordBytes } from '../format/record.js';
import { type Column, readerOf } from './column.js';
import { ParquetTable } from './parquet-writer.js';
import type { Bounds } from './row-group.js';
import type { RowGroupPool } from './row-group-pool.js';
import type { TableWriter } from './table-writer.js';

/** Hive's name for the partition of an unknown value. */
const unknown = '__HIVE_DEFAULT_PARTITION__';
/** Buffered records of all open files. Above this, the file with most of them writes a row group. */
const maxPending = 32_768;

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
  readonly #stateOf: ((record: unknown) => unknown) | null;
  readonly #dateOf: ((record: unknown) => unknown) | null;
  /** The open files of the year, by path. */
  readonly #open = new Map<string, ParquetTable>();
  /** Files of each partition so far: a partition that recurs gets another file. */
  readonly #parts = new Map<string, number>();
  #year: string | null = null;
  #pending = 0;

  constructor(directory: string, columns: readonly Column[], pool: RowGroupPool) {
    this.#directory = directory;
    this.#columns = columns;
    this.#pool = pool;
    const reader = (...names: readonly string[]) => {
      const column = columns.find(({ name }) => names.includes(name));
      return column === undefined ? null : readerOf(column);
    };
    this.#stateOf = reader('address_state', 'state');
    this.#dateOf = reader('start_date', 'decision_date', 'last_permit_date');
  }

  async add(record: RecordBytes): Promise<void> {
    const parsed: unknown = JSON.parse(record.toString());
    const date = this.#dateOf?.(parsed);
    const year = typeof date === 'string' ? date.slice(0, 4) : unknown;
    if (year !== this.#year) await this.#finishOpen();
    this.#year = year;
    const state = String(this.#stateOf?.(parsed) ?? unknown);
    const partition = this.#dateOf === null ? `state=${state}` : `state=${state}/year=${year}`;
    const table = this.#tableOf(partition);
    const before = table.pending;
    await table.add(record);
    this.#pending += table.pending - before;
    if (this.#pending >= maxPending) await this.#flushLargest();
  }

  async finish(): Promise<void> {
    await this.#finishOpen();
  }

  close(): void {
    this.#open.clear();
  }

  #tableOf(partition: string): ParquetTable {
    const open = this.#open.get(partition);
    if (open !== undefined) return open;
    const path = join(this.#directory, this.#pathOf(partition));
    mkdirSync(dirname(path), { recursive: true });
    const table = new ParquetTable(this.#columns, path, this.#pool);
    this.#open.set(partition, table);
    return table;
  }

  #pathOf(partition: string): string {
    return `${partition}/part-${this.#parts.get(partition) ?? 0}.parquet`;
  }

  async #flushLargest(): Promise<void> {
    const [largest] = [...this.#open.values()].sort((a, b) => b.pending - a.pending);
    this.#pending -= largest?.pending ?? 0;
    await largest?.flush();
  }

  async #finishOpen(): Promise<void> {
    for (const [partition, table] of this.#open) {
      await table.finish();
      const path = this.#pathOf(partition);
      const { size } = statSync(join(this.#directory, path));
      this.files.push({ path, rows: table.rows, bytes: size, bbox: table.bounds });
      this.#parts.set(partition, (this.#parts.get(partition) ?? 0) + 1);
    }
    this.#open.clear();
    this.#pending = 0;
  }
}
