/** Reads an offsets file: where the record of each row begins and, at the end, where the last one ends. */
import { MappedFile } from '../../base/mapped-file.js';

const offsetBytes = 8;

export class OffsetsReader {
  readonly rows: number;
  readonly #file: MappedFile;
  /** Low and high words of the offsets. */
  readonly #words: Uint32Array;

  constructor(path: string) {
    this.#file = new MappedFile(path);
    this.#words = this.#file.numbers(Uint32Array);
    this.rows = this.#file.bytes / offsetBytes - 1;
    if (!Number.isInteger(this.rows) || this.rows < 0)
      throw new Error(`${path} is damaged: it holds no whole offsets`);
  }

  /** Where the record of a row begins; for the number of rows, where the last record ends. */
  at(row: number): number {
    const [low, high] = [this.#words[row * 2], this.#words[row * 2 + 1]];
    if (low === undefined || high === undefined) throw new Error(`no row ${row} of ${this.rows}`);
    return low + high * 2 ** 32;
  }

  close(): void {
    this.#file.close();
  }
}
