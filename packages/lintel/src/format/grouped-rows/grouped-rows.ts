/**
 * Records of permits grouped by what they belong to (contractor, property), in result order within each
 * group: a few words per permit in one file, and where the records of each group begin in a second one.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { u32At } from '../../base/memory/at.js';
import { GroupBy } from '../../base/sort/group-by.js';
import type { Ticker } from '../../base/ticker.js';

interface GroupedRowsInput {
  readonly groups: number;
  readonly rows: number;
  /** Words of a record. */
  readonly words: number;
  /** The group of a row; negative for none. Called for all rows in order. */
  groupOf(row: number): number;
  /** Further groups of rows: pairs of row and group, by row. */
  readonly further?: Uint32Array;
  /** Writes the record of a row at the offset. */
  fill(row: number, into: Uint32Array, at: number): void;
  /** Path prefix of scratch files. */
  readonly scratch: string;
  /** Bytes that are grouped in memory at once. */
  readonly memoryBytes?: number;
}

const defaultMemoryBytes = 1 << 27;
const none = new Uint32Array(0);

/** Writes `name.starts` and `name.work`. */
export async function writeGroupedRows(
  directory: string,
  name: string,
  input: GroupedRowsInput,
  ticker: Ticker,
): Promise<WrittenFile[]> {
  const records = new GroupBy(input.scratch, input.memoryBytes ?? defaultMemoryBytes);
  const work = new FileWriter(join(directory, `${name}.work`));
  try {
    await addRecords(input, records, ticker);
    const starts = startsOf(input, records);
    for (const { bytes, from, to } of records.groups({ inPieces: true })) work.write(bytes, from, to);
    const file = new FileWriter(join(directory, `${name}.starts`));
    file.write(new Uint8Array(starts.buffer));
    return [work.finish(), file.finish()];
  } finally {
    records.close();
    work.close();
  }
}

async function addRecords(
  { rows, words, groupOf, fill, further = none }: GroupedRowsInput,
  records: GroupBy,
  ticker: Ticker,
): Promise<void> {
  const record = new Uint32Array(words);
  const bytes = new Uint8Array(record.buffer);
  for (let row = 0, other = 0; row < rows; row++) {
    if (row % 65_536 === 0) await ticker.yieldToEventLoop();
    fill(row, record, 0);
    const group = groupOf(row);
    if (group >= 0) records.add(group, bytes);
    for (; further[other] === row; other += 2) records.add(u32At(further, other + 1), bytes);
  }
}

/** The number of the first record of each group, followed by the number of records. */
function startsOf({ groups, words }: GroupedRowsInput, records: GroupBy): Uint32Array {
  const starts = new Uint32Array(groups + 1);
  for (let group = 0; group < groups; group++) {
    starts[group + 1] = u32At(starts, group) + records.size(group) / (words * 4);
  }
  return starts;
}

export class GroupedRowsReader {
  /** Groups in all. */
  readonly groups: number;
  readonly #files: readonly MappedFile[];
  readonly #starts: Uint32Array;
  readonly #work: Uint32Array;
  readonly #words: number;
  readonly #records: number;

  constructor(directory: string, name: string, words: number) {
    const starts = new MappedFile(join(directory, `${name}.starts`));
    const records = new MappedFile(join(directory, `${name}.work`));
    this.#files = [starts, records];
    this.#starts = starts.numbers(Uint32Array);
    this.#work = records.numbers(Uint32Array);
    this.#words = words;
    this.groups = this.#starts.length - 1;
    this.#records = Math.floor(this.#work.length / words);
  }

  /** How many records a group has. */
  count(group: number): number {
    return Math.max(0, this.#start(group + 1) - this.#start(group));
  }

  /** The records of a group from number `first` on, `count` at most. Never modify them. */
  records(group: number, first = 0, count = Number.POSITIVE_INFINITY): Uint32Array {
    const end = this.#start(group + 1);
    const from = Math.min(end, this.#start(group) + first);
    return this.#work.subarray(from * this.#words, Math.min(end, from + count) * this.#words);
  }

  close(): void {
    for (const file of this.#files) file.close();
  }

  #start(group: number): number {
    const start = this.#starts[group];
    if (start === undefined) throw new Error(`no group ${group} of ${this.groups}`);
    // Never beyond the last record, even in a damaged file.
    return Math.min(start, this.#records);
  }
}
