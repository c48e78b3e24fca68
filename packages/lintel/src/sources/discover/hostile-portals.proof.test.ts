/** Catalogs and portals that send too much, too slowly or nothing: a search ends soon, and says what it left out. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import type { Listing } from '@lintel/testing/portals/speak-catalogs.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { silentProgress } from '../../base/progress.js';
import { loadGeography } from '../../geography/load.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { areaOf } from './area.js';
import { type Discovery, discover } from './discovery.js';
import { Journal } from './journal.js';
import { PortalReader } from './portal-reader.js';
import { publicCatalogs } from './public-catalogs.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-hostile-'));
const portal = await new PortalServer().listen();
const geography = loadGeography();
after(async () => {
  await portal.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  portal.fault = () => null;
  portal.before = () => {};
  portal.requests.length = 0;
});
let searches = 0;

async function search(most: number, sources: readonly CatalogSource[] = []): Promise<Discovery> {
  searches += 1;
  const reader = new PortalReader(
    {
      userAgent: 'test',
      requestsPerSecond: 1000,
      tokens: {},
      allowHosts: [],
      directory,
      baseUrl: portal.url,
    },
    new Journal(join(directory, `answers-${searches}.ndjson`)),
  );
  try {
    return await discover(
      {
        kind: 'permits',
        area: areaOf({ state: 'TX' }, geography),
        most,
        today: '2026-11-23',
        ids: new Map(),
        taken: [],
      },
      {
        catalogs: publicCatalogs('TX', {}),
        reader,
        sources,
        geography,
        progress: silentProgress,
        signal: new AbortController().signal,
      },
    );
  } finally {
    await reader.close();
  }
}

const columns = { permit_number: 'text', issued_date: 'date', address: 'text', status: 'text' };
function listing(number: number): Listing {
  const id = `aaaa-${String(number).padStart(4, '0')}`;
  portal.add(syntheticDataset(id, 5));
  const title = `Building permits of Austin, part ${number}`;
  return {
    catalog: 'socrata',
    id,
    title,
    publisher: 'City of Austin',
    host: 'data.austintexas.gov',
    columns,
  };
}
const isCatalog = (path: string) => path === '/api/catalog/v1';

test('a catalog that sends 150,000 results at once does not end the search', async () => {
  const result = {
    resource: { id: 'aaaa-0001', name: 'Building permits' },
    metadata: { domain: 'data.austintexas.gov' },
  };
  const results = Array.from({ length: 150_000 }, () => result);
  portal.fault = ({ url }) => (isCatalog(url.pathname) ? { kind: 'json', value: { results } } : null);
  const { found, catalogs } = await search(1);
  assert.equal(found, 1);
  assert.ok(catalogs.every(({ failure, found: listed }) => failure === null && listed <= 10_000));
});

test('a dataset of too many columns is left out before it is drafted, and so is one whose rows show them', async () => {
  portal.listings = [listing(1), listing(2)];
  const many = Array.from({ length: 2001 }, (_, index) => `c${index}`);
  portal.fault = ({ url }) => {
    if (url.pathname === '/api/views/aaaa-0001.json')
      return { kind: 'json', value: { columns: many.map((fieldName) => ({ fieldName })) } };
    if (url.pathname === '/resource/aaaa-0002.json' && url.searchParams.has('$limit')) {
      const row = { ':id': 'row-1', ...Object.fromEntries(many.map((name) => [name, 'x'])) };
      const value = url.searchParams.has('$where') ? [] : [row];
      return { kind: 'json', value };
    }
    return null;
  };
  const { leftOut } = await search(2);
  assert.equal(leftOut.length, 2);
  for (const { reason } of leftOut) assert.match(reason, /has more than 2000 columns/);
});

test('a host that does not answer is not asked for all of its datasets', async () => {
  portal.listings = Array.from({ length: 8 }, (_, index) => listing(index + 1));
  portal.fault = ({ url }) =>
    /^\/(?:api\/views|resource)/.test(url.pathname) ? { kind: 'status', status: 503, retryAfter: '0' } : null;
  const { leftOut } = await search(8);
  const reasons = leftOut.map(({ reason }) => reason);
  assert.equal(reasons.filter((reason) => /status 503/.test(reason)).length, 3);
  assert.equal(reasons.filter((reason) => /did not answer 3 times in a row/.test(reason)).length, 5);
  assert.equal(portal.requests.filter(({ url }) => /^\/api\/views/.test(url.pathname)).length, 9);
});

test('a catalog that changes between two pages gives each dataset once, and ends', async () => {
  portal.listings = Array.from({ length: 250 }, (_, index) => listing(index + 1));
  portal.before = ({ url }) => {
    if (!isCatalog(url.pathname) || url.searchParams.get('offset') === '0') return;
    const last = portal.listings.at(-1) ?? listing(0);
    portal.listings = [listing(1000 + portal.requests.length), last, ...portal.listings.slice(0, -40)];
  };
  const { found, catalogs, waiting, candidates, leftOut } = await search(1);
  assert.ok(found >= 100 && found <= 260, String(found));
  assert.ok(catalogs.every(({ failure }) => failure === null));
  const identities = [...waiting, ...candidates, ...leftOut].map(({ identity }) => identity);
  assert.deepEqual([new Set(identities).size, identities.length], [found, found]);
});

test('a draft names the sources that the catalog has of its place under another name', async () => {
  portal.listings = [listing(1)];
  const place = {
    geoid: '4899999',
    name: 'Austin-Travis',
    state: 'TX',
    county_geoid: '48453',
    default_city: 'AUSTIN',
  };
  const known = {
    ...elmCity,
    id: 'austin-travis-tx',
    jurisdiction: place,
    format: {},
    row_key: ['No'],
    map: {},
  };
  const other = {
    ...known,
    id: 'dallas-tx',
    jurisdiction: { ...place, geoid: '4819000', default_city: 'Dallas' },
  };
  const sources = [known, other].map((definition) => makeSource(definition, `${definition.id}.json`));
  const { candidates } = await search(1, sources);
  assert.deepEqual(candidates[0]?.neighbours, ['austin-travis-tx']);
});
