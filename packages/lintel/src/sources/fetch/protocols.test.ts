/**
 * Every protocol, against a portal that behaves as portals do: all rows, once, as sent; then only what
 * changed.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { change, syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { type Manner, manners, sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { PortalTest, startMs } from '@lintel/testing/portals/portal-test.js';
import type { SqliteRawStore } from '../../raw/sqlite-raw-store.js';
import { sourceFindings } from './source-findings.js';

const t = await PortalTest.open();
after(() => t.close());
const { portal } = t;

/** Prepares the portal for the protocol, with a fresh dataset under its own id. */
let datasets = 0;
function ready(manner: Manner, count: number) {
  const dataset = syntheticDataset(`elm-${++datasets}`, count);
  portal.add(dataset);
  portal.arcgis = { maxRecordCount: 25, isOld: manner === 'old arcgis' };
  portal.ckan = { rowsMax: 30, hasSql: manner === 'ckan sql' };
  portal.odata = { pageCap: 35, hasLinks: manner === 'odata links' };
  return { dataset, source: sourceOf(manner, portal.url, dataset.id) };
}
const hasNoTimes = (manner: Manner) => ['ckan', 'csv', 'json', 'ndjson'].includes(manner);
/** Its protocol has no count, or not of rows that a condition selects. */
const hasNoCount = (manner: Manner) => ['ckan sql', 'odata', 'odata links'].includes(manner);
const keysOf = (store: SqliteRawStore, source: string) => [...store.rows(source)].map(({ key }) => key);

for (const manner of manners) {
  test(`${manner}: every row is stored once, in the order of the portal, whatever its pages are like`, async () => {
    const { dataset, source } = ready(manner, 130);
    const store = t.newStore();
    const { run, failure } = await t.fetch(store, source);
    assert.equal(failure, null);
    assert.deepEqual(run?.counts, { read: 130, new: 130, changed: 0, unchanged: 0, quarantined: 0 });
    assert.deepEqual(
      keysOf(store, source.id),
      dataset.rows.map(({ permit }) => permit),
    );
    const fields = [...store.rows(source.id)].map(({ body }) => source.map(JSON.parse(body)).fields);
    const expected = dataset.rows.map(({ permit, description }) => [permit, description ?? undefined]);
    assert.deepEqual(
      fields.map((field) => [Reflect.get(field, 'number'), Reflect.get(field, 'description')]),
      expected,
    );
  });

  test(`${manner}: a second fetch of an unchanged source stores nothing and sees every row again`, async () => {
    const { source } = ready(manner, 60);
    const store = t.newStore();
    await t.fetch(store, source);
    t.storeMs = startMs + 5000;
    const { run, failure } = await t.fetch(store, source, { isFull: true });
    assert.equal(failure, null);
    assert.deepEqual(run?.counts, { read: 60, new: 0, changed: 0, unchanged: 60, quarantined: 0 });
    assert.equal(run?.vanished, 0);
    for (const row of store.rows(source.id)) {
      assert.deepEqual([row.firstSeenMs, row.lastSeenMs], [startMs, startMs + 5000]);
    }
    t.storeMs = startMs;
  });

  test(`${manner}: what changed is replaced, what is new is added, what is gone is marked`, async () => {
    const { dataset, source } = ready(manner, 90);
    const store = t.newStore();
    await t.fetch(store, source);
    const asked = portal.requests.length;
    change(dataset, 17, { updatedMs: startMs, description: 'Changed' });
    dataset.rows.push({ ...syntheticRow(500), updatedMs: startMs });
    const quick = await t.fetch(store, source);
    assert.deepEqual([quick.run?.counts.new, quick.run?.counts.changed], [1, 1], String(quick.failure));
    if (!hasNoTimes(manner)) {
      // A server that compares times by the second repeats the last row.
      assert.ok((quick.run?.counts.read ?? 0) <= 3, 'only what changed was asked for');
      assert.equal(quick.run?.details.mode, 'changed rows');
      assert.equal(quick.run?.details.rows_at_portal, hasNoCount(manner) ? null : 91);
      assert.ok(portal.requests.length - asked <= 7);
    }
    dataset.rows = dataset.rows.filter(({ id }) => id !== 23);
    const full = await t.fetch(store, source, { isFull: true });
    assert.deepEqual([full.run?.counts.read, full.run?.vanished], [90, 1], String(full.failure));
    const vanished = [...store.rows(source.id)].filter(({ vanishedMs }) => vanishedMs !== null);
    assert.deepEqual(
      vanished.map(({ key }) => key),
      [syntheticRow(23).permit],
    );
    assert.match(store.row(source.id, syntheticRow(17).permit)?.body ?? '', /Changed/);
    dataset.rows = dataset.rows.slice(0, 45);
    const { run } = await t.fetch(store, source, { isFull: hasNoTimes(manner) || hasNoCount(manner) });
    assert.ok(run);
    const found = sourceFindings({ id: source.id, updates: 'daily' }, [run], startMs);
    assert.match(found[0]?.text ?? '', /: 45 of 90 rows are gone from its portal/);
  });

  test(`${manner}: rows that come and go between two requests move no other out of sight`, async () => {
    const { dataset, source } = ready(manner, 130);
    const store = t.newStore();
    let isDone = false;
    portal.before = ({ url }) => {
      const isRows = /query|resource|search|sql|odata|files/.test(url.pathname);
      if (!isRows || isDone || keysOf(store, source.id).length > 0) return;
      const rowRequests = portal.requests.filter(({ url: { href } }) => href.includes(dataset.id)).length;
      if (rowRequests < 5) return;
      isDone = true;
      dataset.rows = dataset.rows.filter(({ id }) => ![3, 7, 11].includes(id));
      dataset.rows.push(syntheticRow(900));
    };
    const { failure } = await t.fetch(store, source);
    portal.before = () => {};
    assert.equal(failure, null);
    const stored = new Set(keysOf(store, source.id));
    for (const { id, permit } of dataset.rows)
      assert.ok(stored.has(permit) || id === 900, `${permit} is lost`);
  });
}

test('socrata: system fields are not kept, an application token is sent, and a reload changes nothing', async () => {
  const { dataset, source } = ready('socrata', 50);
  const store = t.newStore();
  const manner = {
    operator: 'Élm County, data@example.com',
    requestsPerSecond: 100,
    concurrencyPerHost: 1,
    hostsAtOnce: 1,
    appTokens: { [new URL(portal.url).host]: 'secret-token' },
    allowHosts: ['127.0.0.1'],
  };
  await t.fetch(store, source, { manners: manner });
  const { headers, url } = portal.requests.at(-1) ?? assert.fail('nothing was asked');
  assert.equal(headers['x-app-token'], 'secret-token');
  assert.equal(headers['user-agent'], 'Lintel/0 (?lm County, data@example.com)');
  assert.equal(url.searchParams.get('$order'), ':id');
  assert.doesNotMatch(store.row(source.id, syntheticRow(1).permit)?.body ?? '', /":[a-z@]/);
  dataset.rows = dataset.rows.map((row) => ({ ...row, updatedMs: startMs }));
  const { run } = await t.fetch(store, source);
  assert.deepEqual(run?.counts, { read: 50, new: 0, changed: 0, unchanged: 50, quarantined: 0 });
});

test('socrata: rows under the labels of exports have the names and points that exports have', async () => {
  const { dataset } = ready('socrata', 3);
  const source = sourceOf('socrata', portal.url, dataset.id, {
    fetch: { names: 'label' },
    row_key: ['Permit Number'],
    required: ['Permit Type'],
    map: { number: 'Permit Number', type: 'Permit Type', point: 'Location' },
  });
  const store = t.newStore();
  assert.equal((await t.fetch(store, source)).failure, null);
  const { lng, lat, type, permit } = syntheticRow(2);
  const body = JSON.parse(store.row(source.id, permit)?.body ?? '{}') as Record<string, unknown>;
  assert.deepEqual([body['Permit Type'], body.Location], [type, `POINT (${lng} ${lat})`]);
});

test('arcgis: codes become their names, dates ISO 8601, coordinates degrees; object ids and areas are not kept', async () => {
  const { dataset, source } = ready('arcgis', 12);
  const store = t.newStore();
  await t.fetch(store, source);
  const row = dataset.rows.find(({ status, issuedMs }) => status === 2 && issuedMs !== null) ?? assert.fail();
  const body = JSON.parse(store.row(source.id, row.permit)?.body ?? '{}') as Record<string, unknown>;
  assert.deepEqual(
    [body.Status, body.Issued, body.geometry],
    ['Issued', new Date(row.issuedMs ?? 0).toISOString(), { x: row.lng, y: row.lat }],
  );
  assert.deepEqual(
    ['OBJECTID', 'Shape__Area'].filter((name) => name in body),
    [],
  );
});

test('ckan: a dataset reloaded while it is read is read again from the start', async () => {
  const { dataset, source } = ready('ckan', 130);
  const store = t.newStore();
  portal.before = (_request, number) => {
    if (number !== first + 4) return;
    dataset.rows = dataset.rows.map((row) => ({ ...row, id: row.id + 1000, description: 'Loaded anew' }));
  };
  const first = portal.requests.length;
  const { run, failure } = await t.fetch(store, source);
  portal.before = () => {};
  assert.equal(failure, null);
  assert.equal(run?.counts.new, 130);
  assert.ok([...store.rows(source.id)].every(({ body }) => body.includes('Loaded anew')));
});
