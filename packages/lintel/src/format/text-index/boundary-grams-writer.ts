/**
 * Writes the rows of each seam (see text-seams.ts). Most gaps between words were met before: the seams of the bytes around
 * a gap and those of the two words beside it are made once and remembered, with their numbers, for as long as a run of
 * lists is collected.
 */
import type { WrittenFile } from '../../base/files/file-writer.js';
import type { GrowableU32 } from '../../base/memory/growable.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import { TermNumbers } from '../postings/term-numbers.js';
import { byteWordSeam, eachByteSeam, longestByteSeam, wordByteSeam, wordsSeam } from './boundary-grams.js';
import { RememberedLists } from './remembered-lists.js';

/** Stands for a word where there is none. */
export const noWord = -1;

/** Seams are many and most are rare: the longer the runs, the fewer the pieces of which lists are put together. */
const runPairs = 1 << 22;
/** Seams of one gap, at most. */
const gapSeams = 16;
/** Words of a remembered seam: itself and the number of its list. */
const seamWords = 2;
/** Slots in which it is remembered which seams a row had: one that is forgotten is listed twice, which does no harm. */
const metSeams = 1 << 12;

/** A text whose seams are added: `bytes[0, length)` of a row. */
export interface SeamedText {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly row: number;
  readonly told: GrowableU32;
}

export class SeamsWriter {
  readonly #postings: PostingsWriter;
  readonly #numbers = new TermNumbers();
  /** Seams that were met last, and the row of each, plus one. */
  readonly #seen = new Uint32Array(metSeams);
  readonly #seenIn = new Uint32Array(metSeams);
  /** Which run the remembered seams are numbered for. */
  #run = 0;
  readonly #ofBytes = new RememberedLists();
  readonly #ofWords = new RememberedLists();

  constructor(directory: string, name: string, scratch: string) {
    this.#postings = new PostingsWriter(directory, name, scratch, { runPairs, numbers: this.#numbers });
  }

  /**
   * Makes room for a row whose text has so many spaces. Gives which run of lists it belongs to: until a later call gives
   * another, seams keep their numbers.
   */
  begin(spaces: number, row: number): number {
    const run = this.#postings.reserve(gapSeams * spaces, row);
    if (run !== this.#run) this.#forget(run);
    return run;
  }

  /** Adds a row to the seam of a number. */
  addNumbered(number: number, row: number): void {
    this.#postings.add(number, row);
  }

  /**
   * Adds a row to the seams of the space at `at` of its text, `bytes[0, length)`. `before` and `behind` are the numbers of
   * the words beside it, `noWord` where there is none. The numbers of the seams are put into `told`, but for those that the
   * row has already.
   */
  add({ bytes, length, row, told }: SeamedText, at: number, before: number, behind: number): void {
    this.begin(1, row);
    const byBytes = this.#bytesBeside(bytes, at, length);
    const [from, to] = [this.#ofBytes.start(byBytes), this.#ofBytes.start(byBytes + 1)];
    // A space at an end of the text has no byte beyond it that a seam of a word could hold.
    if (at === 0 || at + 1 === length) {
      this.#addSeams(this.#ofBytes.words, from, to, row, told);
      return;
    }
    const byWords = this.#wordsBeside(bytes, at, before, behind);
    const [first, last] = [this.#ofWords.start(byWords), this.#ofWords.start(byWords + 1)];
    const second = before === noWord ? first : first + seamWords;
    this.#addSeams(this.#ofWords.words, first, second, row, told);
    this.#addSeams(this.#ofBytes.words, from, to, row, told);
    this.#addSeams(this.#ofWords.words, second, last, row, told);
  }

  finish(): WrittenFile[] {
    return this.#postings.finish();
  }

  close(): void {
    this.#postings.close();
  }

  #forget(run: number): void {
    this.#run = run;
    this.#ofBytes.clear();
    this.#ofWords.clear();
  }

  /** Which remembered seams are those of the bytes around the space. */
  #bytesBeside(bytes: Uint8Array, at: number, length: number): number {
    let high = 0;
    let low = 0;
    // No text holds a zero: it stands for what lies outside.
    for (let i = at - longestByteSeam; i < at; i++) high = high * 256 + (i < 0 ? 0 : (bytes[i] ?? 0));
    for (let i = at + longestByteSeam; i > at; i--) low = low * 256 + (i < length ? (bytes[i] ?? 0) : 0);
    const known = this.#ofBytes;
    const found = known.number(high, low);
    if (found === known.length) {
      eachByteSeam(bytes, at, length, (seam) => this.#push(known, seam));
      known.end();
    }
    return found;
  }

  #push(known: RememberedLists, seam: number): void {
    known.words.push(seam);
    known.words.push(this.#numbers.number(seam));
  }

  #wordsBeside(bytes: Uint8Array, at: number, before: number, behind: number): number {
    const known = this.#ofWords;
    const found = known.number(before + 1, behind + 1);
    if (found === known.length) {
      if (before !== noWord) this.#push(known, wordByteSeam(before, bytes[at + 1] ?? 0));
      if (before !== noWord && behind !== noWord) this.#push(known, wordsSeam(before, behind));
      if (behind !== noWord) this.#push(known, byteWordSeam(bytes[at - 1] ?? 0, behind));
      known.end();
    }
    return found;
  }

  #addSeams(seams: GrowableU32, from: number, to: number, row: number, told: GrowableU32): void {
    for (let i = from; i < to; i += seamWords) {
      const seam = seams.at(i);
      const slot = seam & (metSeams - 1);
      if (this.#seen[slot] === seam && this.#seenIn[slot] === row + 1) continue;
      this.#seen[slot] = seam;
      this.#seenIn[slot] = row + 1;
      const number = seams.at(i + 1);
      told.push(number);
      this.#postings.add(number, row);
    }
  }
}
