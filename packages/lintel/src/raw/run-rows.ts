/**
 * Decides what becomes of each row that a run brings: it is new, replaces what is stored, or confirms it. Both engines
 * decide by this, over tables that answer at once: SQLite's own, or the rows of a batch that PostgreSQL has sent.
 */
import { hash as digest } from 'node:crypto';
import { ColumnHistory, type Header, type HistoryTables } from './column-history.js';
import { noEarlierValues, readEarlier, wholeRow } from './earlier-values.js';
import type { FaultyRow, RawRow, RunCounts, RunKind, StateOf } from './raw-store.js';
import type { Entry } from './run-buffer.js';

/** What changes with every reading of a row. */
export interface RowVersion {
  readonly hash: Uint8Array;
  readonly last_run: number;
  /** When the source changed the row, by its own account; milliseconds since 1970 UTC. */
  readonly said_ms: number | null;
  readonly vanished_run: number | null;
  readonly header: number | null;
}

/** A stored row whose key comes again. */
export interface FoundRow extends RowVersion {
  readonly id: number;
}

export interface RunTables extends HistoryTables {
  find(key: string): FoundRow | undefined;
  /** Stores a row with a new key; does nothing and gives false if the key is stored. */
  insert(row: RawRow, version: RowVersion): boolean;
  /** Keeps a row as it is before this run first changes it; not one that the run has brought. */
  keep(row: number): void;
  /** Keeps the state that a row had until this run. */
  addPast(row: number, state: string): void;
  setBody(row: number, body: string): void;
  setVersion(row: number, version: RowVersion): void;
  quarantine(fault: FaultyRow, hash: Buffer): void;
}

/** What identifies a run, to those that store its rows. */
export interface RunPlace {
  readonly id: number;
  readonly sourceId: number;
  readonly kind: RunKind;
  readonly input: string;
  /** The store, for messages. */
  readonly store: string;
  readonly asOfMs: number;
  /** The date of an earlier run's data. Milliseconds since 1970 UTC. */
  asOfMsOfRun(run: number): number;
  /** What of a row is remembered when it changes; null for nothing. */
  readonly stateOf: StateOf | null;
}

/** How many keys of each of new, changed and vanished rows a run remembers. */
export const rememberedKeys = 20;

export class RunRows {
  readonly history: ColumnHistory;
  readonly keys: Record<'new' | 'changed' | 'vanished', string[]> = { new: [], changed: [], vanished: [] };
  readonly #tables: RunTables;
  readonly #place: RunPlace;
  /** Whether the last row was new: the next one most likely is too, and is inserted without a look-up. */
  #expectNew = true;
  #older = 0;
  #restated = 0;

  /** `hasEarlier`: whether any row of the source has values of columns that its content lacks. */
  constructor(tables: RunTables, place: RunPlace, hasEarlier: boolean) {
    this.#tables = tables;
    this.#place = place;
    this.history = new ColumnHistory(tables, place, hasEarlier);
  }

  /** Among the unchanged rows so far: those of which something else changed, such as one that was gone and is back. */
  get restated(): number {
    return this.#restated;
  }

  /** Stores a batch; gives what became of it, and how many of the unchanged rows were older than what is stored. */
  store(entries: readonly Entry[]): { readonly added: RunCounts; readonly older: number } {
    const added: RunCounts = { read: entries.length, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
    this.#older = 0;
    for (const entry of entries) added[this.#storeEntry(entry)] += 1;
    return { added, older: this.#older };
  }

  #storeEntry(entry: Entry): 'new' | 'changed' | 'unchanged' | 'quarantined' {
    if ('fault' in entry) {
      this.#tables.quarantine(entry.fault, contentHash(`${entry.fault.reason}\n${entry.fault.body}`));
      return 'quarantined';
    }
    const { row, header } = entry;
    const hash = contentHash(row.body);
    if (this.#expectNew && this.#insert(row, header, hash)) return 'new';
    const found = this.#tables.find(row.key);
    if (found === undefined) {
      this.#expectNew = this.#insert(row, header, hash);
      return 'new';
    }
    this.#expectNew = false;
    return this.#storeAgain(row, header, hash, found);
  }

  /** Handles a row whose key is stored: the newer content is kept, with the later of the times at which it was seen. */
  #storeAgain(row: RawRow, header: Header | null, hash: Buffer, found: FoundRow): 'changed' | 'unchanged' {
    const { id: run, kind, asOfMs, asOfMsOfRun } = this.#place;
    const said = row.sourceUpdatedMs ?? null;
    const isSame = hash.equals(found.hash);
    const isEarlier = asOfMs < asOfMsOfRun(found.last_run);
    // A portal that takes back a date is right: it is asked now. Within a run the row may be there twice.
    const isDated = kind === 'ingest' || found.last_run === run;
    const isOlder =
      isDated && said !== null && found.said_ms !== null && said !== found.said_ms
        ? said < found.said_ms
        : isEarlier;
    const isReplaced = !isSame && !isOlder;
    if (isReplaced) this.#tables.keep(found.id);
    // A row that comes twice in a run was not seen to change.
    const state = isReplaced && found.last_run !== run ? this.#stateOf(found.id) : null;
    let isRestated = false;
    if (isOlder) this.history.addOlder(found, header, row.body);
    else if (isSame) isRestated = this.history.confirm(found, header, row.body);
    else this.history.replace(found, header, row.body);
    if (isReplaced) this.#tables.setBody(found.id, row.body);
    if (state !== null && state !== this.#stateOf(found.id)) this.#tables.addPast(found.id, state);
    const version: RowVersion = {
      hash: isReplaced ? hash : found.hash,
      last_run: isEarlier ? found.last_run : run,
      said_ms: isOlder ? found.said_ms : said,
      vanished_run: isEarlier ? found.vanished_run : null,
      header: isOlder || (isSame && header === null) ? found.header : (header?.id ?? null),
    };
    if (version.said_ms !== found.said_ms || version.vanished_run !== found.vanished_run) {
      this.#tables.keep(found.id);
      isRestated = true;
    }
    if (
      isReplaced ||
      version.last_run !== found.last_run ||
      version.said_ms !== found.said_ms ||
      version.header !== found.header
    ) {
      this.#tables.setVersion(found.id, version);
    }
    if (isReplaced) this.#remember('changed', row.key);
    else if (!isSame) this.#older += 1;
    if (isRestated && !isReplaced) this.#restated += 1;
    return isReplaced ? 'changed' : 'unchanged';
  }

  /** The state of a row as it is stored now. */
  #stateOf(row: number): string | null {
    const { stateOf } = this.#place;
    if (stateOf === null) return null;
    const fields = this.history.hasEarlier ? this.#tables.earlier(row) : undefined;
    const earlier = fields === undefined ? noEarlierValues : readEarlier(fields);
    return stateOf(wholeRow({ body: this.#tables.body(row), earlier }));
  }

  #insert(row: RawRow, header: Header | null, hash: Buffer): boolean {
    const isNew = this.#tables.insert(row, {
      hash,
      last_run: this.#place.id,
      said_ms: row.sourceUpdatedMs ?? null,
      vanished_run: null,
      header: header?.id ?? null,
    });
    if (isNew) this.#remember('new', row.key);
    return isNew;
  }

  #remember(what: 'new' | 'changed', key: string): void {
    if (this.keys[what].length < rememberedKeys) this.keys[what].push(key);
  }
}

const countNames = ['read', 'new', 'changed', 'unchanged', 'quarantined'] as const;

/** Adds what became of a batch to the counts of a run. */
export function addCounts(counts: RunCounts, added: Readonly<RunCounts>): void {
  for (const name of countNames) counts[name] += added[name];
}

/** Line of a quarantined row that names none; a null would make every such row different from itself. */
export const unknownLine = 0;

/** 128 bits of SHA-256: two different contents of one row never collide by chance. */
export function contentHash(text: string): Buffer {
  return digest('sha256', text, 'buffer').subarray(0, 16);
}
