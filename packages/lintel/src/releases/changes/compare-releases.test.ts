/** The comparison by stretches of bytes against a plain one that decodes all records of both releases. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { permitId } from '@lintel/contract/plain';
import { rounds, seed, seedName } from '@lintel/testing/base/rounds.js';
import fc from 'fast-check';
import type { Progress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { idsFile, manifestFile, releaseFormat, releaseMagic } from '../../format/layout.js';
import { contentHash, releaseId } from '../../format/manifest.js';
import { recordKey } from '../../format/record-key.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import { type ComparedRecord, compareReleases } from './compare-releases.js';
import { fieldChanges } from './field-changes.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-compared-'));
after(() => rmSync(root, { recursive: true, force: true }));

interface Row {
  readonly id: number;
  /** Of the raw row, and the permit's number: by these, records of different ids are the same. */
  readonly origin: number;
  readonly number: number;
  readonly text: number;
}

const idOf = ({ id }: Row) => permitId('made-up', String(id));

function recordOf(row: Row) {
  const geo_ids = { jurisdiction_id: 'here' };
  return { id: idOf(row), number: String(row.number), geo_ids, text: 'é'.repeat(row.text) };
}

const silent: Progress = { step() {}, advance() {}, done() {} };
let releases = 0;

/** A directory with the files of a release that a comparison of permits reads. */
async function writeRelease(rows: readonly Row[]): Promise<string> {
  releases += 1;
  const directory = join(root, String(releases));
  mkdirSync(directory);
  const [records, origins] = [
    new SegmentWriter(directory, 'permits'),
    new SegmentWriter(directory, 'origins'),
  ];
  const ids = new IdsWriter(join(directory, idsFile('permits')), join(directory, 'scratch'), 4096);
  for (const row of rows) {
    // A text of one sign is written with an escape in rows of odd origin: other bytes, the same value.
    const json = JSON.stringify(recordOf(row));
    records.write(Buffer.from(row.origin % 2 === 1 ? json.replace('"é"', '"\\u00e9"') : json));
    const key = recordKey('permits', idOf(row));
    assert.ok(key);
    ids.add(key, records.endRow());
    origins.write(Buffer.from(JSON.stringify(['made-up', String(row.origin)])));
    origins.endRow();
  }
  const files = [...(await records.finish()), ...(await origins.finish())];
  files.push(await ids.finish(new Ticker(silent, null), 'permits'));
  const info = { released_at: '2026-06-20' };
  const content = contentHash(info.released_at, files);
  const id = releaseId(info.released_at, content);
  const known = { magic: releaseMagic, format: releaseFormat, id, content, info, report: { sources: [] } };
  writeFileSync(join(directory, manifestFile), JSON.stringify({ ...known, files }));
  return directory;
}

type Told = Pick<ComparedRecord, 'change' | 'id' | 'previousId' | 'fields'>;

/** The changes as a comparison without any index finds them. */
function plainly(old: readonly Row[], now: readonly Row[]): Told[] {
  const told: Told[] = [];
  const before = new Map(old.map((row) => [row.id, row]));
  const pair = (change: 'changed' | 'rekeyed', first: Row, second: Row): Told => ({
    change,
    id: idOf(second),
    previousId: change === 'rekeyed' ? idOf(first) : null,
    fields: fieldChanges(recordOf(first), recordOf(second)),
  });
  for (const row of now) {
    const changed = pair('changed', before.get(row.id) ?? row, row);
    if (changed.fields.length > 0) told.push(changed);
  }
  const kept = new Set(now.map(({ id }) => id));
  let [onlyOld, onlyNow] = [old.filter(({ id }) => !kept.has(id)), now.filter(({ id }) => !before.has(id))];
  const rekeyed = new Map<Row, Row>();
  for (const by of ['origin', 'number'] as const) {
    for (const row of onlyNow) {
      const [first, ...others] = onlyOld.filter((each) => each[by] === row[by]);
      const isAlone = others.length === 0 && onlyNow.filter((each) => each[by] === row[by]).length === 1;
      if (first !== undefined && isAlone) rekeyed.set(row, first);
    }
    onlyNow = onlyNow.filter((row) => !rekeyed.has(row));
    onlyOld = onlyOld.filter((row) => ![...rekeyed.values()].includes(row));
  }
  const single = (change: 'new' | 'vanished', row: Row): Told => ({
    change,
    id: idOf(row),
    previousId: null,
    fields: [],
  });
  told.push(...onlyNow.map((row) => single('new', row)));
  for (const row of now) {
    const first = rekeyed.get(row);
    if (first !== undefined) told.push(pair('rekeyed', first, row));
  }
  return [...told, ...onlyOld.map((row) => single('vanished', row))];
}

const rowOf = (id: number): Row => ({ id, origin: id * 2, number: id, text: id % 7 });

/** What may become of a row until the next release; its answer takes the row's place. */
const events: Readonly<Record<string, (row: Row, other: number) => Row[]>> = {
  changed: (row, other) => [{ ...row, text: other }],
  spelled: (row) => [{ ...row, origin: row.origin + 1 }],
  vanished: () => [],
  preceded: (row, other) => [rowOf(10_000 + other), row],
  rekeyed: (row, other) => [{ ...row, id: 20_000 + other }],
  elsewhere: (row, other) => [{ ...row, id: 30_000 + other, origin: 4_000 + other }],
  shared: (row, other) => [{ ...row, id: 40_000 + other, origin: 1, number: 1 }],
};

interface Happening {
  readonly at: number;
  readonly what: string;
  readonly other: number;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  at: fc.nat(),
  what: fc.constantFrom(...Object.keys(events)),
  other: fc.nat(400),
});

function afterEvents(
  rows: readonly Row[],
  happenings: readonly Happening[],
  moved: readonly number[],
): Row[] {
  const places = rows.map((row): Row[] => [row]);
  for (const { at, what, other } of happenings) {
    const place = places[at % places.length];
    const row = place?.at(-1);
    if (place !== undefined && row !== undefined) place.splice(-1, 1, ...(events[what]?.(row, other) ?? []));
  }
  for (const from of moved) places.push(...places.splice(from % places.length, 1));
  const all = places.flat();
  return all.filter((row, at) => all.findIndex(({ id }) => id === row.id) === at);
}

test(`a comparison by stretches tells what a plain one tells, and counts each record once ${seedName}`, async () => {
  const given = fc.record({
    size: fc.oneof(fc.nat(12), fc.nat(400)),
    happened: fc.array(happening, { maxLength: 30 }),
    moved: fc.array(fc.nat(), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ size, happened, moved }) => {
      const old = Array.from({ length: size }, (_, id) => rowOf(id));
      const now = afterEvents(old, happened, moved);
      const [total, counted] = [[] as (number | null)[], [] as number[]];
      const progress: Progress = {
        ...silent,
        step: (_, count) => total.push(count),
        advance: (count) => counted.push(count),
      };
      const [from, to] = [await writeRelease(old), await writeRelease(now)];
      const found: Told[] = [];
      const options = { kinds: ['permits'] as const, scratch: join(root, 'join'), progress };
      for await (const { change, id, previousId, fields } of compareReleases(from, to, options))
        found.push({ change, id, previousId, fields });
      assert.deepEqual(found, plainly(old, now));
      const [first, second] = [from, to].map((directory) => readFileSync(join(directory, 'permits.ndjson')));
      const isSame = first?.equals(second ?? Buffer.alloc(0));
      assert.deepEqual(total, isSame ? [] : [old.length + now.length]);
      assert.equal(
        counted.reduce((sum, count) => sum + count, 0),
        total[0] ?? 0,
      );
      for (const directory of [from, to]) rmSync(directory, { recursive: true });
    }),
    { seed, numRuns: rounds(60, 5000) },
  );
});
