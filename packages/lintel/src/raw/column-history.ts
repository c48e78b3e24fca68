/**
 * Keeps the column history of the rows that one run writes: which columns its inputs have, and which earlier
 * values therefore survive (earlier-values.ts).
 *
 * The columns of an input without a header are known only at its end: until then every value that new content
 * lacks is kept, and values of columns that turn out to be in the input are removed again.
 */
import {
  afterLater,
  afterOlder,
  type EarlierValues,
  noEarlierValues,
  type RunBody,
  readEarlier,
  writeEarlier,
} from './earlier-values.js';

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

/** What the store has of column history, at once: of the rows of a batch at least. */
export interface HistoryTables {
  /** The run and the columns (JSON, null while unknown) of a header; undefined if there is none. */
  header(id: number): { readonly run: number; readonly columns: string | null } | undefined;
  body(row: number): string;
  /** The earlier values of a row as JSON; undefined if it has none. */
  earlier(row: number): string | undefined;
  /** Keeps a row as it is before its earlier values change. */
  keep(row: number): void;
  setEarlier(row: number, fields: string): void;
  dropEarlier(row: number): void;
}

export class ColumnHistory {
  readonly #tables: HistoryTables;
  readonly #run: number;
  readonly #asOfMsOfRun: (run: number) => number;
  readonly #headers = new Map<number, Header | null>();
  #hasEarlier: boolean;

  /** `hasEarlier`: whether any row of the source has earlier values. */
  constructor(
    tables: HistoryTables,
    { id, asOfMsOfRun }: { readonly id: number; asOfMsOfRun(run: number): number },
    hasEarlier: boolean,
  ) {
    this.#tables = tables;
    this.#run = id;
    this.#asOfMsOfRun = asOfMsOfRun;
    this.#hasEarlier = hasEarlier;
  }

  /** Whether any row of the source has earlier values by now. */
  get hasEarlier(): boolean {
    return this.#hasEarlier;
  }

  /** An input of the run begins, stored as this header; `names` is null if its columns are not known yet. */
  begin(id: number, names: readonly string[] | null): Header {
    const header = { id, run: this.#run, names: names === null ? null : new Set(names) };
    this.#headers.set(id, header);
    return header;
  }

  /** The columns of a header that was stored without them. */
  end(id: number, names: readonly string[]): Header {
    const header = this.#header(id);
    if (header === null) throw new Error(`the header ${id} is gone from the raw store`);
    header.names = new Set(names);
    return header;
  }

  /** Removes the values of a row that were kept only because the input's columns were unknown. */
  prune({ names }: Header, row: number, fields: string): void {
    this.#write(
      row,
      afterLater(readEarlier(fields), null, (name) => names?.has(name) === true),
    );
  }

  /** Whether `replace` reads the stored body of a row whose content came under the header `found`. */
  readsBody(found: number | null, header: Header | null): boolean {
    if (header === null) return false;
    const before = this.#header(found);
    return before === null || !haveSameColumns(before, header);
  }

  /** A later content is about to replace that of the row; `body` is the new one. Null: of unknown columns. */
  replace(found: HistoryRow, header: Header | null, body: string): void {
    if (header === null) {
      if (this.#hasEarlier) this.#write(found.id, noEarlierValues);
      return;
    }
    const before = this.#header(found.header);
    const isAlike = before !== null && haveSameColumns(before, header);
    if (isAlike && !this.#hasEarlier) return;
    const has = hasColumn(header, body);
    const old = isAlike ? null : this.#bodyOf(found, before?.run ?? found.last_run);
    this.#write(found.id, afterLater(this.#earlier(found.id), old, has));
  }

  /** The same content has come again from a later input. Gives whether the row thereby lost earlier values. */
  confirm(found: HistoryRow, header: Header | null, body: string): boolean {
    if (header === null || !this.#hasEarlier) return false;
    const earlier = this.#earlier(found.id);
    if (earlier.length === 0) return false;
    const after = afterLater(earlier, null, hasColumn(header, body));
    this.#write(found.id, after);
    return writeEarlier(after) !== writeEarlier(earlier);
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

  #bodyOf(found: HistoryRow, run: number): RunBody {
    return { run, body: this.#tables.body(found.id) };
  }

  #earlier(row: number): readonly EarlierValues[] {
    if (!this.#hasEarlier) return noEarlierValues;
    const found = this.#tables.earlier(row);
    return found === undefined ? noEarlierValues : readEarlier(found);
  }

  #write(row: number, earlier: readonly EarlierValues[]): void {
    if (earlier.length > 0 || this.#hasEarlier) this.#tables.keep(row);
    if (earlier.length > 0) {
      this.#hasEarlier = true;
      this.#tables.setEarlier(row, writeEarlier(earlier));
    } else if (this.#hasEarlier) this.#tables.dropEarlier(row);
  }

  /** What is known about a header of this or an earlier run. */
  #header(id: number | null): Header | null {
    if (id === null) return null;
    const known = this.#headers.get(id);
    if (known !== undefined) return known;
    const found = this.#tables.header(id);
    const columns = found?.columns ?? null;
    const names = columns === null ? null : new Set(JSON.parse(columns) as string[]);
    const header = found === undefined ? null : { id, run: found.run, names };
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
