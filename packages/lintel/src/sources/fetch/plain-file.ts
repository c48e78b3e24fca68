/**
 * A file by its URL: fetched into a partial file first, then read like any local file.
 *
 * A broken transfer resumes where it stopped if the server can (Range with If-Range), and no rows of a file
 * are stored before all of it has arrived. A file that the server reports as unchanged (ETag, Last-Modified)
 * is not fetched.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readFile as readWhole, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/user-error.js';
import type { FileFetch } from '../definition/fetch-schema.js';
import { kindName, textKind } from '../read/looks-like.js';
import { readFile } from '../read/read-file.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type Connector, type Described, isObject, join as joinUrl, type Page } from './connector.js';
import { fileColumns } from './file-columns.js';
import { type PortalAnswer, tooLong } from './http-exchange.js';
import { type PortalClient, wrongKind } from './portal-client.js';
import { PortalFault, passing } from './portal-fault.js';

/** What identifies a version of a file. */
interface Version {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Its content coding; a partial file is only continued with the same coding. */
  readonly encoding: string | null;
}

const staleMs = 12 * 3_600_000;
const notModified = 304;
const partial = 206;
const rangeBeyondEnd = 416;
/** Formats worth compressing in transfer, which are read compressed. */
const textName = /\.(csv|tsv|tab|json|ndjson|jsonl|geojson)$/i;

export class PlainFileConnector implements Connector {
  readonly address: string;
  readonly canAskSince = false;
  readonly #client: PortalClient;
  readonly #source: CatalogSource;
  readonly #directory: string;
  /** The whole file, and the part received so far. */
  readonly #path: string;
  readonly #partPath: string;
  readonly #versionPath: string;

  /** `directory` is for this source alone. */
  constructor(definition: FileFetch, client: PortalClient, source: CatalogSource, directory: string) {
    this.#client = client;
    this.#source = source;
    this.#directory = directory;
    this.address = joinUrl(definition.base_url, definition.dataset);
    const { pathname } = new URL(this.address);
    const name = (pathname.split('/').at(-1) || 'file').replace(/[^A-Za-z0-9._-]/g, '_').slice(-100);
    this.#path = join(directory, name);
    this.#partPath = `${this.#path}.part`;
    this.#versionPath = `${this.#path}.version`;
  }

  async describe(_sinceMs: number | null, mark: unknown): Promise<Described> {
    await mkdir(this.#directory, { recursive: true });
    const known = versionIn(mark);
    await this.#dropStale();
    if (!existsSync(this.#path)) {
      const isUnchanged = await this.#download(known);
      if (isUnchanged) return { columns: null, rows: null, isUnchanged: true, mark };
    }
    const version = await this.#partVersion();
    return { columns: await fileColumns(this.#path, this.#source), rows: null, mark: version };
  }

  async *pages(): AsyncGenerator<Page> {
    try {
      for await (const items of readFile(this.#path, this.#source)) {
        yield { items, cursor: null, newestMs: null };
      }
    } catch (error) {
      // A file that cannot be read is fetched again next time, not read again.
      await this.finished();
      throw error;
    }
  }

  async finished(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** A file left by a killed run is reused, but only for a while. */
  async #dropStale(): Promise<void> {
    const info = await stat(this.#path).catch(() => null);
    if (info !== null && this.#client.access.clock.now() - info.mtimeMs > staleMs) {
      await rm(this.#path, { force: true });
    }
  }

  /** Fetches the file. True if it has not changed since `known`. */
  async #download(known: Version | null): Promise<boolean> {
    const expected = 'a file';
    return this.#client.repeat(
      { url: this.address, expected },
      async () => {
        const size = await sizeOf(this.#partPath);
        const begun = size === 0 ? null : await this.#partVersion();
        const validator = begun === null ? null : validatorOf(begun);
        const headers = {
          'accept-encoding': textName.test(this.#path) ? 'gzip' : 'identity',
          ...(validator !== null && { range: `bytes=${size}-`, 'if-range': validator }),
          ...(validator === null && known?.etag && { 'if-none-match': known.etag }),
          ...(validator === null && known?.lastModified && { 'if-modified-since': known.lastModified }),
        };
        const asked = {
          url: this.address,
          headers,
          maxMs: this.#client.access.limits.fileMs,
          alsoFine: [notModified, partial, rangeBeyondEnd],
        };
        return this.#client.exchange(asked, async (answer) => this.#take(answer, size));
      },
      this.#client.access.limits.fileMs,
    );
  }

  async #take(answer: PortalAnswer, begunBytes: number): Promise<boolean> {
    if (answer.status === notModified) return true;
    if (answer.status === rangeBeyondEnd) {
      await rm(this.#partPath, { force: true });
      throw passing('has a shorter file than the part of it that had come');
    }
    const encoding = answer.header('content-encoding') ?? null;
    const isAlike = encoding === ((await this.#partVersion())?.encoding ?? null);
    const goesOn = answer.status === partial && startOfRange(answer) === begunBytes && isAlike;
    if (answer.status === partial && !goesOn) {
      await rm(this.#partPath, { force: true });
      throw passing('sent another part of the file than the one asked for');
    }
    if (!goesOn) await this.#begin(answer);
    await this.#append(answer, goesOn ? begunBytes : 0);
    await rename(this.#partPath, this.#path);
    return false;
  }

  async #begin(answer: PortalAnswer): Promise<void> {
    const version: Version = {
      etag: answer.header('etag') ?? null,
      lastModified: answer.header('last-modified') ?? null,
      encoding: answer.header('content-encoding') ?? null,
    };
    await rm(this.#partPath, { force: true });
    await writeFile(this.#versionPath, JSON.stringify(version));
  }

  async #append(answer: PortalAnswer, begunBytes: number): Promise<void> {
    const { limits } = this.#client.access;
    const handle = await open(this.#partPath, 'a').catch((error: Error) => {
      throw new UserError(`Cannot write ${this.#partPath}: ${error.message}`, { cause: error });
    });
    let bytes = begunBytes;
    try {
      for await (const chunk of answer.body) {
        if (bytes === 0) refusePage(chunk, answer);
        bytes += chunk.length;
        this.#client.traffic.bytes += chunk.length;
        if (bytes > limits.fileBytes) throw tooLong(limits.fileBytes, 'Is it the file of the source?');
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    if (bytes === 0) throw passing('sent an empty file');
  }

  async #partVersion(): Promise<Version | null> {
    const text = await readWhole(this.#versionPath, 'utf8').catch(() => 'null');
    try {
      return versionIn(JSON.parse(text));
    } catch {
      // The process ended while it was written: the version of the part is unknown.
      return null;
    }
  }
}

function versionIn(value: unknown): Version | null {
  if (!isObject(value)) return null;
  const text = (part: unknown) => (typeof part === 'string' ? part : null);
  return {
    etag: text(value.etag),
    lastModified: text(value.lastModified),
    encoding: text(value.encoding),
  };
}

/** What If-Range may name: a strong ETag, or a date (RFC 9110, 13.1.5). */
function validatorOf({ etag, lastModified }: Version): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function startOfRange(answer: PortalAnswer): number {
  return Number(/^bytes (\d+)-/.exec(answer.header('content-range') ?? '')?.[1] ?? Number.NaN);
}

/** An HTML page is not a file of records. */
function refusePage(beginning: Buffer, answer: PortalAnswer): void {
  if (answer.header('content-encoding') !== undefined) return;
  const kind = textKind(beginning.subarray(0, 1000).toString('utf8'));
  if (kind === 'html') throw wrongKind(kindName(kind), answer);
  if (kind === 'blank' && beginning.length > 1000) throw new PortalFault('sent only white space');
}
