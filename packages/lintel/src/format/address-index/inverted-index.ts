/**
 * Lists of words (a street's name, a place) in an index: the words of each list, and the lists with each
 * word. Lists are numbered by first appearance and postings ascend, so that the more important come first.
 */
import { u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import type { SectionReader, SectionWriter } from '../sections/section-file.js';

/** Number of the key by first appearance. */
export function numberIn(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** Collects distinct lists of words. */
export class InvertedIndexWriter {
  /** The words seen so far. */
  readonly words = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #starts = new GrowableU32();
  readonly #content = new GrowableU32();

  constructor() {
    this.#starts.push(0);
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Number of the list, a new one when it first appears. `key` distinguishes lists of equal words. */
  number(words: readonly string[], key: string = words.join(' ')): number {
    const before = this.#numbers.size;
    const number = numberIn(this.#numbers, key);
    if (this.#numbers.size > before) {
      for (const word of words) this.#content.push(numberIn(this.words, word));
      this.#starts.push(this.#content.length);
    }
    return number;
  }

  /** Writes the sections of the prefix, with the words numbered as in the vocabulary. */
  write(file: SectionWriter, prefix: string, vocabulary: ReadonlyMap<string, number>): void {
    const final = Uint32Array.from(this.words.keys(), (word) => vocabulary.get(word) ?? 0);
    const content = this.#content.view().map((word) => u32At(final, word));
    const starts = this.#starts.view();
    const { postingStarts, postings } = invert(starts, content, vocabulary.size);
    file.put(`${prefix}Starts`, starts);
    file.put(`${prefix}Words`, content);
    file.put(`${prefix}PostingStarts`, postingStarts);
    file.put(`${prefix}Postings`, postings);
  }
}

function invert(starts: Uint32Array, content: Uint32Array, words: number) {
  const postingStarts = new Uint32Array(words + 1);
  for (const word of content) postingStarts[word + 1] = u32At(postingStarts, word + 1) + 1;
  for (let i = 1; i <= words; i++) postingStarts[i] = u32At(postingStarts, i) + u32At(postingStarts, i - 1);
  const postings = new Uint32Array(content.length);
  const filled = postingStarts.slice();
  for (let list = 0; list + 1 < starts.length; list++) {
    for (let i = u32At(starts, list); i < u32At(starts, list + 1); i++) {
      const word = u32At(content, i);
      const at = u32At(filled, word);
      postings[at] = list;
      filled[word] = at + 1;
    }
  }
  return { postingStarts, postings };
}

export interface InvertedIndex {
  readonly size: number;
  /** Words of list d are `words[starts[d] … starts[d + 1]]`. */
  readonly starts: Uint32Array;
  readonly words: Uint32Array;
  /**
   * Lists of word w are `postings[postingStarts[w] … postingStarts[w + 1]]`; those of neighbouring words are
   * adjacent.
   */
  readonly postingStarts: Uint32Array;
  readonly postings: Uint32Array;
}

/** Where a list ends in `words`: never beyond the array, even in a damaged file. */
export function endOfList({ starts, words }: InvertedIndex, list: number): number {
  return Math.min(u32At(starts, list + 1), words.length);
}

/** Loads the lists written under the prefix. */
export function readInvertedIndex(file: SectionReader, prefix: string): InvertedIndex {
  const starts = file.numbers(`${prefix}Starts`);
  return {
    size: starts.length - 1,
    starts,
    words: file.numbers(`${prefix}Words`),
    postingStarts: file.numbers(`${prefix}PostingStarts`),
    postings: file.numbers(`${prefix}Postings`),
  };
}
