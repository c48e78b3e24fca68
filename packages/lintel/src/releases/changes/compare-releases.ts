/**
 * What became of each record between two releases: an index join of their ids.
 *
 * A kind whose files of records are equal by the checksums of both manifests is not opened. Of the others both releases
 * are in result order, so nearly always a stretch of one is a stretch of the other, byte by byte, and is compared as
 * such; only where they differ is a row looked up by its id and decoded. Memory holds a few bytes for each record.
 */
import type { ChangeType, FieldChange } from '@lintel/contract';
import type { Progress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { recordsFile } from '../../format/layout.js';
import { type Manifest, readManifest } from '../../format/manifest.js';
import type { RecordKind } from '../../format/record.js';
import { idOf } from '../../format/record-id.js';
import { ComparedRecords } from './compared-records.js';
import { fieldChanges } from './field-changes.js';
import { joinRekeyed, notRekeyed } from './rekeyed.js';

/** Records looked up between two turns of the event loop. */
const callsPerTurn = 1000;

/** A record of one of the two releases: where it is and what it says. */
interface Side {
  readonly row: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A change as a comparison finds it. */
export interface ComparedRecord {
  readonly kind: RecordKind;
  readonly change: ChangeType;
  readonly id: string;
  /** Id in the earlier release of a rekeyed record; null for all others. */
  readonly previousId: string | null;
  /** The fields that differ, of changed and rekeyed records. */
  readonly fields: readonly FieldChange[];
  /** In the earlier release; null for a new one. */
  readonly old: Side | null;
  /** In the current release; null for a vanished one. */
  readonly now: Side | null;
}

/** Rows of both releases that have the same ids: a stretch that is equal, or two records that differ. */
interface PairedRows {
  readonly oldRow: number;
  readonly row: number;
  readonly rows: number;
  readonly isEqual: boolean;
}

interface CompareOptions {
  readonly kinds: readonly RecordKind[];
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The changes from the release in one directory to that in another: kind by kind; of each kind the changed
 * records, the new, the rekeyed and the vanished ones, each in result order. Progress counts each record of both, once.
 * Throws a UserError where one of them is not a release of this format.
 */
export async function* compareReleases(
  from: string,
  to: string,
  options: CompareOptions,
): AsyncGenerator<ComparedRecord, void, void> {
  const ticker = new Ticker(
    options.progress,
    options.signal ?? null,
    'Comparing the releases was interrupted.',
  );
  for (const kind of differingKinds(from, to, options.kinds)) {
    const old = new ComparedRecords(from, kind);
    try {
      const now = new ComparedRecords(to, kind);
      try {
        yield* new Comparison(kind, old, now, ticker).changes(options.scratch);
      } finally {
        now.close();
      }
    } finally {
      old.close();
    }
  }
}

/** Those of the kinds whose records are not, by their checksums, the same in both. */
function differingKinds(from: string, to: string, kinds: readonly RecordKind[]): RecordKind[] {
  const [old, now] = [readManifest(from), readManifest(to)];
  const sum = ({ files }: Manifest, kind: RecordKind) =>
    files.find(({ name }) => name === recordsFile(kind))?.sha256;
  return kinds.filter((kind) => sum(old, kind) !== sum(now, kind));
}

/** A set of rows, all in it at first. */
class RowSet {
  readonly records: ComparedRecords;
  readonly #isIn: Uint8Array;

  constructor(records: ComparedRecords) {
    this.records = records;
    this.#isIn = new Uint8Array(records.count).fill(1);
  }

  delete(row: number, count = 1): void {
    this.#isIn.fill(0, row, row + count);
  }

  *rows(): Generator<number, void, void> {
    for (let row = this.#isIn.indexOf(1); row >= 0; row = this.#isIn.indexOf(1, row + 1)) yield row;
  }
}

class Comparison {
  readonly #kind: RecordKind;
  readonly #old: ComparedRecords;
  readonly #now: ComparedRecords;
  readonly #ticker: Ticker;
  #calls = 0;

  constructor(kind: RecordKind, old: ComparedRecords, now: ComparedRecords, ticker: Ticker) {
    this.#kind = kind;
    this.#old = old;
    this.#now = now;
    this.#ticker = ticker;
  }

  /** `scratch`: path prefix of scratch files. */
  async *changes(scratch: string): AsyncGenerator<ComparedRecord, void, void> {
    const [onlyOld, onlyNow] = [new RowSet(this.#old), new RowSet(this.#now)];
    this.#ticker.step(`Comparing ${this.#kind}`, this.#old.count + this.#now.count, 'records');
    for await (const { oldRow, row, rows, isEqual } of this.#pairs()) {
      onlyOld.delete(oldRow, rows);
      onlyNow.delete(row, rows);
      const change = isEqual ? null : this.#pair('changed', oldRow, row);
      // Equal values may be written differently.
      if (change !== null && change.fields.length > 0) yield change;
    }
    const rekeyed = joinRekeyed(this.#kind, onlyOld, onlyNow, scratch);
    for (const row of onlyNow.rows()) {
      await this.#count(1);
      yield this.#single('new', null, this.#side(this.#now, row));
    }
    for (const [row, oldRow] of rekeyed.entries()) {
      if (oldRow === notRekeyed) continue;
      await this.#count(2);
      yield this.#pair('rekeyed', oldRow, row);
    }
    for (const row of onlyOld.rows()) {
      await this.#count(1);
      yield this.#single('vanished', this.#side(this.#old, row), null);
    }
    this.#ticker.advance(0);
  }

  /** The rows whose ids are in both releases, in the order of the current one: equal stretches, and pairs that differ. */
  async *#pairs(): AsyncGenerator<PairedRows, void, void> {
    // The row of the earlier release that most likely is the next one.
    let expected = 0;
    for (let row = 0; row < this.#now.count; ) {
      const paired = this.#pairedRows(expected, row);
      await this.#count(2 * (paired?.rows ?? 0));
      if (paired !== null) {
        yield paired;
        expected = paired.oldRow + paired.rows;
      }
      row += paired?.rows ?? 1;
    }
  }

  /** The stretch that begins with a row of the current release; null if the row is new. */
  #pairedRows(expected: number, row: number): PairedRows | null {
    const rows = this.#equalRows(expected, row);
    if (rows > 0) return { oldRow: expected, row, rows, isEqual: true };
    const oldRow = this.#old.rowOf(idOf(this.#now.bytes(row)));
    if (oldRow === null) return null;
    const moved = oldRow === expected ? 0 : this.#equalRows(oldRow, row);
    return { oldRow, row, rows: Math.max(1, moved), isEqual: moved > 0 };
  }

  #equalRows(oldRow: number, row: number): number {
    return oldRow < this.#old.count ? this.#now.equalRows(row, this.#old, oldRow) : 0;
  }

  #side(records: ComparedRecords, row: number): Side {
    return { row, record: records.record(row) };
  }

  #pair(change: 'changed' | 'rekeyed', oldRow: number, row: number): ComparedRecord {
    const [old, now] = [this.#side(this.#old, oldRow), this.#side(this.#now, row)];
    return {
      kind: this.#kind,
      change,
      id: String(now.record.id),
      previousId: change === 'rekeyed' ? String(old.record.id) : null,
      fields: fieldChanges(old.record, now.record),
      old,
      now,
    };
  }

  #single(change: 'new' | 'vanished', old: Side | null, now: Side | null): ComparedRecord {
    const id = String((now ?? old)?.record.id);
    return { kind: this.#kind, change, id, previousId: null, fields: [], old, now };
  }

  /** Counts records of which is known what became of them, and gives way now and then. */
  async #count(records: number): Promise<void> {
    this.#calls += 1;
    const isDue = this.#ticker.count(records) || this.#calls % callsPerTurn === 0;
    if (isDue) await this.#ticker.yieldToEventLoop();
  }
}
