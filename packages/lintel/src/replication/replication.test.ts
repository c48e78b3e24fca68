/** Releases to stores and from them: a directory, S3, a web server; and homes that follow a store through its faults. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallDisk } from '@lintel/testing/base/small-disk.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { startS3 } from '@lintel/testing/release/s3-server.js';
import { openHome } from '../base/home.js';
import { silentProgress } from '../base/progress.js';
import { currentReleaseId } from '../format/published.js';
import { verifyRelease } from '../format/verify-release.js';
import { publish } from '../releases/release-store.js';
import {
  changeCatalog,
  fetchList,
  objectPath,
  publishedIn,
  requiredCatalog,
  rollbackInStore,
} from './catalog.js';
import { chunksOf, packed, sha256Of, unpacked } from './chunks.js';
import { cleanStore, graceMs } from './clean.js';
import { follow } from './follow.js';
import { openObjects } from './objects.js';
import { pullRelease, wantedRelease } from './pull.js';
import { pushRelease } from './push.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-replication-'));
const { signal } = new AbortController();
const options = { by: 'ana@builder', progress: silentProgress, signal };
const source = openHome(join(root, 'source'));
await copySampleHome(source.directory);
const first = String(currentReleaseId(source));
const second = redatedRelease(join(source.releases, first), '2026-07-01');
await publish(source, second, { isChosen: true });

const s3 = await startS3(join(root, 's3'));
Object.assign(process.env, s3.env);
const shelf = join(root, 'shelf');
/** A web server over the directory, in which a test may break what it likes. */
const web = createServer((request, response) => {
  try {
    response.end(readFileSync(join(shelf, String(request.url))));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const webAddress = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
after(async () => {
  web.closeAllConnections();
  web.close();
  await s3.stop();
  rmSync(root, { recursive: true, force: true });
});

const bucket = `s3://${s3.bucket}/lintel`;
const opened = (address: string) => openObjects(address, signal);
let homes = 0;
const newHome = () => openHome(join(root, `home${homes++}`));
const pullInto = async (home: ReturnType<typeof newHome>, address: string, id?: string) => {
  const objects = await opened(address);
  return pullRelease(home, objects, wantedRelease(objects, await requiredCatalog(objects), id), options);
};

test('chunks are cut by content: bytes put in front of a file change its first chunk only', async () => {
  const path = join(root, 'bytes');
  const bytes = createHash('shake256', { outputLength: 9_000_000 }).update('one').digest();
  const sumsOf = (content: Buffer) => {
    writeFileSync(path, content);
    return Array.from(chunksOf(path), sha256Of);
  };
  const before = sumsOf(bytes);
  const moved = sumsOf(Buffer.concat([Buffer.from('new'), bytes]));
  assert.ok(before.length > 4);
  assert.deepEqual(moved.slice(1), before.slice(1));
  const chunk = { sha256: sha256Of(bytes), bytes: bytes.length };
  assert.ok((await unpacked(await packed(bytes), chunk))?.equals(bytes));
  assert.equal(await unpacked(await packed(bytes), { ...chunk, bytes: 10 }), null);
});

test('a release goes to a directory and to S3, and comes back to the byte; what is there is not sent again', async () => {
  for (const address of [shelf, bucket]) {
    const objects = await opened(address);
    const pushed = await pushRelease(source, objects, first, options);
    assert.deepEqual([pushed.previous, pushed.new_bytes > 0.9 * pushed.bytes], [null, true]);
    assert.equal((await pushRelease(source, objects, first, options)).new_bytes, 0);
    const next = await pushRelease(source, objects, undefined, options);
    assert.deepEqual([next.id, next.previous], [second, first]);
    // Its manifest and what changed since the first; all files of permits are the same.
    assert.ok(next.new_bytes < 0.1 * next.bytes, `${next.new_bytes}`);
    const catalog = await requiredCatalog(objects);
    assert.deepEqual(
      catalog.publications.map(({ id, by }) => [id, by]),
      [
        [first, options.by],
        [second, options.by],
      ],
    );
  }
  for (const address of [shelf, bucket, webAddress]) {
    const home = newHome();
    const pulled = await pullInto(home, address);
    assert.deepEqual([pulled.id, pulled.fetched_bytes], [second, pulled.bytes]);
    await verifyRelease(join(home.releases, second));
    assert.deepEqual(readdirSync(join(home.releases, 'changes')), [`${first}..${second}`]);
    // The other one is made of files that are here.
    assert.ok((await pullInto(home, address, first)).fetched_bytes < 0.1 * pulled.bytes);
    await verifyRelease(join(home.releases, first));
    await assert.rejects(pullInto(home, address, '2020-01-01-00000000'), /There is no release "2020/);
  }
});

test('who is interrupted goes on; two who push at once are both in the catalog', async () => {
  const store = join(root, 'interrupted');
  const stop = new AbortController();
  const progress = { ...silentProgress, advance: () => stop.abort() };
  const broken = { by: options.by, progress, signal: stop.signal };
  await assert.rejects(pushRelease(source, await opened(store), first, broken), /Interrupted/);
  const sent = [...(await objectsIn(store))].length;
  assert.ok(sent > 0);
  const [one, other] = await Promise.all(
    [first, second].map(async (id) => pushRelease(source, await opened(store), id, options)),
  );
  assert.ok((one?.new_bytes ?? 0) < (one?.bytes ?? 0) || (other?.new_bytes ?? 0) < (other?.bytes ?? 0));
  const { releases, serial } = await requiredCatalog(await opened(store));
  assert.deepEqual([releases.map(({ id }) => id).sort(), serial], [[first, second].sort(), 2]);

  const home = newHome();
  let fetched = 0;
  const half = new AbortController();
  const counting = {
    ...silentProgress,
    advance(bytes: number) {
      fetched += bytes;
      if (fetched > 5e6) half.abort();
    },
  };
  const objects = await opened(store);
  const wanted = wantedRelease(objects, await requiredCatalog(objects), first);
  await assert.rejects(
    pullRelease(home, objects, wanted, { progress: counting, signal: half.signal }),
    /Interrupted/,
  );
  const rest = await pullInto(home, store, first);
  assert.ok(rest.fetched_bytes < rest.bytes - 5e6);
  await verifyRelease(join(home.releases, first));
});

test('a damaged file is not pushed, and a list of a store cannot write elsewhere', async () => {
  const home = openHome(join(root, 'damaged'));
  cpSync(source.releases, home.releases, { recursive: true });
  const file = join(home.releases, second, 'permits.ndjson');
  writeFileSync(file, readFileSync(file).fill('x', 1_000, 1_001));
  const store = join(root, 'refused');
  await assert.rejects(pushRelease(home, await opened(store), second, options), /permits.ndjson is damaged/);
  await pushRelease(source, await opened(store), first, options);
  const objects = await opened(store);
  const evil = Buffer.from(JSON.stringify([{ path: `${first}/../../x`, bytes: 0, sha256: '', chunks: [] }]));
  const list = { sha256: sha256Of(evil), bytes: evil.length };
  await objects.writable?.put(objectPath(list.sha256), await packed(evil));
  await changeCatalog(objects, (catalog) => ({
    ...catalog,
    releases: catalog.releases.map((release) => ({ ...release, list })),
  }));
  await assert.rejects(pullInto(newHome(), store), /lists files of .* that no release has/);
});

test('a web server is only read, also by who rolls back; S3 without a region says what to set', async () => {
  const from = `http://127.0.0.1:${(web.address() as AddressInfo).port}/nothing`;
  await assert.rejects(rollbackInStore(await opened(from), 'ana'), /a web server: releases are only read/);
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_CONFIG_FILE } = process.env;
  try {
    delete process.env.AWS_REGION;
    delete process.env.AWS_DEFAULT_REGION;
    process.env.AWS_CONFIG_FILE = join(root, 'no-config');
    await assert.rejects(opened('s3://bucket/folder'), /Region is missing/);
  } finally {
    Object.assign(process.env, { AWS_REGION });
    if (AWS_DEFAULT_REGION !== undefined) Object.assign(process.env, { AWS_DEFAULT_REGION });
    if (AWS_CONFIG_FILE === undefined) delete process.env.AWS_CONFIG_FILE;
    else process.env.AWS_CONFIG_FILE = AWS_CONFIG_FILE;
  }
});

test('a home that follows serves what the store publishes, through faults of the store and back', async () => {
  const store = join(shelf, 'followed');
  const writing = await opened(store);
  await pushRelease(source, writing, first, options);
  const home = newHome();
  const ending = new AbortController();
  const faults: string[] = [];
  const following = follow(home, await opened(`${webAddress}/followed`), {
    signal: ending.signal,
    keep: { last: 3 },
    lookEveryMs: 20,
    onPublished: () => {},
    onFault: (error) => faults.push(error?.message ?? 'again'),
  });
  const serves = async (id: string) => {
    while (currentReleaseId(home) !== id) await sleep(10);
  };
  const says = async (text: RegExp) => {
    while (!text.test(faults.at(-1) ?? '')) await sleep(10);
  };
  await serves(first);
  const catalogFile = join(store, 'catalog.json');
  const old = readFileSync(catalogFile);

  // A wrong byte, half an object and no object: what is published stays, and it goes on when the object is right.
  await pushRelease(source, writing, second, options);
  await serves(second);
  await rollbackInStore(writing, 'bob');
  await serves(first);
  rmSync(join(home.releases, second), { recursive: true });
  rmSync(join(home.releases, '.lists'), { recursive: true });
  const [release] = (await requiredCatalog(writing)).releases.filter(({ id }) => id === second);
  assert.ok(release !== undefined);
  const large = (await fetchList(writing, release)).find(({ path }) => path.endsWith('permits.ndjson'));
  const object = join(store, objectPath(String(large?.chunks[0]?.[0])));
  const right = readFileSync(object);
  const wrong = Buffer.from(right);
  wrong.writeUInt8(wrong.readUInt8(1_000) ^ 1, 1_000);
  rmSync(object);
  await changeCatalog(writing, (catalog) => ({
    ...catalog,
    publications: [...catalog.publications, { id: second, at: '', by: '' }],
  }));
  await says(/it lacks objects/);
  for (const [bytes, text] of [
    [wrong, /is damaged/],
    [right.subarray(0, right.length / 2), /is damaged/],
  ] as const) {
    writeFileSync(object, bytes);
    await says(text);
    assert.equal(currentReleaseId(home), first);
  }
  writeFileSync(object, right);
  await serves(second);

  // An old copy of the catalog, a store that is away, and a catalog cut in half.
  writeFileSync(catalogFile, old);
  await says(/shows an old catalog/);
  renameSync(store, `${store}.away`);
  await says(/There are no releases/);
  renameSync(`${store}.away`, store);
  const { catalog } = { catalog: { ...JSON.parse(old.toString()), serial: 100 } };
  writeFileSync(catalogFile, JSON.stringify(catalog).slice(0, -20));
  await says(/catalog.json is damaged/);
  assert.equal(currentReleaseId(home), second);
  writeFileSync(catalogFile, JSON.stringify(catalog));
  await serves(first);
  await says(/again/);
  // Somebody publishes another one here: the store is followed.
  await publish(home, second, { isChosen: true });
  await serves(first);
  ending.abort();
  await following;
});

test('what a store no longer has in its catalog can be fetched for another day, and goes then', async () => {
  const store = join(root, 'cleaned');
  const objects = await opened(store);
  for (const id of [first, second]) await pushRelease(source, objects, id, options);
  const before = await requiredCatalog(objects);
  const old = before.releases.find(({ id }) => id === first);
  assert.ok(old !== undefined);
  const cleaned = await cleanStore(objects, 1, silentProgress);
  assert.deepEqual([cleaned.removed, cleaned.objects], [[first], 0]);
  const home = newHome();
  await pullRelease(home, objects, old, options);
  await verifyRelease(join(home.releases, first));
  const later = Date.now() + 2 * graceMs;
  assert.ok((await cleanStore(objects, 1, silentProgress, later)).objects > 0);
  await assert.rejects(pullRelease(newHome(), objects, old, options), /lacks/);
  const kept = newHome();
  await pullInto(kept, store);
  await verifyRelease(join(kept.releases, second));
  assert.equal(publishedIn(await requiredCatalog(objects)), second);
});

const disk = smallDisk(4_096);
test('a full disk leaves nothing half and says so', { skip: disk === null && 'no small disk' }, async () => {
  const home = openHome(join(String(disk?.path), 'home'));
  await assert.rejects(pullInto(home, shelf), /The disk is full/);
  assert.deepEqual(
    readdirSync(home.releases).filter((name) => name.startsWith('.arriving-')),
    [],
  );
});

async function objectsIn(store: string) {
  mkdirSync(dirname(store), { recursive: true });
  return (await (await opened(store)).writable?.list('objects/')) ?? new Map();
}
