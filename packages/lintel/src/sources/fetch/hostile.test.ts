/**
 * Malicious or endlessly broken portals: each stops with a message, keeps the rows so far, reaches no host
 * that the operator did not allow, and does not affect other sources.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { type Manner, manners, sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { PortalTest, shortLimits } from '@lintel/testing/portals/portal-test.js';
import { UnexpectedError } from '../../base/user-error.js';

const t = await PortalTest.open();
after(() => t.close());
const { portal } = t;

const paged = manners.filter((manner) => !['csv', 'json', 'ndjson'].includes(manner));

function ready(manner: Manner, id: string, count = 100) {
  portal.add(syntheticDataset(id, count));
  portal.arcgis = { maxRecordCount: 25, isOld: manner === 'old arcgis' };
  portal.ckan = { rowsMax: 30, hasSql: manner === 'ckan sql' };
  portal.odata = { pageCap: 35, hasLinks: false };
  return sourceOf(manner, portal.url, id);
}

for (const manner of paged) {
  test(`${manner}: a portal that does not heed where to go on is left after its first page, with its rows`, async () => {
    const id = `elm-deaf-${manner.replace(' ', '-')}`;
    const source = ready(manner, id);
    const store = t.newStore();
    const before = portal.requests.length;
    portal.isDeaf = true;
    const { run, failure } = await t.fetch(store, source);
    portal.isDeaf = false;
    assert.match(
      failure?.message ?? '',
      /the portal (?:sent a page again|sent features? |sent rows up to _id|loaded the dataset .* did not heed the offset)/,
    );
    assert.equal(run?.state, 'failed');
    const stored = [...store.rows(id)].length;
    assert.ok(stored >= 25 && stored <= 40, `${stored} rows of the first page are kept`);
    assert.ok(portal.requests.length - before < 12, 'it is not asked for ever');
    const again = await t.fetch(store, source);
    assert.deepEqual(
      [again.failure, [...store.rows(id)].length],
      [null, 100],
      'it begins anew when the portal is in order',
    );
  });
}

for (const manner of paged.filter((name) => name !== 'old arcgis')) {
  test(`${manner}: a dataset that grows while it is read is left when far more rows came than there are`, async () => {
    const id = `elm-growing-${manner.replace(' ', '-')}`;
    const source = ready(manner, id);
    const { rows } = portal.datasets.get(id) ?? assert.fail();
    portal.before = () => {
      for (let more = 0; more < 40; more++) rows.push(syntheticRow(rows.length + 1));
    };
    const store = t.newStore();
    const { run, failure } = await t.fetch(store, source, { limits: { ...shortLimits, rows: 1500 } });
    portal.before = () => {};
    assert.match(
      failure?.message ?? '',
      /the portal (?:counts \d+ rows, but )?has sent more than \d+ and does not end/,
    );
    assert.equal(run?.state, 'failed');
    const stored = [...store.rows(id)].length;
    assert.ok(stored > 1000 && stored <= 1500, `${stored} rows are kept`);
  });
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('a record that nests thousands of levels deep is quarantined, the others are stored, the next source goes on', async () => {
  const bad = ready('socrata', 'elm-deep');
  const good = ready('socrata', 'elm-flat');
  const page = [
    `{":id":"row-1","permit_number":"A1","permit_type":"New","deep":${deep(5_000)}}`,
    `{":id":"row-2","permit_number":"A2","permit_type":"New","deep":${deep(50)}}`,
  ];
  const store = t.newStore();
  let pages = 0;
  portal.fault = ({ url }) => {
    if (url.pathname !== '/resource/elm-deep.json' || url.searchParams.get('$select')?.startsWith('count'))
      return null;
    pages += 1;
    return { kind: 'status', status: 200, body: pages === 1 ? `[${page.join()}]` : '[]' };
  };
  const [first, second] = await t.fetchAll(store, [bad, good]);
  portal.fault = () => null;
  assert.deepEqual(first?.run?.counts, { read: 2, new: 1, changed: 0, unchanged: 0, quarantined: 1 });
  const [refused] = [...store.quarantined()];
  assert.equal(refused?.reason, 'The record is nested more than 100 levels deep.');
  assert.match(refused?.body ?? '', /"permit_number":"A1".*"deep":"\[nested\]"/);
  assert.equal(second?.failure, null);
});

test('an answer of nothing but brackets is refused before it is parsed', async () => {
  const source = ready('socrata', 'elm-brackets');
  portal.fault = ({ url }) =>
    url.pathname.startsWith('/resource/') && !url.searchParams.get('$select')?.startsWith('count')
      ? { kind: 'status', status: 200, body: '['.repeat(5_000_000) }
      : null;
  const { failure } = await t.fetch(t.newStore(), source);
  portal.fault = () => null;
  assert.match(failure?.message ?? '', /sent JSON that nests more than 10000 levels deep/);
});

test('an unexpected error stops its source with its stack, and the next one is fetched', async () => {
  const sound = ready('socrata', 'elm-sound');
  const broken = {
    ...ready('socrata', 'elm-broken'),
    rowKey: (): string => {
      throw new TypeError('x is not a function');
    },
  };
  const store = t.newStore();
  const [first, second] = await t.fetchAll(store, [broken, sound]);
  assert.ok(first?.failure instanceof UnexpectedError);
  assert.match(first.failure.message, /^elm-broken: an unexpected error.*TypeError: x is not a function/);
  assert.match(first.failure.trace, /hostile\.test\.js/);
  assert.equal(first.run?.state, 'failed');
  assert.deepEqual([second?.failure, second?.run?.counts.new], [null, 100]);
});

test('a redirect to an internal host is refused at once, with how to allow it', async () => {
  const source = ready('socrata', 'elm-redirect');
  const { port } = new URL(portal.url);
  for (const host of [
    '127.0.0.2',
    '2130706434',
    '0x7f.2',
    '0177.0.0.2',
    '[::ffff:127.0.0.2]',
    'localhost',
    '[::1]',
    '0',
  ]) {
    const before = portal.requests.length;
    portal.fault = () => ({ kind: 'redirect', to: `http://${host}:${port}/resource/elm-redirect.json` });
    const { failure } = await t.fetch(t.newStore(), source);
    portal.fault = () => null;
    assert.match(
      failure?.message ?? '',
      /led to a host that is not fetched from: .* is not an address of the public/,
    );
    assert.match(failure?.hint ?? '', /"allow_hosts": \["[^"]+"\]/);
    // A portal may withhold the description of its columns; then the rows are requested, once.
    assert.ok(
      portal.requests.length - before <= 2,
      `${host}: asked ${portal.requests.length - before} times`,
    );
  }
});

test('a portal on a non-public host is fetched only if the settings or --base-url name it', async () => {
  const source = ready('socrata', 'elm-inside');
  const manners = {
    operator: null,
    requestsPerSecond: 100,
    concurrencyPerHost: 1,
    hostsAtOnce: 1,
    appTokens: {},
    allowHosts: [],
  };
  const refused = await t.fetch(t.newStore(), source, { manners });
  assert.match(refused.failure?.message ?? '', /127\.0\.0\.1 is not an address of the public internet/);
  const { host } = new URL(portal.url);
  const allowed = await t.fetch(t.newStore(), source, { manners: { ...manners, allowHosts: [host] } });
  assert.equal(allowed.failure, null);
  assert.equal((await t.fetch(t.newStore(), source, { manners, baseUrl: portal.url })).failure, null);
});
