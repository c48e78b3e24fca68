/**
 * A large file on a web server, read by ranges. It is the same file as long as its entity tag, or else its date of change,
 * is; a server that sends whole files, cuts answers off, or has another file in between, is a UserError.
 */
import { request } from 'undici';
import { messageOf, UserError } from '../base/user-error.js';
import type { Span } from './archive.js';

/** Milliseconds without a byte after which an answer is given up. */
const silenceMs = 30_000;
/** Times that a range is asked for before it is given up, and the pause before the first repetition. */
const attempts = 4;
const pauseMs = 500;

export class RemoteFile {
  readonly url: string;
  readonly #userAgent: string;
  readonly #signal: AbortSignal;
  #version: string | null = null;

  constructor(url: string, userAgent: string, signal: AbortSignal) {
    this.url = url;
    this.#userAgent = userAgent;
    this.#signal = signal;
  }

  /** What tells one version of the file from another, once a range of it was read; empty if the server does not say. */
  get version(): string {
    return this.#version ?? '';
  }

  /** The bytes of a range; fewer only where the file ends and `mayEnd`. */
  async read({ offset, length }: Span, mayEnd = false): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#readOnce(offset, length, mayEnd);
      } catch (error) {
        if (this.#signal.aborted) throw new UserError('Interrupted: run the same command again to continue.');
        if (error instanceof UserError) throw error;
        if (attempt === attempts)
          throw new UserError(`${this.url} could not be read: ${messageOf(error)}.`, {
            hint: 'Run the same command again: what came is kept.',
            cause: error,
          });
        await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (attempt - 1)));
      }
    }
  }

  async #readOnce(offset: number, length: number, mayEnd: boolean): Promise<Buffer> {
    const { statusCode, headers, body } = await request(this.url, {
      headers: { range: `bytes=${offset}-${offset + length - 1}`, 'user-agent': this.#userAgent },
      signal: this.#signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
    if (statusCode !== 206) {
      body.on('error', () => {}).destroy();
      if (statusCode === 429 || statusCode >= 500) throw new Error(`the server answered ${statusCode}`);
      throw refusal(this.url, statusCode);
    }
    const version = String(headers.etag ?? headers['last-modified'] ?? '');
    if (this.#version !== null && version !== this.#version) {
      body.on('error', () => {}).destroy();
      throw new UserError(`${this.url} changed while it was read.`, {
        hint: 'Run the same command again: it begins anew with the file that is there now.',
      });
    }
    const bytes = Buffer.from(await body.arrayBuffer());
    if (bytes.length > length || (bytes.length < length && !mayEnd))
      throw new Error(`${bytes.length} bytes came instead of ${length}`);
    this.#version = version;
    return bytes;
  }
}

function refusal(url: string, status: number): UserError {
  if (status === 200)
    return new UserError(`The server of ${url} sends no ranges, only whole files.`, {
      hint: 'Download the archive, cut it with pmtiles extract, and name the file in map_tiles of lintel.json.',
    });
  const hint =
    status >= 300 && status < 400
      ? 'Give the address that it leads to.'
      : 'Look whether the address is right; --from names another archive.';
  return new UserError(`${url} cannot be read: the server answered ${status}.`, { hint });
}
