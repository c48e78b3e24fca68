/**
 * Keeps the column history of the rows that one run writes: which columns its inputs have, and which earlier
 * values therefore survive (earlier-values.ts).
 *
 * The columns of an input without a header are known only at its end: until then every value that new content
 * lacks is kept, and values of columns that turn out to be in the input are removed again.
 */
import type { Database, Statement } from '../base/sqlite.js';
import {
  afterLater,
  afterOlder,
  type EarlierValues,
  noEarlierValues,
  type RunBody,
  readEarlier,
  writeEarlier,
} from './earlier-values.js';

/** Rows whose earlier values are checked at once. */
const chunkRows = 500;

/** The columns of one input of a run. */
export interface Header {
  readonly id: number;
  readonly run: number;
  /** Null while unknown. */
  names: ReadonlySet<string> | null;
}

/** A stored row whose key has come again. */
interface HistoryRow {
  readonly id: number;
  /** Header under which its content came; null if unknown. */
  readonly header: number | null;
  readonly last_run: number;
}

export interface HistoryStatements {
  readonly addHeader: Statement;
  readonly setHeader: Statement;
  readonly header: Statement;
  readonly unknown: Statement;
  readonly body: Statement;
  readonly any: Statement;
  readonly earlier: Statement;
  readonly keep: Statement;
  readonly drop: Statement;
  readonly ofHeader: Statement;
  readonly countOfRun: Statement;
}

export function prepareHistory(database: Database): HistoryStatements {
  return {
    addHeader: database.prepare('INSERT INTO header (run, columns) VALUES (?, ?)'),
    setHeader: database.prepare('UPDATE header SET columns = ? WHERE id = ?'),
    header: database.prepare('SELECT run, columns FROM header WHERE id = ?'),
    unknown: database.prepare(
      `SELECT header.id FROM header JOIN run ON run.id = header.run
       WHERE run.source = ? AND run.id >= ? AND header.columns IS NULL`,
    ),
    body: database.prepare('SELECT body FROM row WHERE id = ?'),
    any: database.prepare('SELECT 1 FROM earlier WHERE source = ? LIMIT 1'),
    earlier: database.prepare('SELECT fields FROM earlier WHERE source = ? AND row = ?'),
    keep: database.prepare(
      'INSERT INTO earlier (source, row, fields) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET fields = excluded.fields',
    ),
    drop: database.prepare('DELETE FROM earlier WHERE source = ? AND row = ?'),
    ofHeader: database.prepare(
      `SELECT e.row, e.fields FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
       WHERE e.source = ? AND v.header = ? AND e.row > ? ORDER BY e.row LIMIT ${chunkRows}`,
    ),
    countOfRun: database.prepare(
      `SELECT count(*) AS rows FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
       WHERE e.source = ? AND v.header IN (SELECT id FROM header WHERE run = ?)`,
    ),
  };
}

export class ColumnHistory {
  readonly #statements: HistoryStatements;
  readonly #source: number;
  readonly #run: number;
  readonly #asOfMsOfRun: (run: number) => number;
  readonly #headers = new Map<number, Header | null>();
  #hasEarlier: boolean;
  #isUsed = false;

  constructor(
    statements: HistoryStatements,
    place: { readonly sourceId: number; readonly id: number; asOfMsOfRun(run: number): number },
  ) {
    this.#statements = statements;
    this.#source = place.sourceId;
    this.#run = place.id;
    this.#asOfMsOfRun = place.asOfMsOfRun;
    this.#hasEarlier = statements.any.get(this.#source) !== undefined;
  }

  /** Begins an input of the run; `names` is null if its columns are not known yet. */
  begin(names: readonly string[] | null): Header {
    const columns = names === null ? null : JSON.stringify(names);
    const { lastInsertRowid } = this.#statements.addHeader.run(this.#run, columns);
    const id = Number(lastInsertRowid);
    const header = { id, run: this.#run, names: names === null ? null : new Set(names) };
    this.#headers.set(id, header);
    this.#isUsed = true;
    return header;
  }

  /**
   * Sets the columns of inputs read since run `since` whose columns were unknown. Gives those with values
   * that `prune` may have to remove.
   */
  end(names: readonly string[], since: number): readonly Header[] {
    const ended = this.#statements.unknown.all(this.#source, since).flatMap(({ id }) => {
      const header = this.#header(Number(id));
      return header === null ? [] : [header];
    });
    for (const header of ended) {
      this.#statements.setHeader.run(JSON.stringify(names), header.id);
      header.names = new Set(names);
    }
    return this.#hasEarlier ? ended : [];
  }

  /**
   * Removes values that were kept only because the input's columns were unknown, from a few hundred rows
   * after row `after`. Gives the last row, or null if there are no more.
   */
  prune(header: Header, after: number): number | null {
    const rows = this.#statements.ofHeader.all(this.#source, header.id, after);
    for (const { row, fields } of rows) {
      const id = Number(row);
      this.#write(
        id,
        afterLater(readEarlier(String(fields)), null, (name) => header.names?.has(name) === true),
      );
    }
    const last = rows.at(-1);
    return last === undefined || rows.length < chunkRows ? null : Number(last.row);
  }

  /** A later content is about to replace that of the row; `body` is the new one. Null: of unknown columns. */
  replace(found: HistoryRow, header: Header | null, body: string): void {
    if (header === null) {
      if (this.#hasEarlier) this.#statements.drop.run(this.#source, found.id);
      return;
    }
    const before = this.#header(found.header);
    const isAlike = before !== null && haveSameColumns(before, header);
    if (isAlike && !this.#hasEarlier) return;
    const has = hasColumn(header, body);
    const old = isAlike ? null : this.#bodyOf(found, before?.run ?? found.last_run);
    this.#write(found.id, afterLater(this.#earlier(found.id), old, has));
  }

  /** The same content has come again from a later input. */
  confirm(found: HistoryRow, header: Header | null, body: string): void {
    if (header === null || !this.#hasEarlier) return;
    const earlier = this.#earlier(found.id);
    if (earlier.length > 0) this.#write(found.id, afterLater(earlier, null, hasColumn(header, body)));
  }

  /** An older input has the row as well. */
  addOlder(found: HistoryRow, header: Header | null, body: string): void {
    const stored = this.#header(found.header);
    // Content stored under unknown columns must be complete.
    if (header === null || stored === null || stored.names === null) return;
    if (haveSameColumns(stored, header)) return;
    const { names } = stored;
    const before = this.#earlier(found.id);
    const input = {
      isStored: (name: string) => names.has(name),
      has: hasColumn(header, body),
      asOfMsOfRun: this.#asOfMsOfRun,
    };
    const after = afterOlder(before, { run: this.#run, body }, input);
    if (before.length + after.length > 0) this.#write(found.id, after);
  }

  /** How many rows of this run's inputs have values that only earlier inputs had. */
  keptRows(): number {
    if (!this.#hasEarlier || !this.#isUsed) return 0;
    return Number(this.#statements.countOfRun.get(this.#source, this.#run)?.rows ?? 0);
  }

  #bodyOf(found: HistoryRow, run: number): RunBody {
    return { run, body: String(this.#statements.body.get(found.id)?.body ?? '{}') };
  }

  #earlier(row: number): readonly EarlierValues[] {
    if (!this.#hasEarlier) return noEarlierValues;
    const found = this.#statements.earlier.get(this.#source, row);
    return found === undefined ? noEarlierValues : readEarlier(String(found.fields));
  }

  #write(row: number, earlier: readonly EarlierValues[]): void {
    if (earlier.length > 0) {
      this.#hasEarlier = true;
      this.#statements.keep.run(this.#source, row, writeEarlier(earlier));
    } else if (this.#hasEarlier) this.#statements.drop.run(this.#source, row);
  }

  /** What is known about a header of this or an earlier run. */
  #header(id: number | null): Header | null {
    if (id === null) return null;
    const known = this.#headers.get(id);
    if (known !== undefined) return known;
    const found = this.#statements.header.get(id);
    const names = typeof found?.columns === 'string' ? new Set(JSON.parse(found.columns) as string[]) : null;
    const header = found === undefined ? null : { id, run: Number(found.run), names };
    this.#headers.set(id, header);
    return header;
  }
}

function haveSameColumns({ id, names }: Header, other: Header): boolean {
  if (id === other.id) return names !== null;
  if (names === null || other.names?.size !== names.size) return false;
  for (const name of names) if (!other.names.has(name)) return false;
  return true;
}

/** Whether the input has a column; while that is unknown, whether the row has it. */
function hasColumn({ names }: Header, body: string): (name: string) => boolean {
  if (names !== null) return (name) => names.has(name);
  const own = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return (name) => Object.hasOwn(own, name);
}
