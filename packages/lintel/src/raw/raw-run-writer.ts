/**
 * Writes the rows of one run into the raw store, a batch a transaction.
 *
 * A batch holds its rows, its quarantined rows and the counts of both, so that a process killed at any moment
 * leaves whole rows and true counts. A batch that cannot be written (disk full) is dropped uncounted and
 * reported.
 */

import { hash as digest } from 'node:crypto';
import type { Database, Statement } from '../base/sqlite.js';
import { transaction } from '../base/sqlite.js';
import { messageOf, UserError } from '../base/user-error.js';
import { ColumnHistory, type Header, type HistoryStatements, prepareHistory } from './column-history.js';
import { asFailure } from './raw-database.js';
import type { RawRow, Run, RunCounts, RunEnd, RunState, RunWriter } from './raw-store.js';

const batchRows = 4000;
const batchChars = 8 * 1024 * 1024;
/** Characters of a quarantined row that are kept. */
const quarantineChars = 4000;
/** Rows of a run that may always be quarantined; beyond that, at most half of those read. */
const maxQuarantined = 20_000;
const maxQuarantinedShare = 0.5;

type FaultyRow = Parameters<RunWriter['quarantine']>[0];
type Entry = { readonly row: RawRow; readonly header: Header | null } | { readonly fault: FaultyRow };

/** How many keys of each of new, changed and vanished rows a run remembers. */
const rememberedKeys = 20;
type Remembered = 'new' | 'changed' | 'vanished';

/** The statements of a run writer, prepared once per store. */
export interface WriterStatements {
  readonly insertRow: Statement;
  readonly insertVersion: Statement;
  readonly find: Statement;
  readonly updateBody: Statement;
  readonly updateVersion: Statement;
  readonly quarantine: Statement;
  readonly count: Statement;
  readonly bookmark: Statement;
  readonly vanishedKeys: Statement;
  readonly vanish: Statement;
  readonly seeAgain: Statement;
  readonly end: Statement;
  readonly history: HistoryStatements;
}

export function prepareWriter(database: Database): WriterStatements {
  return {
    insertRow: database.prepare(
      'INSERT INTO row (source, key, first_run, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    insertVersion: database.prepare(
      'INSERT INTO version (source, row, hash, last_run, said_ms, header) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    find: database.prepare(
      `SELECT r.id, v.hash, v.last_run, v.said_ms, v.vanished_run, v.header
       FROM row r JOIN version v ON v.source = r.source AND v.row = r.id WHERE r.source = ? AND r.key = ?`,
    ),
    updateBody: database.prepare('UPDATE row SET body = ? WHERE id = ?'),
    updateVersion: database.prepare(
      `UPDATE version SET hash = ?, last_run = ?, said_ms = ?, vanished_run = ?, header = ?
       WHERE source = ? AND row = ?`,
    ),
    quarantine: database.prepare(
      `INSERT INTO quarantine (source, input, line, hash, run, reason, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, input, line, hash) DO UPDATE SET run = excluded.run`,
    ),
    count: database.prepare(
      `UPDATE run SET read = read + ?, new = new + ?, changed = changed + ?, unchanged = unchanged + ?,
       quarantined = quarantined + ?, older = older + ? WHERE id = ?`,
    ),
    bookmark: database.prepare('UPDATE source SET bookmark = ? WHERE id = ?'),
    vanishedKeys: database.prepare(
      `SELECT r.key FROM version v CROSS JOIN row r ON r.id = v.row
       WHERE v.source = ? AND v.last_run < ? AND v.vanished_run IS NULL ORDER BY v.row LIMIT ${rememberedKeys}`,
    ),
    vanish: database.prepare(
      'UPDATE version SET vanished_run = ? WHERE source = ? AND last_run < ? AND vanished_run IS NULL',
    ),
    seeAgain: database.prepare(
      'UPDATE version SET last_run = ? WHERE source = ? AND last_run >= ? AND last_run < ? AND vanished_run IS NULL',
    ),
    end: database.prepare(
      'UPDATE run SET state = ?, message = ?, ended_ms = ?, details = ?, vanished = ? WHERE id = ?',
    ),
    history: prepareHistory(database),
  };
}

/** Where a run writes, and what identifies it. */
interface RunPlace {
  readonly id: number;
  readonly sourceId: number;
  readonly input: string;
  /** Path of the store, for messages. */
  readonly store: string;
  readonly asOfMs: number;
  /** The date of an earlier run's data. Milliseconds since 1970 UTC. */
  asOfMsOfRun(run: number): number;
}

export class SqliteRunWriter implements RunWriter {
  readonly counts: RunCounts = { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
  readonly #database: Database;
  readonly #statements: WriterStatements;
  readonly #place: RunPlace;
  readonly #now: () => number;
  readonly #onEnd: () => Run;
  readonly #history: ColumnHistory;
  /** The columns of the current input; null while unknown. */
  #header: Header | null = null;
  #entries: Entry[] = [];
  /** Rows that went into quarantine. */
  #faults = 0;
  #older = 0;
  #vanished = 0;
  #bookmark: string | null = null;
  #details: Readonly<Record<string, unknown>> = {};
  readonly #keys: Record<Remembered, string[]> = { new: [], changed: [], vanished: [] };
  #chars = 0;
  #isOpen = true;
  /** Whether the last row was new: the next one most likely is too, and is inserted without a look-up. */
  #expectNew = true;

  /** `onEnd` is called once, when the run is closed, with the run as stored. */
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
    this.#history = new ColumnHistory(statements.history, place);
  }

  columns(names: readonly string[] | null): void {
    this.#assertOpen();
    this.#header = this.#write(() => this.#history.begin(names));
  }

  columnsWere(names: readonly string[], since = this.#place.id): void {
    this.#assertOpen();
    this.#flush();
    for (const header of this.#write(() => this.#history.end(names, since))) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after;
        after = this.#write(() => transaction(this.#database, () => this.#history.prune(header, from)));
      }
    }
  }

  put(row: RawRow): void {
    this.#add({ row, header: this.#header }, row.body.length);
  }

  quarantine(fault: FaultyRow): void {
    const body = fault.body.slice(0, quarantineChars);
    this.#add({ fault: { ...fault, body } }, body.length);
    this.#faults += 1;
    const read = this.counts.read + this.#entries.length;
    if (this.#faults <= maxQuarantined || this.#faults <= read * maxQuarantinedShare) return;
    throw new UserError(
      `${this.#place.input}: ${this.#faults} of the first ${read} rows cannot be used, so the rest was not read. ` +
        `The last one: ${fault.reason}`,
      {
        hint: 'See "lintel quarantine". Is it a file of this source, in the format that its definition says?',
      },
    );
  }

  get id(): number {
    return this.#place.id;
  }

  bookmark(text: string): void {
    this.#assertOpen();
    // The current batch holds only rows before this bookmark: it may be stored with the batch.
    this.#bookmark = text;
  }

  note(details: Readonly<Record<string, unknown>>): void {
    this.#details = details;
  }

  finish(end: RunEnd = {}): Run {
    return this.#close('finished', null, end);
  }

  stop(state: 'interrupted' | 'failed', message: string): Run {
    return this.#close(state, message);
  }

  #add(entry: Entry, chars: number): void {
    this.#assertOpen();
    this.#entries.push(entry);
    this.#chars += chars;
    if (this.#entries.length >= batchRows || this.#chars >= batchChars) this.#flush();
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(`run ${this.#place.id} is closed`);
  }

  /** Stores the current batch, with what the end of the run adds to it. */
  #flush(end: RunEnd = {}): void {
    const entries = this.#entries;
    this.#entries = [];
    this.#chars = 0;
    const added: RunCounts = { read: entries.length, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
    const { id, sourceId } = this.#place;
    const bookmark = end.bookmark ?? this.#bookmark;
    this.#older = 0;
    this.#write(() =>
      transaction(this.#database, () => {
        for (const entry of entries) added[this.#store(entry)] += 1;
        if (end.seenSince !== undefined) this.#seeAgain(end.seenSince, added);
        if (end.vanishedSince !== undefined) this.#vanish(end.vanishedSince);
        const { read, unchanged, quarantined } = added;
        this.#statements.count.run(read, added.new, added.changed, unchanged, quarantined, this.#older, id);
        if (bookmark !== null) this.#statements.bookmark.run(bookmark, sourceId);
      }),
    );
    this.#bookmark = null;
    for (const name of countNames) this.counts[name] += added[name];
  }

  #write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asFailure(error, `Cannot write into the raw store ${this.#place.store}`);
    }
  }

  #seeAgain(since: number, added: RunCounts): void {
    const { id, sourceId } = this.#place;
    const count = Number(this.#statements.seeAgain.run(id, sourceId, since, id).changes);
    added.read += count;
    added.unchanged += count;
  }

  #vanish(since: number): void {
    const { id, sourceId } = this.#place;
    const keys = this.#statements.vanishedKeys.all(sourceId, since) as { key: string }[];
    this.#keys.vanished = keys.map(({ key }) => key);
    this.#vanished = Number(this.#statements.vanish.run(id, sourceId, since).changes);
  }

  #store(entry: Entry): 'new' | 'changed' | 'unchanged' | 'quarantined' {
    if ('fault' in entry) return this.#storeFault(entry.fault);
    const { row, header } = entry;
    const hash = contentHash(row.body);
    if (this.#expectNew && this.#insert(row, header, hash)) return 'new';
    const found = this.#statements.find.get(this.#place.sourceId, row.key) as Found | undefined;
    if (found === undefined) {
      this.#expectNew = this.#insert(row, header, hash);
      return 'new';
    }
    this.#expectNew = false;
    return this.#storeAgain(row, header, hash, found);
  }

  /** Handles a row whose key is stored: the newer content is kept, the later sighting counts. */
  #storeAgain(row: RawRow, header: Header | null, hash: Buffer, found: Found): 'changed' | 'unchanged' {
    const { sourceId, id: run, asOfMs, asOfMsOfRun } = this.#place;
    const said = row.sourceUpdatedMs ?? null;
    const isSame = hash.equals(found.hash);
    const isEarlier = asOfMs < asOfMsOfRun(found.last_run);
    const isOlder =
      said !== null && found.said_ms !== null && said !== found.said_ms ? said < found.said_ms : isEarlier;
    const isReplaced = !isSame && !isOlder;
    if (isOlder) this.#history.addOlder(found, header, row.body);
    else if (isSame) this.#history.confirm(found, header, row.body);
    else this.#history.replace(found, header, row.body);
    if (isReplaced) this.#statements.updateBody.run(row.body, found.id);
    const lastRun = isEarlier ? found.last_run : run;
    const sourceUpdatedMs = isOlder ? found.said_ms : said;
    const headerId = isOlder || (isSame && header === null) ? found.header : (header?.id ?? null);
    if (
      isReplaced ||
      lastRun !== found.last_run ||
      sourceUpdatedMs !== found.said_ms ||
      headerId !== found.header
    ) {
      const vanished = isEarlier ? found.vanished_run : null;
      const newHash = isReplaced ? hash : found.hash;
      this.#statements.updateVersion.run(
        newHash,
        lastRun,
        sourceUpdatedMs,
        vanished,
        headerId,
        sourceId,
        found.id,
      );
    }
    if (isReplaced) this.#remember('changed', row.key);
    else if (!isSame) this.#older += 1;
    return isReplaced ? 'changed' : 'unchanged';
  }

  /** Stores a row with a new key; does nothing and gives false if the key is stored. */
  #insert(row: RawRow, header: Header | null, hash: Buffer): boolean {
    const { sourceId, id: run } = this.#place;
    const { changes, lastInsertRowid } = this.#statements.insertRow.run(sourceId, row.key, run, row.body);
    if (changes === 0) return false;
    const said = row.sourceUpdatedMs ?? null;
    this.#statements.insertVersion.run(sourceId, lastInsertRowid, hash, run, said, header?.id ?? null);
    this.#remember('new', row.key);
    return true;
  }

  #remember(what: Remembered, key: string): void {
    if (this.#keys[what].length < rememberedKeys) this.#keys[what].push(key);
  }

  #storeFault(fault: FaultyRow): 'quarantined' {
    const { sourceId, input, id: run } = this.#place;
    const hash = contentHash(`${fault.reason}\n${fault.body}`);
    const line = fault.line ?? unknownLine;
    this.#statements.quarantine.run(sourceId, input, line, hash, run, fault.reason, fault.body);
    return 'quarantined';
  }

  #close(state: RunState, message: string | null, end: RunEnd = {}): Run {
    this.#assertOpen();
    this.#isOpen = false;
    try {
      this.#flush(end);
    } catch (error) {
      this.#end('failed', messageOf(error));
      throw error;
    }
    return this.#end(state, message);
  }

  /** Writes the end of the run, and everything before it, durably to disk. */
  #end(state: RunState, message: string | null): Run {
    try {
      const kept = this.#history.keptRows();
      const details = JSON.stringify({
        keys: this.#keys,
        ...(kept > 0 && { rows_kept_fuller: kept }),
        ...this.#details,
      });
      this.#database.exec('PRAGMA synchronous = FULL');
      this.#statements.end.run(state, message, this.#now(), details, this.#vanished, this.#place.id);
    } catch (error) {
      this.#onEnd();
      throw asFailure(error, `Cannot close the run in the raw store ${this.#place.store}`);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
    return this.#onEnd();
  }
}

/** A stored row whose key comes again. */
interface Found {
  readonly id: number;
  readonly hash: Uint8Array;
  readonly last_run: number;
  readonly said_ms: number | null;
  readonly vanished_run: number | null;
  readonly header: number | null;
}

const countNames = ['read', 'new', 'changed', 'unchanged', 'quarantined'] as const;

/** Line of a quarantined row that names none; a null would make every such row different from itself. */
export const unknownLine = 0;

/** 128 bits of SHA-256: two different contents of one row never collide by chance. */
function contentHash(text: string): Buffer {
  return digest('sha256', text, 'buffer').subarray(0, 16);
}
