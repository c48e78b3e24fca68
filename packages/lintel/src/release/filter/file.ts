/** Reading whole pieces of the files of a release, and whole small files. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Fills the first `length` bytes of `into` from the position; a file that ends before is damaged. */
export function readFully(fd: number, into: Uint8Array, position: number, length = into.length): void {
  let done = 0;
  while (done < length) {
    const count = readSync(fd, into, done, length - done, position + done);
    if (count === 0) throw new Error('a file of the release is shorter than it says');
    done += count;
  }
}

/** A whole file in memory of its own, so that it may be read as an array of any numbers. */
export function readWholeFile(path: string): ArrayBuffer {
  const fd = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(fd).size);
    readFully(fd, bytes, 0);
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
