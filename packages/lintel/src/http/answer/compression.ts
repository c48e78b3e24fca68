/**
 * Compression by `Accept-Encoding` (C19; RFC 9110, section 12.5.3). Small answers are not compressed. The
 * work is done in Node's thread pool at a fast level, since a page is compressed for a single answer.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Work } from '../request/account-work.js';
import { minCompressedBytes } from '../request/limits.js';

const codings = ['br', 'gzip'] as const;
/** The content coding of an answer. */
export type Coding = (typeof codings)[number] | 'identity';

const gzipLevel = 4;
const brotliQuality = 3;
/** Bits of the window of a stream: 256 KiB. With the default of 4 MiB each open stream holds 5 MB, not 1. */
const brotliWindowBits = 18;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The coding for a body of the size: the one that the client accepts and prefers. */
export function chooseCoding(acceptEncoding: string | string[] | undefined, bytes: number): Coding {
  if (bytes < minCompressedBytes || acceptEncoding === undefined) return 'identity';
  const weights = readWeights(String(acceptEncoding));
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  return best === undefined || (weights.get('identity') ?? 0) > weightOf(best) ? 'identity' : best;
}

/** The body in the coding. */
export async function compress(body: Buffer, coding: Coding, work: Work): Promise<Buffer> {
  if (coding === 'identity') return body;
  work.compressed(body.length);
  if (coding === 'gzip') return compressGzip(body, { level: gzipLevel });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Compresses the pieces of a stream, each so that it can be read before the next. */
export interface StreamCompression {
  compress(piece: Buffer): Promise<Buffer>;
  /** What ends the stream. */
  end(): Promise<Buffer>;
  close(): void;
}

export function streamCompression(coding: Coding, work: Work): StreamCompression {
  if (coding === 'identity') {
    return { compress: async (piece) => piece, end: async () => Buffer.alloc(0), close() {} };
  }
  const stream =
    coding === 'gzip'
      ? createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
          },
          flush: constants.BROTLI_OPERATION_FLUSH,
        });
  let parts: Buffer[] = [];
  let failure: Error | null = null;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('error', (error) => {
    failure = error;
  });
  const taken = (): Buffer => {
    if (failure !== null) throw failure;
    const bytes = Buffer.concat(parts);
    parts = [];
    return bytes;
  };
  return {
    async compress(piece) {
      if (piece.length === 0) return piece;
      work.compressed(piece.length);
      await new Promise((resolve) => stream.write(piece, resolve));
      // The last part may be given only after the piece was taken.
      await nextTurn();
      return taken();
    },
    async end() {
      const ended = once(stream, 'end');
      stream.end();
      await ended;
      return taken();
    },
    close: () => stream.destroy(),
  };
}

function readWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (name !== '') weights.set(name, Number.isFinite(value) ? value : 0);
  }
  return weights;
}
