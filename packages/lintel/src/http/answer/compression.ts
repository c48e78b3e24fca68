/**
 * Compression by `Accept-Encoding` (C19; RFC 9110, section 12.5.3). Small answers are not compressed. The
 * work is done in Node's thread pool at a fast level, since a page is compressed for a single answer.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minCompressedBytes } from '../request/limits.js';

const codings = ['br', 'gzip'] as const;
/** The content coding of an answer. */
export type Coding = (typeof codings)[number] | 'identity';

const gzipLevel = 4;
const brotliQuality = 3;
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
export async function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'identity') return body;
  if (coding === 'gzip') return compressGzip(body, { level: gzipLevel });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
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
