/**
 * The rows that a run has read and not stored yet. It also ends a run of which far more rows cannot be used than a file
 * of the source can have.
 */
import { UserError } from '../base/user-error.js';
import type { Header } from './column-history.js';
import type { FaultyRow, RawRow } from './raw-store.js';

const batchRows = 4000;
const batchChars = 8 * 1024 * 1024;
/** Characters of a quarantined row that are kept. */
const quarantineChars = 4000;
/** Rows of a run that may always be quarantined; beyond that, at most half of those read. */
const maxQuarantined = 20_000;
const maxQuarantinedShare = 0.5;

/** A row with the columns of its input, null while they are unknown; or one that cannot be used. */
export type Entry = { readonly row: RawRow; readonly header: Header | null } | { readonly fault: FaultyRow };

export class RunBuffer {
  readonly #input: string;
  #entries: Entry[] = [];
  #chars = 0;
  #faults = 0;

  /** `input`: what is read, for messages. */
  constructor(input: string) {
    this.#input = input;
  }

  get isFull(): boolean {
    return this.#entries.length >= batchRows || this.#chars >= batchChars;
  }

  addRow(row: RawRow, header: Header | null): void {
    this.#entries.push({ row, header });
    this.#chars += row.body.length;
  }

  addFault(fault: FaultyRow): void {
    const body = fault.body.slice(0, quarantineChars);
    this.#entries.push({ fault: { ...fault, body } });
    this.#chars += body.length;
    this.#faults += 1;
  }

  /** Throws a UserError when too many rows, of which `stored` are no longer here, cannot be used. */
  checkFaults(stored: number, { reason }: FaultyRow): void {
    const read = stored + this.#entries.length;
    if (this.#faults <= maxQuarantined || this.#faults <= read * maxQuarantinedShare) return;
    throw new UserError(
      `${this.#input}: ${this.#faults} of the first ${read} rows cannot be used, so the rest was not read. ` +
        `The last one: ${reason}`,
      {
        hint: 'See "lintel quarantine". Is it a file of this source, in the format that its definition says?',
      },
    );
  }

  /** Everything since the last call. */
  take(): readonly Entry[] {
    const entries = this.#entries;
    this.#entries = [];
    this.#chars = 0;
    return entries;
  }
}
