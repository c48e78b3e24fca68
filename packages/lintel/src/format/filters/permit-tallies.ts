/** Counts permits by status and by tag, as in the records of contractors and properties. */
import { permitStatuses, tagIds } from '@lintel/contract/plain';
import { at, u32At } from '../../base/memory/at.js';
import { highTagsMask, statusOf } from './terms.js';

/** Nonzero counts by name. An unknown status counts as `unknown` (C20). */
export interface Tallies {
  readonly status_tally: Readonly<Record<string, number>>;
  readonly tag_tally: Readonly<Record<string, number>>;
}

const statusNames = [...permitStatuses, 'unknown'];

const keysOf = (names: readonly string[]) => names.map((name) => `${JSON.stringify(name)}:`);
const statusKeys = keysOf(statusNames);
const tagKeys = keysOf(tagIds);

function tallyText(keys: readonly string[], counts: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < keys.length; i++) {
    const count = at(counts, i);
    if (count > 0) text += `${text === '' ? '' : ','}${keys[i]}${count}`;
  }
  return `{${text}}`;
}

/** The nonzero counts by name, in the order of the names. */
function tally(names: readonly string[], counts: ArrayLike<number>): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const [i, name] of names.entries()) {
    const count = at(counts, i);
    if (count > 0) counted[name] = count;
  }
  return counted;
}

export class PermitTallies {
  readonly #statuses = new Uint32Array(permitStatuses.length + 1);
  readonly #tags = new Uint32Array(tagIds.length);

  /** Counts a permit by the two words of its facets. */
  add(low: number, packed: number): void {
    this.count(statusOf(packed), low, packed & highTagsMask);
  }

  /** Counts a permit by its status, numbered from 1, 0 when unknown, and its tags as two words of bits. */
  count(status: number, low: number, high: number): void {
    this.#statuses[status] = u32At(this.#statuses, status) + 1;
    this.#countTags(low, 0);
    this.#countTags(high, 32);
  }

  tallies(): Tallies {
    const [unknown = 0, ...known] = this.#statuses;
    return {
      status_tally: tally(statusNames, [...known, unknown]),
      tag_tally: tally(tagIds, this.#tags),
    };
  }

  /** The same as the members of a JSON object, without its braces. */
  text(): string {
    const [unknown = 0, ...known] = this.#statuses;
    return `"status_tally":${tallyText(statusKeys, [...known, unknown])},"tag_tally":${tallyText(tagKeys, this.#tags)}`;
  }

  /** Resets all counts. */
  clear(): void {
    this.#statuses.fill(0);
    this.#tags.fill(0);
  }

  #countTags(word: number, base: number): void {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const tag = base + 31 - Math.clz32(rest & -rest);
      this.#tags[tag] = u32At(this.#tags, tag) + 1;
    }
  }
}
