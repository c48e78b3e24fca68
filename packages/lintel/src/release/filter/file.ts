/** Files of a release: whole small ones, open ones, and words of one that are asked for from front to back. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readWhole } from '../store/read-whole.js';

/** A whole file in memory of its own, so that it may be read as an array of any numbers. */
export function readWholeFile(path: string): ArrayBuffer {
  const fd = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(fd).size);
    readWhole(fd, bytes, 0);
    return bytes.buffer;
  } finally {
    closeSync(fd);
  }
}

/** A file that stays open, with its size. */
export class OpenFile {
  readonly fd: number;
  readonly bytes: number;

  constructor(path: string) {
    this.fd = openSync(path, 'r');
    this.bytes = fstatSync(this.fd).size;
  }

  close(): void {
    closeSync(this.fd);
  }
}

const windowWords = 1 << 14;
/** Words that a jump to another place reads beyond what was asked for. */
const jumpWords = 64;

/** Words of a file that are mostly asked for from front to back: what follows is read along, the more the longer so. */
export class WordWindow {
  readonly words: number;
  readonly #file: OpenFile;
  readonly #values = new Uint32Array(windowWords);
  readonly #bytes = new Uint8Array(this.#values.buffer);
  #from = 0;
  #to = 0;
  #ahead = jumpWords;

  constructor(path: string) {
    this.#file = new OpenFile(path);
    this.words = this.#file.bytes / 4;
  }

  /** A copy of `count` words from `position` on. */
  read(position: number, count: number): Uint32Array {
    if (position < this.#from || position + count > this.#to) {
      if (count > windowWords) {
        const values = new Uint32Array(count);
        readWhole(this.#file.fd, new Uint8Array(values.buffer), position * 4);
        return values;
      }
      this.#load(position, count);
    }
    return this.#values.slice(position - this.#from, position - this.#from + count);
  }

  close(): void {
    this.#file.close();
  }

  #load(position: number, count: number): void {
    const goesOn = position >= this.#from && position <= this.#to + this.#ahead;
    this.#ahead = goesOn ? Math.min(windowWords, this.#ahead * 2) : jumpWords;
    const length = Math.min(windowWords, this.words - position, Math.max(count, this.#ahead));
    if (length < count) throw new Error('a file of the release is shorter than it says');
    readWhole(this.#file.fd, this.#bytes, position * 4, length * 4);
    this.#from = position;
    this.#to = position + length;
  }
}
