/**
 * The same questions asked of a running service by each generated client, in strict TypeScript: a search with a list, an
 * object, and an error. Prints what each was answered as one line of JSON; a test compares the lines.
 */
import createClient from 'openapi-fetch';
import { client } from './out/hey-api/client.gen.js';
import { permitSearch, usage, type ValidationError } from './out/hey-api/index.js';
import type { paths } from './out/openapi-typescript.js';
import * as orval from './out/orval.js';

const { LINTEL_URL: baseUrl = '', LINTEL_KEY: key = '' } = process.env;
const headers = { 'X-API-Key': key };

interface Told {
  readonly ids: readonly string[];
  readonly tags: readonly string[];
  readonly limit: number | null | undefined;
  readonly fault: string | undefined;
}

function tell(client: string, told: Told): void {
  process.stdout.write(`${JSON.stringify({ client, ...told })}\n`);
}

function faultOf(detail: ValidationError[] | string | undefined): string | undefined {
  return Array.isArray(detail) ? detail[0]?.type : detail;
}

const query = {
  geo_id: ['TX'],
  permit_from: '2012-01-01',
  permit_to: '2026-12-31',
  permit_tags: ['solar', '-battery'] as ['solar', '-battery'],
  size: 5,
};

async function openapiTypescript(): Promise<void> {
  const api = createClient<paths>({ baseUrl, headers });
  const { data } = await api.GET('/v2/permits/search', { params: { query } });
  const { data: used } = await api.GET('/v2/usage');
  const { error } = await api.GET('/v2/permits/search', { params: { query: { ...query, size: 1000 } } });
  const detail = error !== undefined && 'detail' in error ? error.detail : undefined;
  tell('openapi-typescript', {
    ids: data?.items.map(({ id }) => id) ?? [],
    tags: data?.items.flatMap(({ tags }) => tags ?? []) ?? [],
    limit: used?.credit_limit,
    fault: typeof detail === 'string' || Array.isArray(detail) ? faultOf(detail) : undefined,
  });
}

async function heyApi(): Promise<void> {
  client.setConfig({ baseUrl, auth: ({ scheme }) => (scheme === 'bearer' ? undefined : key) });
  const { data } = await permitSearch({ query });
  const { data: used } = await usage();
  const { error } = await permitSearch({ query: { ...query, size: 1000 } });
  const detail = error !== undefined && 'detail' in error ? error.detail : undefined;
  tell('@hey-api/openapi-ts', {
    ids: data?.items.map(({ id }) => id) ?? [],
    tags: data?.items.flatMap(({ tags }) => tags ?? []) ?? [],
    limit: used?.credit_limit,
    fault: typeof detail === 'string' || Array.isArray(detail) ? faultOf(detail) : undefined,
  });
}

async function orvalFetch(): Promise<void> {
  const found = await orval.permitSearch(query, { headers });
  const used = await orval.usage({ headers });
  const wrong = await orval.permitSearch({ ...query, size: 1000 }, { headers });
  const items = found.status === 200 ? found.data.items : [];
  tell('orval', {
    ids: items.map(({ id }) => id),
    tags: items.flatMap(({ tags }) => tags ?? []),
    limit: used.status === 200 ? used.data.credit_limit : undefined,
    fault: wrong.status === 422 ? faultOf(wrong.data.detail) : undefined,
  });
}

await openapiTypescript();
await heyApi();
await orvalFetch();
