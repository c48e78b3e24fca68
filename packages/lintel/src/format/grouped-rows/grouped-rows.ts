/**
 * Records of permits put together by what they belong to (contractor, property), in result order within each: a few
 * words a permit, and where each group begins.
 *
 * Rows come in result order; they are scattered to their places in passes over ranges of groups, so that memory is
 * bounded and nothing is compared.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import type { Ticker } from '../../base/ticker.js';

interface ClusterInput {
  readonly groups: number;
  readonly rows: number;
  /** Words of a record. */
  readonly words: number;
  /** The group of a row; negative for none. Asked for all rows in order, several times. */
  groupOf(row: number): number;
  /** Further groups of rows: pairs of row and group, by row. */
  readonly further?: Uint32Array;
  /** Writes the record of a row at the position. */
  fill(row: number, into: Uint32Array, at: number): void;
  /** Bytes that a pass scatters into. */
  readonly passBytes?: number;
}

const defaultPassBytes = 1 << 27;
const nothing = new Uint32Array(0);

/** Writes `name.starts` and `name.work`. */
export async function writeGroupedRows(
  directory: string,
  name: string,
  input: ClusterInput,
  pace: Ticker,
): Promise<WrittenFile[]> {
  const starts = await countStarts(input, pace);
  const work = new FileWriter(join(directory, `${name}.work`));
  const perPass = Math.floor((input.passBytes ?? defaultPassBytes) / (input.words * 4));
  for (let group = 0; group < input.groups; ) {
    const end = passEnd(starts, group, perPass);
    work.write(new Uint8Array((await scatter(input, starts, group, end, pace)).buffer));
    group = end;
  }
  const file = new FileWriter(join(directory, `${name}.starts`));
  file.write(new Uint8Array(starts.buffer));
  return [work.finish(), file.finish()];
}

async function countStarts(
  { groups, rows, groupOf, further = nothing }: ClusterInput,
  pace: Ticker,
): Promise<Uint32Array> {
  const starts = new Uint32Array(groups + 1);
  for (let i = 1; i < further.length; i += 2) {
    const group = further[i] ?? 0;
    starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let row = 0; row < rows; row++) {
    const group = groupOf(row);
    if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    if (row % 65_536 === 0) await pace.rest();
  }
  for (let i = 0; i < groups; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  return starts;
}

/** The group behind the last one whose records fit into a pass; one group at least. */
function passEnd(starts: Uint32Array, from: number, perPass: number): number {
  let end = from + 1;
  while (end + 1 < starts.length && (starts[end + 1] ?? 0) - (starts[from] ?? 0) <= perPass) end += 1;
  return end;
}

async function scatter(
  { rows, words, groupOf, fill, further = nothing }: ClusterInput,
  starts: Uint32Array,
  from: number,
  to: number,
  pace: Ticker,
): Promise<Uint32Array> {
  const first = starts[from] ?? 0;
  const next = starts.slice(from, to);
  const records = new Uint32Array(((starts[to] ?? 0) - first) * words);
  const put = (row: number, group: number) => {
    if (group < from || group >= to) return;
    const at = next[group - from] ?? 0;
    next[group - from] = at + 1;
    fill(row, records, (at - first) * words);
  };
  for (let row = 0, other = 0; row < rows; row++) {
    if (row % 65_536 === 0) await pace.rest();
    put(row, groupOf(row));
    for (; further[other] === row; other += 2) put(row, further[other + 1] ?? 0);
  }
  return records;
}

export class GroupedRowsReader {
  /** Groups in all. */
  readonly groups: number;
  readonly #files: readonly MappedFile[];
  readonly #starts: Uint32Array;
  readonly #work: Uint32Array;
  readonly #words: number;
  readonly #records: number;

  constructor(directory: string, name: string, words: number, work = `${name}.work`) {
    const starts = new MappedFile(join(directory, `${name}.starts`));
    const records = new MappedFile(join(directory, work));
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

  /** The records of a group from number `first` on, `count` at most. They must not be written to. */
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
    // Never behind the last record, whatever a damaged file says.
    return Math.min(start, this.#records);
  }
}
