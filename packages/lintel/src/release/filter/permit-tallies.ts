/** Counts of some permits by status and by tag, as contractors and properties carry them. */
import { permitStatuses, tagIds } from '@lintel/contract';
import { tally } from '../build/tally.js';
import { highTagsMask, statusOf } from './terms.js';

/** Counts that are not zero, by name. A status that is not known counts as `unknown` (C20). */
export interface Tallies {
  readonly status_tally: Readonly<Record<string, number>>;
  readonly tag_tally: Readonly<Record<string, number>>;
}

const statusNames = [...permitStatuses, 'unknown'];

export class PermitTallies {
  readonly #statuses = new Uint32Array(permitStatuses.length + 1);
  readonly #tags = new Uint32Array(tagIds.length);

  /** Counts a permit by the two words of its facets. */
  add(low: number, packed: number): void {
    const status = statusOf(packed);
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#countTags(low, 0);
    this.#countTags(packed & highTagsMask, 32);
  }

  tallies(): Tallies {
    const [unknown = 0, ...known] = this.#statuses;
    return {
      status_tally: tally(statusNames, [...known, unknown]),
      tag_tally: tally(tagIds, this.#tags),
    };
  }

  #countTags(word: number, base: number): void {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const tag = base + 31 - Math.clz32(rest & -rest);
      this.#tags[tag] = (this.#tags[tag] ?? 0) + 1;
    }
  }
}
