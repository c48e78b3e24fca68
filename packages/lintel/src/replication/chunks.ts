/**
 * Files as chunks that content decides: a chunk ends where the last 32 bytes hash to a certain pattern (a gear hash, as
 * in FastCDC, Xia et al. 2016), so that bytes which move within a file, or from one file into another, are still the
 * same chunks. A chunk is named by its SHA-256 and stored compressed.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** No chunk but the last of a file is smaller. */
const minBytes = 1 << 18;
/** No chunk is larger. */
export const maxChunkBytes = 1 << 22;
/** So many bits of the hash must be zero at the end of a chunk: one in a million bytes. */
const zeroBits = 20;

/** Compression that keeps up with a network: stronger levels take thrice the time for a tenth less. */
const level = 1;

/** A number for every byte. They are part of the format: others would cut elsewhere, and share nothing. */
const gear = Int32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`lintel chunk ${byte}`).digest().readInt32LE(),
);

/** A part of a file. */
export interface Chunk {
  /** Of its bytes as they are in the file, hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** How many of the bytes, which begin a chunk, belong to it. */
function chunkLength(bytes: Buffer): number {
  const end = Math.min(bytes.length, maxChunkBytes);
  let hash = 0;
  for (let at = minBytes; at < end; at++) {
    hash = ((hash << 1) + (gear[bytes[at] as number] as number)) | 0;
    if (hash >>> (32 - zeroBits) === 0) return at + 1;
  }
  return end;
}

/** The bytes of the chunks of a file, in order. Each is valid until the next is taken. */
export function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(2 * maxChunkBytes);
  try {
    for (let filled = 0, isAtEnd = false; ; ) {
      while (!isAtEnd && filled < maxChunkBytes) {
        const read = readSync(file, buffer, filled, buffer.length - filled, null);
        isAtEnd = read === 0;
        filled += read;
      }
      if (filled === 0) return;
      const length = chunkLength(buffer.subarray(0, filled));
      yield buffer.subarray(0, length);
      buffer.copyWithin(0, length, filled);
      filled -= length;
    }
  } finally {
    closeSync(file);
  }
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a chunk as they are stored. */
export const packed = (bytes: Buffer): Promise<Buffer> => compress(bytes, { level });

/** The bytes of a stored chunk; null if they are not those of the chunk, whatever they are. */
export async function unpacked(stored: Buffer, { sha256, bytes }: Chunk): Promise<Buffer | null> {
  // More than the chunk has are not made: what was stored is not trusted.
  const content = await decompress(stored, { maxOutputLength: Math.max(bytes, 1) }).catch(() => null);
  return content !== null && content.length === bytes && sha256Of(content) === sha256 ? content : null;
}
