/**
 * Asks catalogs and portals for discovery: each answer once (`Journal`), at their rates, and nothing that their
 * robots.txt does not allow (RFC 9309): a search of the whole country is a crawl, unlike a fetch of a source that
 * somebody chose.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../base/user-error.js';
import type { Format } from '../definition/catalog-schema.js';
import type { NamedColumn } from '../draft/columns/profile.js';
import { readSample, strangeSource } from '../draft/read-sample.js';
import { asItems, isObject, recordsOf } from '../fetch/connector.js';
import { rootAt } from '../fetch/fetch-source.js';
import type { PortalAnswer } from '../fetch/http-exchange.js';
import { fetchLimits } from '../fetch/limits.js';
import { type PortalAccess, PortalClient, type PortalRequest } from '../fetch/portal-client.js';
import { PortalFault } from '../fetch/portal-fault.js';
import { firstRowsOf, openPortals, type PortalOptions } from '../fetch/portal-rows.js';
import { type Robots, readRobots, robotsAddress, robotsOf } from '../fetch/robots.js';
import type { ReadItem } from '../read/read-item.js';
import { refuseWide } from '../read/width.js';
import { type FoundDataset, identityOf, plainText } from './found-dataset.js';
import type { Journal } from './journal.js';
import { firstRecordsOf } from './opendatasoft-catalog.js';

export type AskedRequest = Omit<PortalRequest, 'form'>;

/** The first rows of a dataset, as plain JSON. */
export interface Reading {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly NamedColumn[];
  /** Rows of the whole dataset; null if its portal does not count them. */
  readonly count: number | null;
  readonly format: Format;
}

/** Many hosts are asked: a host that does not answer must not hold the others up for minutes. */
const limits = {
  ...fetchLimits,
  // All answers are kept in memory.
  pageBytes: 32 * 1024 * 1024,
  attempts: 3,
  headersMs: 30_000,
  slowMs: 10_000,
  attemptsMs: 120_000,
  pageMs: 90_000,
  longestRetryAfterMs: 60_000,
};
/** Bytes of a file that are read for its first rows. */
const sampledBytes = 4 * 1024 * 1024;
/** A host that wants longer waits between requests is not asked at all. */
const longestDelaySeconds = 30;
/** Files that can be read from their beginning. */
const textFile = /\.(?:csv|tsv|ndjson)$/i;
const byHand = 'A dataset that you know there can be drafted: lintel source new ADDRESS';
/** A host that failed this often in a row, though it might not have, is not asked again in a search. */
const mostFailures = 3;
/** A host whose robots.txt does not let programs ask, or only too slowly. */
export class RobotsRefusal extends UserError {}

export class PortalReader {
  readonly #options: PortalOptions;
  readonly #journal: Journal;
  readonly #access: PortalAccess;
  readonly #robots = new Map<string, Promise<Robots>>();
  /** Origin → how often in a row it has not answered. */
  readonly #failures = new Map<string, number>();

  constructor(options: PortalOptions, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
    this.#access = openPortals(options, limits);
  }

  async close(): Promise<void> {
    await this.#access.dispatcher.destroy();
  }

  /** What `check` makes of the JSON at the address: plain JSON itself. Throws a UserError if it cannot be had. */
  json<T>(request: AskedRequest, check: (value: unknown) => T): Promise<T> {
    return this.#journal.once(`GET ${request.url}`, async () => {
      return this.#heeding(request.url, (client, url) => client.json({ ...request, url }, check));
    });
  }

  /** The first rows of the dataset, at most `limit`. */
  rows(dataset: Pick<FoundDataset, 'fetch' | 'format'>, limit: number): Promise<Reading> {
    return this.#journal.once(`rows ${limit} ${identityOf(dataset.fetch)}`, async () => {
      const { fetch, format } = dataset;
      const address = `${fetch.base_url}/${fetch.dataset}`;
      if (fetch.protocol === 'file') return this.#ofFile(address, format, limit);
      const source = strangeSource(format, fetch);
      const { columns, items, count } = await this.#heeding(address, (client) =>
        firstRowsOf(source, limit, client, this.#options),
      );
      const rows = usable(items).map(withoutShape);
      const listed = [...(columns ?? [])].map(([name, type]) => ({ name, type }));
      return { rows, columns: listed, count, format };
    });
  }

  async #ofFile(address: string, format: Format, limit: number): Promise<Reading> {
    const records = firstRecordsOf(address);
    if (records !== null) {
      const expected = 'JSON with the list "results"';
      const answer = (value: unknown): Reading => {
        const { results, total_count: count } = isObject(value) ? value : {};
        const rows = usable(asItems(recordsOf(results, 'the list "results"').slice(0, limit)));
        refuseWide(address, [], rows);
        return { rows, columns: [], count: typeof count === 'number' ? count : null, format };
      };
      return this.#heeding(records, (client, url) => client.json({ url, expected }, answer));
    }
    const { pathname } = new URL(address);
    const name =
      pathname
        .split('/')
        .at(-1)
        ?.replace(/[^\w.-]/g, '_') ?? 'file';
    const { text, isWhole } = await this.#beginning(address);
    if (!isWhole && !textFile.test(name)) {
      throw new UserError(`${address} cannot be read from its beginning.`, {
        hint: `Draft it by hand: lintel source new ${address}`,
      });
    }
    const directory = mkdtempSync(join(tmpdir(), 'lintel-discover-'));
    try {
      const path = join(directory, name);
      // The last line may be cut off.
      writeFileSync(path, isWhole ? text : text.subarray(0, text.lastIndexOf('\n') + 1));
      const sample = await readSample(path, limit);
      return { rows: sample.rows, columns: [...(sample.columns ?? [])], count: null, format: sample.format };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  async #beginning(address: string): Promise<{ text: Buffer; isWhole: boolean }> {
    const asked = { headers: { 'accept-encoding': 'identity' }, maxMs: limits.pageMs };
    const take = async ({ body }: PortalAnswer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > sampledBytes) return { text: Buffer.concat(chunks), isWhole: false };
      }
      return { text: Buffer.concat(chunks), isWhole: true };
    };
    return this.#heeding(address, (client, url) =>
      client.repeat({ url, expected: 'a file' }, () => client.exchange({ ...asked, url }, take)),
    );
  }

  /** What `ask` gives at the address; a host that does not answer is soon not asked any more. */
  async #heeding<T>(address: string, ask: (client: PortalClient, url: string) => Promise<T>): Promise<T> {
    const { origin } = new URL(address);
    const url = this.#moved(address);
    const failures = this.#failures.get(origin) ?? 0;
    if (failures >= mostFailures) {
      throw new UserError(
        `${origin} did not answer ${mostFailures} times in a row, and is not asked again.`,
        {
          hint: 'Run the same command again later: it goes on from here.',
        },
      );
    }
    try {
      const answer = await ask(await this.#clientFor(url), url);
      this.#failures.delete(origin);
      return answer;
    } catch (error) {
      const isPassing =
        error instanceof UserError && error.cause instanceof PortalFault && error.cause.isPassing;
      if (isPassing) this.#failures.set(origin, failures + 1);
      else this.#failures.delete(origin);
      throw error;
    }
  }

  /** A client for the host of the address, as slow as it asks for, that heeds its robots.txt. */
  async #clientFor(url: string): Promise<PortalClient> {
    const { origin } = new URL(url);
    const asking = this.#robots.get(origin) ?? this.#robotsOf(origin);
    this.#robots.set(origin, asking);
    const { requestsPerSecond, signal } = this.#options;
    return new HeedingClient(this.#access, requestsPerSecond, signal, await asking);
  }

  /** The rules of a host; a host without any allows all. */
  async #robotsOf(origin: string): Promise<Robots> {
    const { requestsPerSecond, signal } = this.#options;
    const client = new PortalClient(this.#access, requestsPerSecond, signal);
    const text = await this.#journal.once(`GET ${robotsAddress(origin)}`, () => readRobots(client, origin));
    const robots = robotsOf(origin, text);
    const { delaySeconds } = robots;
    if (delaySeconds > longestDelaySeconds) {
      throw new RobotsRefusal(`The robots.txt of ${origin} asks for ${delaySeconds} s between requests.`, {
        hint: byHand,
      });
    }
    return robots;
  }

  #moved(url: string): string {
    const { baseUrl } = this.#options;
    if (baseUrl === undefined) return url;
    const { search } = new URL(url);
    return `${rootAt(baseUrl, url)}${search}`;
  }
}

/** Asks one host only for what its robots.txt allows; anything else is a `RobotsRefusal`. */
class HeedingClient extends PortalClient {
  readonly #robots: Robots;

  constructor(
    access: PortalAccess,
    requestsPerSecond: number,
    signal: AbortSignal | undefined,
    robots: Robots,
  ) {
    const { delaySeconds } = robots;
    super(
      access,
      delaySeconds > 0 ? Math.min(requestsPerSecond, 1 / delaySeconds) : requestsPerSecond,
      signal,
    );
    this.#robots = robots;
  }

  override async exchange<T>(
    asked: Parameters<PortalClient['exchange']>[0],
    use: (answer: PortalAnswer) => Promise<T>,
  ): Promise<T> {
    if (!this.#robots.isAllowed(asked.url)) {
      const { origin, pathname } = new URL(asked.url);
      throw new RobotsRefusal(`The robots.txt of ${origin} does not allow programs to ask for ${pathname}.`, {
        hint: byHand,
      });
    }
    return super.exchange(asked, use);
  }
}

/** Rows without those that a fetch would put into quarantine. */
function usable(items: readonly ReadItem[]): Readonly<Record<string, unknown>>[] {
  return items.flatMap((item) => ('row' in item ? [item.row] : []));
}

/** The row without the outline of a parcel, which no draft reads and which is most of its bytes. */
function withoutShape(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { geometry, ...rest } = row;
  const isPoint = isObject(geometry) && typeof geometry.x === 'number';
  return geometry === undefined || isPoint ? row : rest;
}

/** Layers and tables of an ArcGIS service, as it describes itself. */
export async function layersOf(
  reader: PortalReader,
  { base_url, dataset }: FoundDataset['fetch'],
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const url = `${base_url}/${dataset}?f=json`;
  return reader.json({ url, expected: 'the description of the service with its layers' }, (value) => {
    if (!isObject(value) || value.error !== undefined) {
      throw new PortalFault('sent no description of the service: it may want a sign-in');
    }
    return [
      ...recordsOf(value.layers ?? [], 'the list "layers"'),
      ...recordsOf(value.tables ?? [], 'the list "tables"'),
    ]
      .filter(({ subLayerIds }) => !Array.isArray(subLayerIds) || subLayerIds.length === 0)
      .flatMap(({ id, name }) =>
        typeof id === 'number' && Number.isSafeInteger(id) ? [{ id, name: plainText(name) ?? '' }] : [],
      );
  });
}
