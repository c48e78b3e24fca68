/** Reads exactly what a file of a release is said to hold; one that ends before is damaged and fails the request. */
import { readSync } from 'node:fs';

/** Fills `length` bytes of `into`, from its byte `at` on, from the position. */
export function readWhole(
  fd: number,
  into: Uint8Array,
  position: number,
  length = into.length,
  at = 0,
): void {
  let done = 0;
  while (done < length) {
    const count = readSync(fd, into, at + done, length - done, position + done);
    if (count === 0) throw new Error('a file of the release is shorter than it says');
    done += count;
  }
}
