/** Reads the JSON body of a request to the dashboard's interface. */
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../request/http-error.js';
import { maxAccountBodyBytes } from '../request/limits.js';

/** NUL in a text of JSON, where it must be escaped. */
const nul = /\\u0000/;

/** The parsed body; throws a 400 for one that is too long, not JSON, or has NUL, which PostgreSQL cannot store. */
export async function readBody(request: FastifyRequest): Promise<unknown> {
  const text = await readText(request);
  if (nul.test(text)) throw new HttpError('bad_request', { detail: 'The body has the character NUL.' });
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError('bad_request', { detail: 'The body is not JSON.' });
  }
}

async function readText({ raw, headers }: FastifyRequest): Promise<string> {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw new HttpError('bad_request', { detail: 'The body must be JSON (Content-Type: application/json).' });
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxAccountBodyBytes) {
      throw new HttpError('bad_request', { detail: `The body is longer than ${maxAccountBodyBytes} bytes.` });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
