/**
 * What became of records between two releases, against a plain comparison of all their records; and the pages
 * of kept changes against a filtered list.
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Change, changedKinds, changeTypes, endpoints, type Permit, parseQuery } from '@lintel/contract';
import { permitId } from '@lintel/contract/plain';
import { changedWorld, type PermitRow, permitRows } from '@lintel/testing/release/changed-world.js';
import { silentProgress } from '../../base/progress.js';
import type { RecordKind } from '../../format/record.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { openRelease } from '../open-release.js';
import type { Release } from '../release.js';
import { publish, rollback } from '../release-store.js';
import { fieldChanges } from './field-changes.js';
import { placesOfRecords } from './places-of-record.js';
import type { ReleaseChanges } from './release-changes.js';
import { writeChanges } from './write-changes.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-changes-'));
after(() => rmSync(root, { recursive: true, force: true }));

const worldOf = (permits: readonly PermitRow[], decisions: readonly number[]) =>
  changedWorld(root, permits, decisions);

const withId = (id: string) => (record: PermitRecord) => ({ ...record, id });
const otherId = permitId('made-up', 'by another rule');
const byNumberId = permitId('made-up', 'in another system');

const before = worldOf(permitRows(0, 300), [1, 2, 3, 4, 5, 6]);
const now = worldOf(
  [
    // 0 to 9 vanish, 10 to 19 are final, 20 has another id and 21 a row key and an id of another system.
    ...permitRows(10, 20).map((row) => ({
      ...row,
      edit: (each: PermitRecord) => ({ ...each, status: 'final' as const }),
    })),
    { key: 'k20', number: 20, edit: withId(otherId) },
    { key: 'moved', number: 21, edit: withId(byNumberId) },
    ...permitRows(22, 320),
  ],
  [2, 3, 4, 5, 6, 7],
);
const { home } = before;
const from = (await before.build()).id;
const to = (await now.build({ home })).id;
await publish(home, from);
const published = await publish(home, to);
const release = openRelease(join(home.releases, to));
const old = openRelease(join(home.releases, from));
after(() => {
  release.close();
  old.close();
});

function changesOf(open: Release, since: string): ReleaseChanges {
  const changes = open.changesSince(since);
  assert.ok(changes, `no changes since ${since}`);
  return changes;
}

const everything = { kinds: [], changes: [], geoId: null };
const parse = (record: Buffer) => JSON.parse(record.toString()) as Change;
const all = changesOf(release, from).page(everything, 0, 100_000).items.map(parse);

type Fields = Readonly<Record<string, unknown>> & { readonly id: string };

function recordsOf(id: string, kind: RecordKind): Map<string, Fields> {
  const lines = readFileSync(join(home.releases, id, `${kind}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Fields).map((record) => [record.id, record]));
}

const rekeyedPairs: Readonly<Record<string, string>> = {
  [otherId]: permitId('made-up', '20'),
  [byNumberId]: permitId('made-up', '21'),
};

for (const kind of changedKinds) {
  test(`a comparison of all ${kind} finds the same changes`, () => {
    const [first, second] = [recordsOf(from, kind), recordsOf(to, kind)];
    const rekeyed = kind === 'permits' ? rekeyedPairs : {};
    const expected = new Map<string, string>();
    for (const [id, record] of second) {
      const earlier = first.get(id);
      if (id in rekeyed) expected.set(id, 'rekeyed');
      else if (earlier === undefined) expected.set(id, 'new');
      else if (JSON.stringify(earlier) !== JSON.stringify(record)) expected.set(id, 'changed');
    }
    for (const id of first.keys()) {
      if (!second.has(id) && !Object.values(rekeyed).includes(id)) expected.set(id, 'vanished');
    }
    const found = all.filter((change) => change.kind === kind);
    assert.deepEqual(
      Object.fromEntries(found.map(({ id, change }) => [id, change])),
      Object.fromEntries(expected),
    );
    assert.equal(found.length, expected.size, 'each once');
    for (const { id, change, changes, previous_id, record } of found) {
      assert.deepEqual(record, second.get(id) ?? null);
      assert.equal(previous_id, rekeyed[id] ?? null);
      const earlier = first.get(previous_id ?? id);
      const isPair = change === 'changed' || change === 'rekeyed';
      assert.deepEqual(changes, isPair ? fieldChanges(earlier ?? {}, record ?? {}) : []);
    }
  });
}

test('the fields that changed are told with their old and new values', () => {
  const edited = new Set(permitRows(10, 20).map(({ number }) => permitId('made-up', String(number))));
  const statuses = all
    .filter(({ id }) => edited.has(id))
    .flatMap(({ changes }) => changes.filter(({ field }) => field === 'status'));
  assert.ok(statuses.length >= 5);
  for (const status of statuses) {
    assert.equal(status.new, 'final');
    assert.notEqual(status.old, 'final');
  }
  assert.deepEqual(
    fieldChanges(
      { id: 'a', tags: ['x'], address: { city: 'A', zip_code: null }, gone: 1, same: [1, { b: 2 }] },
      { id: 'b', tags: ['x', 'y'], address: { city: 'A', zip_code: '1' }, same: [1, { b: 2 }], come: null },
    ),
    [
      { field: 'tags', old: ['x'], new: ['x', 'y'] },
      { field: 'address.zip_code', old: null, new: '1' },
      { field: 'gone', old: 1, new: null },
    ],
  );
});

test('a number that two permits share rekeys nothing', async () => {
  const shared = (id: string) => (each: PermitRecord) => ({ ...each, id, number: 'SAME' });
  const twice = (name: string) =>
    [0, 1].map((i) => ({ key: `${name}${i}`, number: 500 + i, edit: shared(permitId('made-up', name + i)) }));
  const [one, other] = [
    worldOf([...permitRows(0, 5), ...twice('a')], []),
    worldOf([...permitRows(0, 5), ...twice('b')], []),
  ];
  const [first, second] = [(await one.build()).id, (await other.build({ home: one.home })).id];
  await writeChanges(one.home.releases, first, second, { progress: silentProgress });
  const open = openRelease(join(one.home.releases, second));
  try {
    const permits = { ...everything, kinds: ['permits' as const] };
    const found = changesOf(open, first).page(permits, 0, 100).items.map(parse);
    assert.deepEqual(found.map(({ change }) => change).sort(), ['new', 'new', 'vanished', 'vanished']);
  } finally {
    open.close();
  }
});

test('pages of any filters and sizes give every matching change once, in order, and count them', () => {
  const changes = changesOf(release, from);
  const places = new Set([null, 'CA', 'TX', '94103', '94103-0001']);
  for (const { kind, record } of all) {
    if (record !== null && places.size < 40)
      for (const place of placesOfRecords(kind, [record])) places.add(place);
  }
  const stored = new Map(changedKinds.map((kind) => [kind, recordsOf(from, kind)]));
  const isIn = ({ kind, id, previous_id, record }: Change, place: string) =>
    placesOfRecords(kind, [record, stored.get(kind)?.get(previous_id ?? id) ?? null]).includes(
      place.slice(0, place.includes('-0001') ? 5 : 11),
    );
  for (const geoId of places) {
    for (const kinds of [[], ['permits'], ['contractors', 'properties']] as const) {
      for (const types of [[], ['vanished'], ['new', 'changed']] as const) {
        const query = { kinds, changes: types, geoId };
        const expected = all.filter(
          (each) =>
            (kinds.length === 0 || kinds.some((kind) => kind === each.kind)) &&
            (types.length === 0 || types.some((type) => type === each.change)) &&
            (geoId === null || isIn(each, geoId)),
        );
        const found: string[] = [];
        for (let next: number | null = 0; next !== null; ) {
          const page = changes.page(query, next, 7);
          found.push(...page.items.map((item) => parse(item).id));
          next = page.next;
        }
        assert.deepEqual(
          found,
          expected.map(({ id }) => id),
          JSON.stringify(query),
        );
        assert.equal(changes.count(query).value, expected.length);
      }
    }
  }
});

test('the changes that match a search are those whose records the search finds', () => {
  const changes = changesOf(release, from);
  const period = { permit_from: '1800-01-01', permit_to: '2199-12-31', include_undated: 'true' };
  for (const filters of [
    { geo_id: 'CA' },
    { geo_id: 'CA', permit_status: 'final' },
    { geo_id: '94103', permit_tags: 'solar' },
  ]) {
    const parsed = parseQuery(endpoints.permit_search, {
      query: Object.entries({ ...period, ...filters }),
      path: {},
    });
    assert.ok(parsed.ok);
    const matching = new Set(
      release
        .searchPermits(parsed.value, 0, 10_000)
        .items.map((item) => (JSON.parse(item.toString()) as Permit).id),
    );
    assert.ok(matching.size > 0);
    for (const types of [['new'], ['new', 'changed']] as const) {
      const expected = all.filter(
        ({ kind, change, id }) =>
          kind === 'permits' && types.some((type) => type === change) && matching.has(id),
      );
      const found: readonly Change[] = [...changes.permits(parsed.value, types)].map(parse);
      assert.deepEqual(found.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort());
    }
  }
  const decided = parseQuery(endpoints.decision_search, {
    query: Object.entries({
      geo_id: 'CA',
      decision_from: '1800-01-01',
      decision_to: '2199-12-31',
      include_undated: 'true',
    }),
    path: {},
  });
  assert.ok(decided.ok);
  const found = [...changes.decisions(decided.value, ['new'])].map(parse);
  assert.deepEqual(
    found.map(({ record }) => record),
    [[...recordsOf(to, 'decisions').values()].find((each) => each.title === 'Rezoning 7')],
  );
});

test('publishing makes the changes since every kept release, and rolling back those of the way back', async () => {
  assert.deepEqual(
    published.changes.map((each) => each.from),
    [from],
  );
  const counts = published.changes[0]?.counts?.permits;
  assert.deepEqual(
    counts,
    Object.fromEntries(
      changeTypes.map((type) => [
        type,
        all.filter(({ kind, change }) => kind === 'permits' && change === type).length,
      ]),
    ),
  );
  assert.deepEqual(release.comparedWith(), [from]);
  assert.equal(release.changesSince('2020-01-01-00000000'), null);
  assert.equal(release.changesSince('..'), null);
  assert.equal(
    changesOf(release, to).page(everything, 0, 10).items.length,
    0,
    'nothing changed since itself',
  );
  const back = await rollback(home);
  assert.deepEqual(
    back.changes.map((each) => each.from),
    [to],
  );
  assert.equal(
    changesOf(old, to).count({ ...everything, kinds: ['permits'], changes: ['new'] }).value,
    counts?.vanished,
  );
  await publish(home, to);
});

test('changes to a removed release are removed, and what a killed comparison left', async () => {
  const directory = join(home.releases, 'changes');
  const gone = [`${from}..2020-01-01-00000000`, `${from}..${to}.999999999.tmp`];
  for (const name of gone) mkdirSync(join(directory, name));
  const mine = `${from}..2021-01-01-00000000.${process.pid}.tmp`;
  mkdirSync(join(directory, mine));
  await publish(home, to);
  assert.deepEqual(readdirSync(directory).sort(), [`${from}..${to}`, mine, `${to}..${from}`].sort());
  rmSync(join(directory, mine), { recursive: true });
});

test('a release of another format is published over, and the reason is told', async () => {
  const path = join(home.releases, from, 'manifest.json');
  const manifest = readFileSync(path, 'utf8');
  writeFileSync(path, manifest.replace(/"format": ?\d+/, '"format":1'));
  const { changes } = await publish(home, to);
  writeFileSync(path, manifest);
  assert.equal(changes[0]?.counts, null);
  assert.match(changes[0]?.fault ?? '', /format 1/);
});

test('a comparison that is interrupted leaves nothing behind', async () => {
  const directory = join(home.releases, 'changes');
  rmSync(join(directory, `${from}..${to}`), { recursive: true });
  const signal = AbortSignal.abort();
  // Too few rows for a turn of the event loop: the publication itself notices the signal.
  await assert.rejects(publish(home, to, { signal, isVerified: true }), /nothing was published/);
  assert.equal(readdirSync(directory).filter((name) => name.endsWith('.tmp')).length, 0);
  await publish(home, to);
  assert.ok(existsSync(join(directory, `${from}..${to}`)));
});
