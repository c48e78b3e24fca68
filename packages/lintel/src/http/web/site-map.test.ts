/** The days of the site map, against a plain comparison of all records of three releases. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testService } from '@lintel/testing/http/service.js';
import { changedWorld, type PermitRow, permitRows } from '@lintel/testing/release/changed-world.js';
import { placesOfRecords } from '../../releases/changes/places-of-record.js';
import { openRelease } from '../../releases/open-release.js';
import { openReleaseStore } from '../../releases/open-store.js';
import { publish } from '../../releases/release-store.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-site-map-'));
const final = (row: PermitRow): PermitRow => ({
  ...row,
  edit: (record) => ({ ...record, status: 'final' as const }),
});
/** Eight permits are final and twenty vanish in the second night; in the third one more is final. */
const second = permitRows(0, 280).map((row, i) => (i < 8 ? final(row) : row));
const nights = [
  { asOf: '2026-06-28', rows: permitRows(0, 300) },
  { asOf: '2026-06-29', rows: second },
  { asOf: '2026-06-30', rows: second.map((row, i) => (i === 279 ? final(row) : row)) },
];
const worlds = nights.map(({ rows }) => changedWorld(root, rows, [1, 2]));
const home = worlds[0]?.home;
assert.ok(home);
const kinds = ['permits', 'contractors', 'properties'] as const;
/** Each record of each release by its path, as text. */
const states: Map<string, string>[] = [];
for (const [i, world] of worlds.entries()) {
  const { id, directory } = await world.build({ home, asOf: nights[i]?.asOf ?? '' });
  await publish(home, id);
  const release = openRelease(directory);
  const texts = kinds.flatMap((kind) =>
    release.all(kind, 0, 10_000).items.map((record) => {
      const text = record.toString();
      return [`/${kind}/${JSON.parse(text).id}`, text] as const;
    }),
  );
  states.push(new Map(texts));
  release.close();
}
const releases = openReleaseStore(home, {});
const service = testService({
  releases,
  config: { search_engines: 'on', public_url: 'https://permits.example.org' },
});
after(async () => {
  await service.close();
  releases.close();
  rmSync(root, { recursive: true, force: true });
});

async function listed(part: string): Promise<(readonly [path: string, day: string])[]> {
  const { status, bytes } = await service.ask(`/sitemap/${part}.xml`, { key: null });
  assert.equal(status, 200, part);
  const entry = /<url><loc>https:\/\/permits\.example\.org([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g;
  return [...bytes.toString().matchAll(entry)].map(([, path = '', day = '']) => [path, day] as const);
}

test('each record has the day since which it is as it was, as far as releases that are kept tell', async () => {
  for (const kind of kinds) {
    const pages = await listed(`${kind}-0`);
    const now = [...(states[2] ?? [])].filter(([path]) => path.startsWith(`/${kind}/`));
    const days = now.map(([path, text]) => {
      const since = states.findLastIndex((state) => state.get(path) !== text) + 1;
      return [path, nights[since]?.asOf ?? ''] as const;
    });
    assert.deepEqual(pages, days, kind);
    assert.equal(new Set(days.map(([, day]) => day)).size, nights.length, kind);
  }
});

test('a place has the day on which a permit in it changed last', async () => {
  const pages = await listed('places');
  const days = pages.map(([path]) => {
    const geoId = path.split('/').at(-1) ?? '';
    const since = nights.findLastIndex((_, night) => night > 0 && changedPlaces(night).has(geoId));
    return [path, nights[Math.max(0, since)]?.asOf ?? ''] as const;
  });
  assert.deepEqual(pages, days);
  assert.ok(new Set(days.map(([, day]) => day)).size > 1);
});

/** The places of the permits that a night changed, before and after it. */
function changedPlaces(night: number): Set<string> {
  const [before, now] = [states[night - 1], states[night]];
  const paths = new Set([...(before ?? []), ...(now ?? [])].map(([path]) => path));
  const changed = [...paths].filter(
    (path) => path.startsWith('/permits/') && before?.get(path) !== now?.get(path),
  );
  return new Set(
    changed.flatMap((path) => {
      const records = [before?.get(path), now?.get(path)].map((text) => (text ? JSON.parse(text) : null));
      return [...placesOfRecords('permits', records)];
    }),
  );
}
