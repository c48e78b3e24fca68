/**
 * What became of each record between two releases: an index join of their ids.
 *
 * Both releases are in result order, so nearly always the next row of one is the next row of the other, byte
 * by byte; only where they differ is a row looked up by its id. Memory holds a few bytes for each
 * record. Rows that are equal cost one comparison of their bytes.
 */
import type { ChangeType, FieldChange } from '@lintel/contract';
import type { Progress } from '../../base/progress.js';
import { UserError } from '../../base/user-error.js';
import type { RecordKind } from '../../format/record.js';
import { idOf } from '../../format/record-id.js';
import { ComparedRecords } from './compared-records.js';
import { fieldChanges } from './field-changes.js';
import { joinRekeyed, notRekeyed } from './rekeyed.js';

/** Rows between two turns of the event loop. */
const rowsPerTurn = 4_096;

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

interface CompareOptions {
  readonly kinds: readonly RecordKind[];
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The changes from the release in one directory to that in another: kind by kind; of each kind the changed
 * records, the new, the rekeyed and the vanished ones, each in result order.
 */
export async function* compareReleases(
  from: string,
  to: string,
  options: CompareOptions,
): AsyncGenerator<ComparedRecord, void, void> {
  for (const kind of options.kinds) {
    const old = new ComparedRecords(from, kind);
    try {
      const now = new ComparedRecords(to, kind);
      try {
        yield* new Comparison(kind, old, now, options).changes();
      } finally {
        now.close();
      }
    } finally {
      old.close();
    }
  }
}

/** A set of rows, all in it at first. */
class RowSet {
  readonly records: ComparedRecords;
  readonly #isIn: Uint8Array;

  constructor(records: ComparedRecords) {
    this.records = records;
    this.#isIn = new Uint8Array(records.count).fill(1);
  }

  delete(row: number): void {
    this.#isIn[row] = 0;
  }

  *rows(): Generator<number, void, void> {
    for (let row = this.#isIn.indexOf(1); row >= 0; row = this.#isIn.indexOf(1, row + 1)) yield row;
  }
}

class Comparison {
  readonly #kind: RecordKind;
  readonly #old: ComparedRecords;
  readonly #now: ComparedRecords;
  readonly #options: CompareOptions;
  #turn = 0;

  constructor(kind: RecordKind, old: ComparedRecords, now: ComparedRecords, options: CompareOptions) {
    this.#kind = kind;
    this.#old = old;
    this.#now = now;
    this.#options = options;
  }

  async *changes(): AsyncGenerator<ComparedRecord, void, void> {
    const onlyOld = new RowSet(this.#old);
    const onlyNow = new RowSet(this.#now);
    this.#options.progress.step(`Comparing ${this.#kind}`, this.#now.count, this.#kind);
    let expected = 0;
    for (let row = 0; row < this.#now.count; row++) {
      if (this.#isTurnOver()) await this.#yieldTurn();
      const oldRow = this.#oldRowOf(row, expected);
      if (oldRow === null) continue;
      expected = oldRow + 1;
      onlyOld.delete(oldRow);
      onlyNow.delete(row);
      const change = this.#isEqual(oldRow, row) ? null : this.#pair('changed', oldRow, row);
      // Equal values may be written differently.
      if (change !== null && change.fields.length > 0) yield change;
    }
    const rekeyed = joinRekeyed(this.#kind, onlyOld, onlyNow, this.#options.scratch);
    for (const row of onlyNow.rows()) {
      if (this.#isTurnOver()) await this.#yieldTurn();
      yield this.#single('new', null, this.#side(this.#now, row));
    }
    for (const [row, oldRow] of rekeyed.entries()) {
      if (oldRow !== notRekeyed) yield this.#pair('rekeyed', oldRow, row);
    }
    for (const row of onlyOld.rows()) {
      if (this.#isTurnOver()) await this.#yieldTurn();
      yield this.#single('vanished', this.#side(this.#old, row), null);
    }
  }

  /** The row in the earlier release of a row of the current one, most likely `expected`; null if new. */
  #oldRowOf(row: number, expected: number): number | null {
    if (expected < this.#old.count && this.#isEqual(expected, row)) return expected;
    return this.#old.rowOf(idOf(this.#now.bytes(row)));
  }

  #isEqual(oldRow: number, row: number): boolean {
    return this.#old.bytes(oldRow).equals(this.#now.bytes(row));
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

  #isTurnOver(): boolean {
    this.#turn += 1;
    return this.#turn % rowsPerTurn === 0;
  }

  async #yieldTurn(): Promise<void> {
    this.#options.progress.advance(rowsPerTurn);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#options.signal?.aborted) throw new UserError('Comparing the releases was interrupted.');
  }
}
