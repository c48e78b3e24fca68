/**
 * Reads a scratch file of blocks, each preceded by its length as a little-endian u32, sequentially through
 * one buffer. A file that ends within a block is truncated, and the build fails.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const readBytes = 1 << 20;
const lengthBytes = 4;

/** Position of a block's bytes; valid until the next block is read. */
export interface Block {
  bytes: Buffer;
  from: number;
  to: number;
}

/** All blocks of the file; the same object is given again and again. */
export function* scratchBlocks(path: string): Generator<Readonly<Block>, void, void> {
  const block: Block = { bytes: Buffer.allocUnsafeSlow(readBytes), from: 0, to: 0 };
  let filled = 0;
  const fd = openSync(path, 'r');
  try {
    for (;;) {
      const start = block.to;
      const isLengthKnown = filled - start >= lengthBytes;
      const end = start + lengthBytes + (isLengthKnown ? block.bytes.readUInt32LE(start) : 0);
      if (isLengthKnown && end <= filled) {
        block.from = start + lengthBytes;
        block.to = end;
        yield block;
        continue;
      }
      // The rest moves to the front, of a larger buffer if the block needs one.
      const wanted = end - start;
      const room = wanted > block.bytes.length ? Buffer.allocUnsafeSlow(wanted * 2) : block.bytes;
      block.bytes.copy(room, 0, start, filled);
      block.bytes = room;
      block.to = 0;
      filled -= start;
      const count = readSync(fd, room, filled, room.length - filled, null);
      if (count === 0 && filled > 0) throw new Error(`the scratch file ${path} ends within a block`);
      if (count === 0) return;
      filled += count;
    }
  } finally {
    closeSync(fd);
  }
}
