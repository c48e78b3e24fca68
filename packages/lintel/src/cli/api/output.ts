/**
 * Where records go and in which form: a table on a terminal, JSON when piped, or what the options say; to standard
 * output or into a file that gets its name when it is complete.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Facets } from '@lintel/contract';
import { writeFailure } from '../../base/files/file-writer.js';
import { printableJson } from '../../base/printable.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { type Column, pointOf } from '../../export/column.js';
import type { ByteSink } from '../../export/table-writer.js';
import { printProblem, printText } from '../terminal/print.js';
import { type RecordTable, recordTable } from '../terminal/record-table.js';
import { facetsText } from './facets-text.js';
import { facts } from './generated.js';
import { tableColumns, unknownColumn } from './record-cells.js';
import { listText, recordText } from './record-text.js';

const outputFormats = ['table', 'json', 'ndjson', 'csv', 'geojson', 'parquet'] as const;
type OutputFormat = (typeof outputFormats)[number];

export type OutputOptions = { readonly [F in OutputFormat]?: true } & {
  readonly to?: string;
  readonly force?: true;
  readonly columns?: string;
};

export interface Output {
  readonly format: OutputFormat;
  /** Null for standard output. */
  readonly path: string | null;
  readonly isGzip: boolean;
  readonly isForced: boolean;
  /** Names of the chosen columns; null for the usual ones. */
  readonly columns: readonly string[] | null;
}

/** Says of pages what a writer of JSON repeats. */
interface PageEnd {
  readonly next_cursor: string | null;
  /** Further keys of the last page, such as `total_count`. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** Takes records one after another. */
export interface RecordWriter {
  add(record: object): Promise<void> | void;
  finish(end: PageEnd): Promise<void>;
  /** Gives up. What there is of a file is removed when the process ends. */
  abandon(): void;
}

/** The output that the options ask for. Throws a UsageError when they contradict each other. */
export async function outputOf(options: OutputOptions, isTerminal: boolean): Promise<Output> {
  const named = outputFormats.filter((format) => options[format] === true);
  const [format, other] = named;
  if (other !== undefined) throw new UsageError(`--${format} and --${other} exclude each other.`);
  const { to, force, columns } = options;
  if (/^\d{4}-\d\d-\d\d$/.test(to ?? ''))
    throw new UsageError(`--to names a file; the last day is --until ${to}.`);
  const chosen = columns?.split(',').map((name) => name.trim()) ?? null;
  const common = { columns: chosen, isForced: force === true };
  if (to === undefined || to === '-') {
    if (format === 'parquet') throw new UsageError('--parquet needs a file: add --to FILE.parquet.');
    return { ...common, format: format ?? (isTerminal ? 'table' : 'json'), path: null, isGzip: false };
  }
  if (format === 'table' || format === 'json') return { ...common, format, path: to, isGzip: false };
  if (format === undefined && to.endsWith('.json')) {
    return { ...common, format: 'json', path: to, isGzip: false };
  }
  const { exportTarget } = await import('../../export/export-records.js');
  const target = exportTarget(to, format, '--csv, --ndjson, --geojson or --parquet');
  if (target.isDirectory)
    throw new UsageError(`${to} is a directory; lintel export writes Parquet into one.`);
  const known = outputFormats.find((one) => one === target.format);
  if (known === undefined) throw new UsageError(`Only lintel export writes ${target.format}.`);
  return { ...common, format: known, path: to, isGzip: target.isGzip };
}

/** Opens the output for records called `item`. */
export async function openOutput(output: Output, item: string): Promise<RecordWriter> {
  const { path } = output;
  if (path === null) return openWriter(output, item, null);
  if (!existsSync(dirname(path))) throw new UserError(`The directory ${dirname(path)} does not exist.`);
  if (existsSync(path) && !output.isForced) {
    throw new UserError(`${path} exists already.`, {
      hint: 'Choose another name, or --force to replace it.',
    });
  }
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  // Not when it is abandoned: a file that is still being opened would be made after that.
  const removeAtEnd = () => rmSync(draft, { force: true });
  process.once('exit', removeAtEnd);
  const writer = await openWriter(output, item, draft);
  return {
    ...writer,
    async finish(end) {
      await writer.finish(end).catch((error: unknown) => {
        throw writeFailure(path, error);
      });
      renameSync(draft, path);
      process.off('exit', removeAtEnd);
    },
  };
}

async function openWriter(output: Output, item: string, file: string | null): Promise<RecordWriter> {
  const { format, isGzip } = output;
  if (format === 'table') return tableWriter(output, item);
  const columns = exportColumns(item, output.columns);
  if (format === 'parquet') return parquetWriter(withPoint(columns, item), file ?? '');
  const { fileSink, outputSink } = await import('../../export/sinks.js');
  const sink = file === null ? outputSink() : fileSink(file, isGzip, output.path ?? file);
  if (format === 'json') return jsonWriter(sink);
  const placed = format === 'geojson' ? withPoint(columns, item) : columns;
  if (format === 'geojson' && pointOf(placed) === null) {
    throw new UsageError('These records have no coordinates; choose another format than GeoJSON.');
  }
  const { textWriter } = await import('../../export/text-writer.js');
  const writer = textWriter(format, placed, sink);
  return {
    add: (record) => writer.add(Buffer.from(JSON.stringify(record))),
    finish: () => writer.finish(),
    abandon: () => writer.close(),
  };
}

/** The columns of a file. */
function exportColumns(item: string, chosen: readonly string[] | null): readonly Column[] {
  const known = facts.columns[item] ?? [];
  if (chosen === null) return known;
  const names = known.map((one) => one.name);
  return chosen.map((name) => known.find((one) => one.name === name) ?? unknownColumn(name, names));
}

/** The columns with those of the record's point, of which the geometry is made. */
function withPoint(columns: readonly Column[], item: string): readonly Column[] {
  const point = pointOf(facts.columns[item] ?? []);
  if (point === null) return columns;
  return [...columns, ...[point.lat, point.long].filter((column) => !columns.includes(column))];
}

function tableWriter({ columns, path }: Output, item: string): RecordWriter {
  if (path !== null) throw new UsageError('--table is for a terminal; choose another format for a file.');
  const shown = tableColumns(item, columns);
  const records: object[] = [];
  return {
    add: (record) => {
      records.push(record);
    },
    async finish({ more: { facets: found } }) {
      if (found !== undefined) printText(`${facetsText(found as Facets)}\n`);
      if (records.length === 0) return;
      // There is only one row of current metrics.
      const isOne = item === 'CurrentMetrics' && columns === null;
      if (isOne) printText(recordText(item, records[0]));
      // What a tag means is a sentence, of no use when it is cut.
      else if (item === 'Tag' && columns === null) printText(listText(item, records));
      else showTable(recordTable(shown, records, columns !== null), columns !== null);
    },
    abandon() {},
  };
}

function showTable({ text, leftOut }: RecordTable, isChosen: boolean): void {
  printText(text);
  if (isChosen && leftOut.length > 0) printProblem(`There was no room for ${leftOut.join(', ')}.`);
}

async function parquetWriter(columns: readonly Column[], file: string): Promise<RecordWriter> {
  const [{ ParquetTable }, { RowGroupPool }] = await Promise.all([
    import('../../export/parquet-writer.js'),
    import('../../export/row-group-pool.js'),
  ]);
  const pool = new RowGroupPool();
  const table = new ParquetTable(columns, file, pool);
  return {
    add: (record) => table.add(Buffer.from(JSON.stringify(record))),
    async finish() {
      await table.finish();
      await pool.close();
    },
    abandon() {
      table.close();
      void pool.close();
    },
  };
}

/** One page of all records, as if the service had sent it: a record a line. */
function jsonWriter(sink: ByteSink): RecordWriter {
  const head = '{"items":[';
  let size = 0;
  return {
    add(record) {
      const before = size === 0 ? `${head}\n` : ',\n';
      size += 1;
      if (!sink.write(before + printableJson(JSON.stringify(record)))) return sink.drained();
    },
    async finish({ next_cursor, more }) {
      const end = JSON.stringify({ size, next_cursor, ...more }).slice(1);
      sink.write(`${size === 0 ? head : '\n'}],${end}\n`);
      await sink.end();
    },
    abandon: () => sink.destroy(),
  };
}
