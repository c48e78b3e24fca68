/** Ten portals of permit software night after night, with faults on every second: nothing is lost, everything is said. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AccelaServer, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { EnergovServer, energovPermits } from '@lintel/testing/portals/energov-server.js';
import { PortalTest } from '@lintel/testing/portals/portal-test.js';
import { htmlPage, type Reply } from '@lintel/testing/portals/reply.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';

const t = await PortalTest.open();
const dayMs = 86_400_000;
const tenants = await Promise.all(Array.from({ length: 10 }, (_, at) => tenantAt(at)));
after(async () => {
  await Promise.all(tenants.map(({ server }) => server.close()));
  await t.close();
});

interface Tenant {
  readonly id: string;
  readonly source: CatalogSource;
  readonly server: EnergovServer | AccelaServer;
  /** Shows all permits but the newest so many. */
  show(hidden: number): void;
  /** Numbers of the permits that it shows. */
  shown(): string[];
}

async function tenantAt(at: number): Promise<Tenant> {
  const platform = at < 5 ? 'energov' : 'accela';
  const id = `${platform}-${at}`;
  const { jurisdiction, namespace, time_zone } = elmCity;
  const sourceOf = (url: string, more: object) =>
    makeSource(
      {
        ...{ id, kind: 'permits', name: id, license: null, attribution: null, platform },
        ...{ jurisdiction, namespace: `${namespace}-${at}`, time_zone },
        fetch: { protocol: platform, base_url: url, recent_days: 40, ...more },
      },
      `${id}.json`,
    );
  if (platform === 'energov') {
    const [server, all] = [await new EnergovServer().listen(), energovPermits(260, 3)];
    const source = sourceOf(server.url, { dataset: 'permits' });
    const show = (hidden: number) => {
      server.permits = all.slice(hidden);
    };
    return {
      id,
      source,
      server,
      show,
      shown: () => server.permits.map(({ CaseNumber }) => CaseNumber.trim()),
    };
  }
  const [server, all] = [await new AccelaServer().listen(), accelaPermits(260, 3)];
  const source = sourceOf(server.url, { dataset: 'Building', begins: '2026-03-01' });
  const show = (hidden: number) => {
    server.permits = all.slice(hidden);
  };
  const isKept = (number: string) => !number.startsWith('26TMP');
  return { id, source, server, show, shown: () => server.permits.map(({ number }) => number).filter(isKept) };
}

const answer = (status: number, more: Record<string, string> = {}, body = ''): Reply => ({
  status,
  headers: { 'content-type': 'text/html', ...more },
  body,
});
/** Faults by the number of a request in its night. */
const faults: readonly ((asked: number) => Reply | null)[] = [
  (asked) => (asked % 3 === 0 ? answer(502) : null),
  (asked) => (asked > 1 ? answer(404, {}, htmlPage) : null),
  () => answer(403, {}, htmlPage),
  (asked) => (asked > 1 ? answer(429, { 'retry-after': '7200' }) : null),
  () => answer(200, {}, htmlPage),
];

test('ten portals over eight nights with faults on every second: nothing is lost, everything is said', async () => {
  const store = t.newStore();
  const read = (id: string) =>
    [...store.rows(id)].map(({ body }) => {
      const row = JSON.parse(body);
      return String(row.CaseNumber ?? row.Number).trim();
    });
  const said: string[] = [];
  for (let night = 0; night < 8; night += 1) {
    const before = new Map(tenants.map(({ id }) => [id, read(id)]));
    for (const [at, { server, show }] of tenants.entries()) {
      show(60 - night * 8);
      let asked = 0;
      server.before = () => {
        asked += 1;
        return night % 2 === 1 ? (faults[at % 5]?.(asked) ?? null) : null;
      };
    }
    const fetched = await t.fetchAll(
      store,
      tenants.map(({ source }) => source),
    );
    for (const { id, shown } of tenants) {
      const { run, failure } = fetched.find(({ source }) => source === id) ?? assert.fail();
      const stored = read(id);
      assert.equal(new Set(stored).size, stored.length, `${id} read a permit twice`);
      assert.deepEqual(
        before.get(id)?.filter((number) => !stored.includes(number)),
        [],
        `${id} lost permits in night ${night}`,
      );
      if (failure !== null) said.push(`${night} ${failure.message}`);
      const isWhole = failure === null && run?.state === 'finished' && run.details.unread === null;
      if (isWhole) assert.deepEqual(stored.sort(), shown().sort(), `${id} in night ${night}`);
    }
    t.clock.ms += dayMs;
  }
  for (const what of [/status 404/, /refused on .* \(blocked\)/, /asks to wait 120 minutes/, /HTML page/])
    assert.ok(
      said.some((line) => what.test(line)),
      `${what} in ${said.join('\n')}`,
    );
  const ofCleanNights = said.filter((line) => Number(line[0]) % 2 === 0);
  assert.ok(
    ofCleanNights.every((line) => /not asked again before/.test(line)),
    ofCleanNights.join('\n'),
  );
  t.clock.ms += 7 * dayMs;
  for (const { server } of tenants) server.before = () => null;
  const last = await t.fetchAll(
    store,
    tenants.map(({ source }) => source),
  );
  assert.deepEqual(
    last.map(({ failure }) => failure),
    Array.from({ length: 10 }, () => null),
  );
  for (const { id, shown } of tenants) assert.deepEqual(read(id).sort(), shown().sort(), id);
});

test('at a request a second portals give more than 5,000 permits an hour', async () => {
  for (const { id, source, show, shown } of [tenants[0], tenants[5]].flatMap((each) => each ?? [])) {
    show(0);
    const beganMs = t.clock.ms;
    const manners = { ...t.manners, requestsPerSecond: 1 };
    const { run } = await t.fetch(t.newStore(), source, { manners });
    const rows = run?.counts.new ?? 0;
    assert.equal(rows, shown().length);
    const hourly = (rows * 3_600_000) / (t.clock.ms - beganMs);
    assert.ok(hourly >= 5000, `${id} gave ${Math.round(hourly)} an hour`);
  }
});
