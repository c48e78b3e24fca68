/**
 * A local file, or any bytes, as text, streaming: unpacked when gzipped (seen by the first bytes, not the
 * name) and decoded strictly.
 *
 * Nothing is guessed or replaced: a byte that is invalid in the encoding is a UserError that names file, line
 * and byte, and the probable encoding. If no encoding is given, UTF-16 is known by its mark, or by its zeros.
 */

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { messageOf, UserError } from '../../base/user-error.js';
import type { TextEncoding } from '../definition/catalog-schema.js';
import { hasControls, refuseNoRecords, wideWithoutMark } from './no-records.js';
import { refuseBomb } from './unpack-limits.js';

const chunkBytes = 128 * 1024;

interface FileTextOptions {
  /** By default UTF-8. */
  readonly encoding?: TextEncoding | undefined;
  /** Gets the number of bytes of each part of the file that was read, as stored on disk. */
  onBytes?(count: number): void;
}

/** Size of a readable file in bytes. Throws a UserError if it is missing, a directory, a pipe, or empty. */
export async function fileSize(path: string): Promise<number> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const what =
      error.code === 'ENOENT' ? `There is no file ${path}.` : `Cannot read ${path}: ${error.message}`;
    throw new UserError(what, { cause: error });
  });
  if (info.isDirectory()) throw new UserError(`${path} is a directory.`, { hint: 'Name the files in it.' });
  if (!info.isFile()) {
    const hint = 'Save what comes out of it, as in: COMMAND > permits.csv. Then name that file.';
    throw new UserError(`${path} is a pipe or a device, not a file.`, { hint });
  }
  if (info.size === 0) throw new UserError(`${path} is empty.`);
  return info.size;
}

/** The text of a file in chunks, without byte-order mark. */
export function fileText(path: string, options: FileTextOptions = {}): AsyncGenerator<string> {
  return textOfBytes(readBytes(path, options.onBytes), path, options.encoding);
}

/** The text of bytes in chunks, without byte-order mark. `path` names them in errors. */
export async function* textOfBytes(
  source: AsyncGenerator<Buffer>,
  path: string,
  given: TextEncoding | undefined,
): AsyncGenerator<string> {
  const packed = withFirst(source);
  const first = await packed.first();
  const bytes = isGzip(first) ? withFirst(unpack(path, packed.rest())) : packed;
  const beginning = await bytes.first();
  const encoding = given ?? wideMark(beginning) ?? wideWithoutMark(beginning) ?? 'utf-8';
  refuseWrongKind(path, beginning, encoding);
  const decode = encoding === 'utf-8' ? utf8Decoder(path) : plainDecoder(path, encoding);
  for await (const chunk of bytes.rest()) {
    const text = decode(chunk, false);
    if (text !== '') yield text;
  }
  const text = decode(new Uint8Array(0), true);
  if (text !== '') yield text;
}

async function* readBytes(path: string, onBytes?: (count: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      const bytes = chunk as Buffer;
      onBytes?.(bytes.length);
      yield bytes;
    }
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

async function* unpack(path: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // Errors of either side come out of the loop below; the callback only keeps them from being thrown twice.
  const stream = pipeline(Readable.from(packed), gunzip, () => {});
  let unpacked = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      unpacked += bytes.length;
      refuseBomb(path, gunzip.bytesWritten, unpacked);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = 'The file may be incomplete. Fetch it again.';
    throw new UserError(`${path} cannot be unpacked: ${messageOf(error)}.`, { hint, cause: error });
  }
}

/** Gives the first chunk before iterating over all of them. */
function withFirst(chunks: AsyncGenerator<Buffer>): {
  first(): Promise<Buffer>;
  rest(): AsyncGenerator<Buffer>;
} {
  let head: Buffer | null = null;
  return {
    async first() {
      const bytes: Buffer = head ?? (await chunks.next()).value ?? Buffer.alloc(0);
      head = bytes;
      return bytes;
    },
    async *rest() {
      if (head !== null && head.length > 0) yield head;
      yield* chunks;
    },
  };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** More zero bytes than one in so many are no damage of a row: the file is not text. */
const leastBetweenZeros = 100;

/** Refuses what is not text, or has the byte-order mark of another encoding. */
function refuseWrongKind(path: string, beginning: Buffer, encoding: TextEncoding): void {
  if (beginning.length === 0) throw new UserError(`${path} is empty.`);
  refuseNoRecords(path, beginning);
  const wide = wideMark(beginning) ?? wideWithoutMark(beginning);
  if (wide !== null && wide !== encoding) {
    throw new UserError(`${path} is ${wide.toUpperCase()}, not ${encoding.toUpperCase()} text.`, {
      hint: `Convert it to UTF-8, or say "encoding": "${wide}" in the format of the source.`,
    });
  }
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return;
  const nul = beginning.indexOf(0);
  const zeros = beginning.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  if (zeros * leastBetweenZeros > beginning.length) {
    throw new UserError(`${path}: byte ${nul + 1} is zero, so this is not ${encoding.toUpperCase()} text.`, {
      hint: 'It is a binary file, or a damaged one: fetch it again.',
    });
  }
  if (hasControls(beginning)) throw new UserError(`${path} is a binary file, not text.`);
}

function wideMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

type Decode = (bytes: Uint8Array, isEnd: boolean) => string;

/** Single-byte and UTF-16 text, by the platform's decoder. */
function plainDecoder(path: string, encoding: TextEncoding): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  return (bytes, isEnd) => {
    try {
      const text = decoder.decode(bytes, { stream: !isEnd });
      offset += bytes.length;
      return text;
    } catch (error) {
      const where = `between bytes ${offset + 1} and ${offset + bytes.length + 1}`;
      throw new UserError(
        `${path}: ${where} there is something that is not ${encoding.toUpperCase()} text.`,
        {
          cause: error,
        },
      );
    }
  };
}

/** UTF-8, checked a chunk at a time; the place of an invalid byte is only searched for if there is one. */
function utf8Decoder(path: string): Decode {
  let tail = Buffer.alloc(0);
  let offset = 0;
  let lines = 0;
  return (bytes, isEnd) => {
    const all =
      tail.length === 0
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        : Buffer.concat([tail, bytes]);
    const keep = isEnd ? 0 : unfinishedBytes(all);
    const ready = all.subarray(0, all.length - keep);
    tail = Buffer.from(all.subarray(all.length - keep));
    if (!isUtf8(ready)) throw wrongByte(path, ready, offset, lines);
    lines += countByte(ready, 0x0a);
    const isStart = offset === 0 && ready[0] === 0xef && ready[1] === 0xbb && ready[2] === 0xbf;
    offset += ready.length;
    return ready.toString('utf8', isStart ? 3 : 0);
  };
}

/** Bytes at the end that begin a character which the next chunk completes. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function wrongByte(path: string, bytes: Buffer, offset: number, lines: number): UserError {
  // The longest prefix that is whole: prefixes of UTF-8 that end inside a character are not, so look from
  // there.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const cut = middle - unfinishedBytes(bytes.subarray(0, middle));
    if (isUtf8(bytes.subarray(0, cut))) low = middle;
    else high = middle - 1;
  }
  const at = low - unfinishedBytes(bytes.subarray(0, low));
  const line = lines + countByte(bytes.subarray(0, at), 0x0a) + 1;
  const hex = bytes.readUInt8(at).toString(16).padStart(2, '0').toUpperCase();
  const asLatin = new TextDecoder('windows-1252').decode(bytes.subarray(at, at + 1));
  return new UserError(`${path}: line ${line}, byte ${offset + at + 1}: 0x${hex} is not UTF-8 text here.`, {
    hint: `In latin1 it would be "${asLatin}": if that is right, say "encoding": "latin1" in the format of the source.`,
  });
}

function countByte(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}
