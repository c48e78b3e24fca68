/**
 * Writes records of a release into a file, a directory of Parquet files, or standard output. Every record is
 * written once, in the order of the release or of its search; the target gets its name only when it is
 * complete.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { writeFailure } from '../base/files/file-writer.js';
import type { Progress } from '../base/progress.js';
import { UsageError } from '../base/usage-error.js';
import { UserError } from '../base/user-error.js';
import type { Release } from '../releases/release.js';
import { bldsLines } from './blds-writer.js';
import { type Column, pointOf } from './column.js';
import { columnsOf } from './columns.js';
import { dataPackageProfile, schemaOf } from './data-package.js';
import { dictionaryOf } from './dictionary.js';
import { type ExportKind, kindInWords } from './kinds.js';
import { ParquetTable } from './parquet-writer.js';
import { PartitionedTables } from './partitions.js';
import { PeopleTable, PeopleWriter } from './people-table.js';
import { RowGroupPool } from './row-group-pool.js';
import type { Selection } from './selection.js';
import { fileSink, isReaderGone, outputSink } from './sinks.js';
import type { ByteSink, TableWriter } from './table-writer.js';
import { linesWriter, textWriter } from './text-writer.js';

/**
 * `table` is CSV for people, as `xlsx` is a workbook for them; `blds` is a CSV file by the standard of that name, of
 * permits only.
 */
const exportFormats = ['csv', 'ndjson', 'geojson', 'parquet', 'table', 'xlsx', 'blds'] as const;
type ExportFormat = (typeof exportFormats)[number];

interface ExportTarget {
  /** A file, a directory (Parquet only), or `-` for standard output. */
  readonly path: string;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
  readonly isDirectory: boolean;
}

interface ExportOptions {
  readonly kind: ExportKind;
  readonly selection: Selection;
  /** Where BLDS and tables for people find the contractors of the permits. */
  readonly contractors: Pick<Release, 'records'>;
  readonly target: ExportTarget;
  /** Replaces an existing target. */
  readonly force?: boolean;
  /** Leaves no text in CSV that a spreadsheet would run as a formula. */
  readonly isForSpreadsheets?: boolean;
  /** What the manifest of a directory and the dictionary say about the release. */
  readonly release: string;
  readonly filled: ReadonlyMap<string, number>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

interface Exported {
  readonly kind: ExportKind;
  readonly release: string;
  readonly format: ExportFormat;
  readonly path: string;
  readonly rows: number;
  /** Null for standard output. */
  readonly bytes: number | null;
}

const formatOfExtension: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
  '.parquet': 'parquet',
  '.geoparquet': 'parquet',
  '.xlsx': 'xlsx',
};

/** Rows between two checks of the signal and two reports of progress. */
const batchRows = 2_000;

/**
 * The target of `path`: its extension gives the format (a further `.gz` compresses); it is a directory if it
 * ends in a slash or already is one. `format` decides where there is no extension. Throws a UsageError when
 * both are missing or disagree; `options` are those that it names for the format.
 */
export function exportTarget(
  path: string,
  format: string | undefined,
  options = `--format (${exportFormats.join(', ')})`,
): ExportTarget {
  const isGzip = path.endsWith('.gz');
  const byName = formatOfExtension[extname(isGzip ? path.slice(0, -3) : path).toLowerCase()];
  const named = exportFormats.find((one) => one === format);
  if (format !== undefined && named === undefined) {
    throw new UsageError(`There is no format "${format}".`, {
      hint: `Formats are ${exportFormats.join(', ')}.`,
    });
  }
  const isDirectory = path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory());
  const chosen = named ?? byName ?? (isDirectory ? 'parquet' : undefined);
  if (chosen === undefined && path === '-') {
    throw new UsageError('Standard output has no name that would say the format.', {
      hint: `Say ${options}.`,
    });
  }
  if (chosen === undefined) {
    throw new UsageError(`The format of ${path} is not clear from its name.`, {
      hint: `End it with .csv, .xlsx, .ndjson, .geojson or .parquet, or say ${options}.`,
    });
  }
  if (isDirectory && chosen !== 'parquet') {
    throw new UsageError(`Only Parquet is written into a directory; ${path} is one.`);
  }
  if (chosen === 'parquet' && (isGzip || path === '-')) {
    throw new UsageError('Parquet is compressed inside and needs a file: name one that ends with .parquet.');
  }
  return { path, format: chosen, isGzip, isDirectory };
}

/** Exports the selection. A UserError leaves no target behind and an older one unchanged. */
export async function exportRecords(options: ExportOptions): Promise<Exported> {
  const { kind, target, release } = options;
  const columns = columnsOf(kind);
  if (target.format === 'geojson' && pointOf(columns) === null) {
    throw new UsageError(`${kind} have no coordinates; choose another format than GeoJSON.`);
  }
  if (target.format === 'blds' && kind !== 'permits') {
    throw new UsageError(`BLDS is a standard of permits; choose another format for ${kind}.`);
  }
  if (options.isForSpreadsheets && target.format !== 'csv') {
    throw new UsageError(
      'Only CSV is made safe for spreadsheets; table is so anyway, and other formats say what is text.',
    );
  }
  const summary = { kind, release, format: target.format, path: target.path };
  if (target.path === '-') {
    const rows = await writeOutput(columns, options);
    return { ...summary, rows, bytes: null };
  }
  const draft = draftOf(target, options.force === true);
  const pool = new RowGroupPool();
  try {
    const rows = await (target.isDirectory
      ? writeDirectory(new PartitionedTables(draft, columns, pool), draft, options)
      : writeAll(openFile(draft, columns, options, pool), options));
    if (options.force === true) rmSync(target.path, { recursive: true, force: true });
    renameSync(draft, withoutSlash(target.path));
    // The columns of BLDS are explained by the standard, those for people by their headings.
    if (!target.isDirectory && !['blds', 'table', 'xlsx'].includes(target.format))
      describe(`${withoutExtension(target.path)}.`, [basename(target.path)], options);
    return { ...summary, rows, bytes: target.isDirectory ? null : statSync(target.path).size };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw writeFailure(target.path, error);
  } finally {
    await pool.close();
  }
}

/** Writes to standard output; returns how many records, 0 when its reader closed early. */
async function writeOutput(columns: readonly Column[], options: ExportOptions): Promise<number> {
  try {
    return await writeAll(openText(columns, options, outputSink()), options);
  } catch (error) {
    if (isReaderGone(error)) return 0;
    throw error;
  }
}

function openText(
  columns: readonly Column[],
  { kind, target: { format }, contractors, isForSpreadsheets }: ExportOptions,
  sink: ByteSink,
): TableWriter {
  if (format === 'parquet') throw new Error('Parquet is not a text format');
  if (format === 'blds') return linesWriter(bldsLines(contractors), sink);
  if (format === 'table' || format === 'xlsx')
    return new PeopleWriter(new PeopleTable(kind, format, null), contractors, sink);
  return textWriter(format, columns, sink, isForSpreadsheets);
}

function openFile(
  path: string,
  columns: readonly Column[],
  options: ExportOptions,
  pool: RowGroupPool,
): TableWriter {
  const { format, isGzip, path: name } = options.target;
  if (format === 'parquet') return new ParquetTable(columns, path, pool);
  return openText(columns, options, fileSink(path, isGzip, name));
}

/** The temporary name of the target. Fails when a target exists that may not be replaced. */
function draftOf(target: ExportTarget, force: boolean): string {
  const path = withoutSlash(target.path);
  if (!existsSync(dirname(path))) throw new UserError(`The directory ${dirname(path)} does not exist.`);
  if (existsSync(path) && !force) {
    throw new UserError(`${path} exists already.`, {
      hint: 'Choose another name, or --force to replace it.',
    });
  }
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  rmSync(draft, { recursive: true, force: true });
  return draft;
}

async function writeDirectory(
  tables: PartitionedTables,
  draft: string,
  options: ExportOptions,
): Promise<number> {
  mkdirSync(draft);
  const rows = await writeAll(tables, options);
  const manifest = { release: options.release, kind: options.kind, rows, files: tables.files };
  // Readers of a directory of Parquet (pyarrow, Spark) skip files whose names begin with `_`, and fail on others.
  writeFileSync(join(draft, '_manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  describe(
    join(draft, '_'),
    tables.files.map(({ path }) => path),
    options,
  );
  return rows;
}

/** Writes what the columns of `files` mean, for people and for programs; both names begin with `before`. */
function describe(
  before: string,
  files: readonly string[],
  { kind, release, filled, target }: ExportOptions,
): void {
  writeFileSync(
    `${before}fields.md`,
    `# Fields of this export\n\nRelease ${release} of Lintel.\n\n${dictionaryOf(kind, filled)}`,
  );
  const path = files.length === 1 ? files[0] : files;
  const resource = { name: kind, path, format: target.format, schema: schemaOf(columnsOf(kind)) };
  const description = { $schema: dataPackageProfile, name: kind, version: release, resources: [resource] };
  writeFileSync(`${before}datapackage.json`, `${JSON.stringify(description, null, 2)}\n`);
}

/** Writes all records; returns how many. */
async function writeAll(writer: TableWriter, options: ExportOptions): Promise<number> {
  const { kind, selection, progress, signal } = options;
  let rows = 0;
  const what = kindInWords(kind);
  progress.step(`Exporting ${what}`, selection.total, what);
  try {
    for (const record of selection.records()) {
      const busy = writer.add(record);
      if (busy) await busy;
      rows += 1;
      if (rows % batchRows !== 0) continue;
      progress.advance(batchRows);
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new UserError('The export was interrupted; nothing was written.');
    }
    await writer.finish();
  } catch (error) {
    writer.close();
    throw error;
  }
  progress.advance(rows % batchRows);
  progress.done();
  return rows;
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');
const withoutExtension = (path: string) => path.replace(/\.gz$/, '').replace(/\.[^./]+$/, '');
