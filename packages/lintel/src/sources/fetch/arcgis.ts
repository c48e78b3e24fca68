/**
 * A layer of an ArcGIS FeatureServer or MapServer: features in the order of their object id, from the last
 * one on; if the server cannot order, all object ids first and then batches of them.
 *
 * Servers may shorten any page, so reading ends only at an empty page. Errors arrive with status 200. Codes
 * of coded domains become their names, dates (milliseconds) become ISO 8601; object ids are kept only for a
 * source that reads them, because republishing a layer renumbers it.
 */
import type { ArcgisFetch } from '../definition/fetch-schema.js';
import { type Layer, layerOf } from './arcgis-layer.js';
import {
  all,
  asItems,
  type Connector,
  type Described,
  formOf,
  isObject,
  join,
  nameOf,
  newest,
  type Page,
  recordsOf,
  type Span,
  withQuery,
} from './connector.js';
import type { PortalClient, PortalRequest } from './portal-client.js';
import { EndlessFault, PortalFault } from './portal-fault.js';

const pageRows = 2000;
/** Ids of one batch: more make the request too long for some servers. */
const batchIds = 500;

interface FeaturePage {
  readonly features: Record<string, unknown>[];
  readonly hasMore: boolean;
}

export class ArcgisConnector implements Connector {
  readonly address: string;
  readonly canAskSince: boolean;
  readonly #client: PortalClient;
  readonly #definition: ArcgisFetch;
  /** Columns that the source reads, in lower case. */
  readonly #read: ReadonlySet<string>;
  #layer: Layer | null = null;

  constructor(definition: ArcgisFetch, client: PortalClient, columns: readonly string[]) {
    this.#definition = definition;
    this.#client = client;
    this.#read = new Set(columns.map((column) => column.toLowerCase()));
    this.address = join(definition.base_url, definition.dataset);
    this.canAskSince = typeof definition.updated_at === 'string';
  }

  async describe(sinceMs: number | null): Promise<Described> {
    const layer = await this.#describeLayer();
    const request = this.#request({ where: this.#where(sinceMs, null), returnCountOnly: 'true' });
    const expected = 'the number of features';
    const rows = await this.#client.json({ ...request, expected }, (value) => {
      const count = Number(checked(value).count);
      return Number.isInteger(count) ? count : null;
    });
    return { columns: layer.columnsFor(this.#read), rows };
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    const layer = await this.#describeLayer();
    const pages = layer.canOrder
      ? this.#inOrder(layer, cursor as number | null, sinceMs)
      : this.#inBatches(layer, cursor as number | null, sinceMs);
    for await (const features of pages) {
      const last = lastId(layer, features);
      const { updated_at } = this.#definition;
      const newestMs = newest(features, (feature) => (updated_at ? layer.timeOf(feature, updated_at) : null));
      yield {
        items: asItems(features.map((feature) => layer.rowOf(feature, this.#read))),
        cursor: last,
        newestMs,
      };
    }
  }

  async #describeLayer(): Promise<Layer> {
    if (this.#layer !== null) return this.#layer;
    const url = withQuery(this.address, { f: 'json' });
    const expected = 'the description of the layer with its fields';
    const { names = 'field' } = this.#definition;
    this.#layer = await this.#client.json({ url, expected }, (value) => layerOf(checked(value), names));
    return this.#layer;
  }

  async *#inOrder(
    layer: Layer,
    cursor: number | null,
    sinceMs: number | null,
  ): AsyncGenerator<Record<string, unknown>[]> {
    let last = cursor;
    for (;;) {
      const where = this.#where(sinceMs, last === null ? null : `${layer.idField} > ${last}`);
      const asked = { where, orderByFields: layer.idField, resultRecordCount: this.#pageRows(layer) };
      const { features, hasMore } = await this.#features(layer, asked);
      if (features.length > 0) {
        const end = lastId(layer, features);
        if (last !== null && end <= last) {
          throw new EndlessFault(`sent features up to object id ${end} after those up to ${last}`);
        }
        yield features;
        last = end;
      } else if (hasMore) throw new PortalFault('sent no features, but said that there are more');
      else return;
    }
  }

  async *#inBatches(
    layer: Layer,
    cursor: number | null,
    sinceMs: number | null,
  ): AsyncGenerator<Record<string, unknown>[]> {
    const request = this.#request({ where: this.#where(sinceMs, null), returnIdsOnly: 'true' });
    const expected = 'the list of object ids';
    const ids = await this.#client.json({ ...request, expected }, (value) => {
      const { objectIds } = checked(value);
      if (objectIds === null) return [];
      if (!Array.isArray(objectIds)) throw new PortalFault(`sent ${nameOf(value)}`);
      return objectIds.map(Number);
    });
    const left = ids.filter((id) => cursor === null || id > cursor).sort((a, b) => a - b);
    const size = Math.min(batchIds, this.#pageRows(layer));
    for (let at = 0; at < left.length; at += size) {
      const batch = left.slice(at, at + size);
      const { features } = await this.#features(layer, { objectIds: batch.join(',') }, batch);
      if (features.length > 0) yield features.sort((a, b) => layer.idOf(a) - layer.idOf(b));
    }
  }

  #pageRows(layer: Layer): number {
    return Math.min(this.#definition.page_rows ?? pageRows, layer.maxRecords ?? pageRows);
  }

  /** Features of a query; if requested by id, none may be missing. */
  #features(
    layer: Layer,
    parameters: Record<string, string | number>,
    ids?: readonly number[],
  ): Promise<FeaturePage> {
    const { geometry = true, out_sr } = this.#definition;
    const request = this.#request({
      ...parameters,
      outFields: '*',
      returnGeometry: String(geometry && layer.hasGeometry),
      outSR: out_sr ?? 4326,
    });
    return this.#client.json({ ...request, expected: 'JSON with the list "features"' }, (value) => {
      const answer = checked(value);
      const features = recordsOf(answer.features, 'the list "features"');
      for (const feature of features) layer.check(feature);
      const hasMore = answer.exceededTransferLimit === true;
      if (ids !== undefined) refuseUnasked(layer, features, ids);
      if (ids !== undefined && hasMore) {
        throw new PortalFault(`cut off ${ids.length} features that were asked for by id`, {
          hint: 'A smaller "page_rows" asks for fewer at a time.',
        });
      }
      return { features, hasMore };
    });
  }

  #request(parameters: Record<string, string | number>): Omit<PortalRequest, 'expected'> {
    const url = join(this.address, 'query');
    const all = { ...parameters, f: 'json' };
    return 'objectIds' in parameters ? { url, form: formOf(all) } : { url: withQuery(url, all) };
  }

  #where(sinceMs: number | null, after: string | null): string {
    const { where, updated_at } = this.#definition;
    const text = sinceMs === null ? '' : new Date(sinceMs).toISOString().slice(0, 19).replace('T', ' ');
    const since = sinceMs === null || !updated_at ? undefined : `${updated_at} > TIMESTAMP '${text}'`;
    return all(where, since, after ?? undefined) ?? '1=1';
  }
}

/** Refuses features that were not requested by id: such a server would send all of them for each batch. */
function refuseUnasked(
  layer: Layer,
  features: readonly Record<string, unknown>[],
  ids: readonly number[],
): void {
  const asked = new Set(ids);
  const other = features.find((feature) => !asked.has(layer.idOf(feature)));
  if (other === undefined) return;
  throw new PortalFault(
    `sent feature ${layer.idOf(other)}, which is none of the ${ids.length} that were asked for`,
  );
}

/** The largest object id of features. */
function lastId(layer: Layer, features: readonly Record<string, unknown>[]): number {
  return features.reduce((last, feature) => Math.max(last, layer.idOf(feature)), -Infinity);
}

/** The answer, unless it is an error: those arrive with status 200. */
function checked(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new PortalFault(`sent ${nameOf(value)}`);
  if (!isObject(value.error)) return value;
  const { code, message, details } = value.error;
  const more = Array.isArray(details) && details.length > 0 ? ` (${details.join('; ')})` : '';
  const isToken = code === 498 || code === 499;
  throw new PortalFault(
    `sent error ${String(code)} inside an answer with status 200: ${String(message)}${more}`,
    {
      isPassing: Number(code) >= 500 || code === 429,
      ...(isToken && { hint: 'The layer asks for a token: check whether it is still public.' }),
    },
  );
}
