/**
 * Writes the rows of one run into the raw store, a batch a transaction.
 *
 * A batch holds its rows, its quarantined rows and the counts of both, so that a process killed at any moment
 * leaves whole rows and true counts. A batch that cannot be written (disk full) is dropped uncounted and reported.
 */
import { hash as digest } from 'node:crypto';
import type { Database, Statement } from '../base/sqlite.js';
import { transaction } from '../base/sqlite.js';
import { asFailure } from './raw-database.js';
import type { RawRow, Run, RunCounts, RunState, RunWriter } from './raw-store.js';

const batchRows = 4000;
const batchChars = 8 * 1024 * 1024;
/** Characters of a quarantined row that are kept. */
const quarantineChars = 4000;

type FaultyRow = Parameters<RunWriter['quarantine']>[0];
type Entry = { readonly row: RawRow } | { readonly fault: FaultyRow };

/** The statements of a run writer, prepared once a store. */
export interface WriterStatements {
  readonly insertRow: Statement;
  readonly insertVersion: Statement;
  readonly find: Statement;
  readonly updateBody: Statement;
  readonly updateVersion: Statement;
  readonly quarantine: Statement;
  readonly count: Statement;
  readonly end: Statement;
}

export function prepareWriter(database: Database): WriterStatements {
  return {
    insertRow: database.prepare(
      'INSERT INTO row (source, key, first_run, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    insertVersion: database.prepare('INSERT INTO version (source, row, hash, last_run) VALUES (?, ?, ?, ?)'),
    find: database.prepare(
      `SELECT r.id, v.hash, v.last_run FROM row r JOIN version v ON v.source = r.source AND v.row = r.id
       WHERE r.source = ? AND r.key = ?`,
    ),
    updateBody: database.prepare('UPDATE row SET body = ? WHERE id = ?'),
    updateVersion: database.prepare('UPDATE version SET hash = ?, last_run = ? WHERE source = ? AND row = ?'),
    quarantine: database.prepare(
      `INSERT INTO quarantine (source, input, line, hash, run, reason, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, input, line, hash) DO UPDATE SET run = excluded.run`,
    ),
    count: database.prepare(
      `UPDATE run SET read = read + ?, new = new + ?, changed = changed + ?, unchanged = unchanged + ?,
       quarantined = quarantined + ? WHERE id = ?`,
    ),
    end: database.prepare('UPDATE run SET state = ?, message = ?, ended_ms = ? WHERE id = ?'),
  };
}

/** Where a run writes, and what it is told apart by. */
export interface RunPlace {
  readonly id: number;
  readonly sourceId: number;
  readonly input: string;
  /** Path of the store, for messages. */
  readonly store: string;
}

export class SqliteRunWriter implements RunWriter {
  readonly counts: RunCounts = { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
  readonly #database: Database;
  readonly #statements: WriterStatements;
  readonly #place: RunPlace;
  readonly #now: () => number;
  readonly #onEnd: () => Run;
  #entries: Entry[] = [];
  #chars = 0;
  #isOpen = true;
  /** Whether the last row was new: the next one most likely is as well, and is inserted without a look-up. */
  #expectNew = true;

  /** `onEnd` is called once, when the run is closed, and gives the run as it was stored. */
  constructor(
    database: Database,
    statements: WriterStatements,
    place: RunPlace,
    now: () => number,
    onEnd: () => Run,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#place = place;
    this.#now = now;
    this.#onEnd = onEnd;
  }

  put(row: RawRow): void {
    this.#add({ row }, row.body.length);
  }

  quarantine(fault: FaultyRow): void {
    const body = fault.body.slice(0, quarantineChars);
    this.#add({ fault: { ...fault, body } }, body.length);
  }

  finish(): Run {
    return this.#close('finished', null);
  }

  stop(state: 'interrupted' | 'failed', message: string): Run {
    return this.#close(state, message);
  }

  #add(entry: Entry, chars: number): void {
    if (!this.#isOpen) throw new Error(`run ${this.#place.id} is closed`);
    this.#entries.push(entry);
    this.#chars += chars;
    if (this.#entries.length >= batchRows || this.#chars >= batchChars) this.#flush();
  }

  #flush(): void {
    const entries = this.#entries;
    this.#entries = [];
    this.#chars = 0;
    const added: RunCounts = { read: entries.length, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
    try {
      transaction(this.#database, () => {
        for (const entry of entries) added[this.#store(entry)] += 1;
        const { id } = this.#place;
        this.#statements.count.run(
          added.read,
          added.new,
          added.changed,
          added.unchanged,
          added.quarantined,
          id,
        );
      });
    } catch (error) {
      throw asFailure(error, `Cannot write into the raw store ${this.#place.store}`);
    }
    for (const name of countNames) this.counts[name] += added[name];
  }

  #store(entry: Entry): 'new' | 'changed' | 'unchanged' | 'quarantined' {
    if ('fault' in entry) return this.#storeFault(entry.fault);
    const { key, body } = entry.row;
    const hash = contentHash(body);
    if (this.#expectNew && this.#insert(key, body, hash)) return 'new';
    const { sourceId, id: run } = this.#place;
    const found = this.#statements.find.get(sourceId, key);
    if (found === undefined) {
      this.#expectNew = this.#insert(key, body, hash);
      return 'new';
    }
    this.#expectNew = false;
    const isSame = hash.equals(found.hash as Uint8Array);
    if (!isSame) this.#statements.updateBody.run(body, found.id as number);
    if (!isSame || found.last_run !== run) {
      this.#statements.updateVersion.run(hash, run, sourceId, found.id as number);
    }
    return isSame ? 'unchanged' : 'changed';
  }

  /** Stores a row whose key is not there yet; false, and nothing done, when it is. */
  #insert(key: string, body: string, hash: Buffer): boolean {
    const { sourceId, id: run } = this.#place;
    const { changes, lastInsertRowid } = this.#statements.insertRow.run(sourceId, key, run, body);
    if (changes === 0) return false;
    this.#statements.insertVersion.run(sourceId, lastInsertRowid, hash, run);
    return true;
  }

  #storeFault(fault: FaultyRow): 'quarantined' {
    const { sourceId, input, id: run } = this.#place;
    const hash = contentHash(`${fault.reason}\n${fault.body}`);
    const line = fault.line ?? unknownLine;
    this.#statements.quarantine.run(sourceId, input, line, hash, run, fault.reason, fault.body);
    return 'quarantined';
  }

  #close(state: RunState, message: string | null): Run {
    if (!this.#isOpen) throw new Error(`run ${this.#place.id} is closed`);
    this.#isOpen = false;
    try {
      this.#flush();
    } catch (error) {
      this.#end('failed', (error as Error).message);
      throw error;
    }
    return this.#end(state, message);
  }

  /** Writes how the run ended, and with it everything before it, through to the disk. */
  #end(state: RunState, message: string | null): Run {
    try {
      this.#database.exec('PRAGMA synchronous = FULL');
      this.#statements.end.run(state, message, this.#now(), this.#place.id);
    } catch (error) {
      this.#onEnd();
      throw asFailure(error, `Cannot close the run in the raw store ${this.#place.store}`);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
    return this.#onEnd();
  }
}

const countNames = ['read', 'new', 'changed', 'unchanged', 'quarantined'] as const;

/** Line of a quarantined row that names none; a null would make every such row different from itself. */
export const unknownLine = 0;

/** 128 bits of SHA-256: two different contents of one row never meet by chance. */
function contentHash(text: string): Buffer {
  return digest('sha256', text, 'buffer').subarray(0, 16);
}
