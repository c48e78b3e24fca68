/** Extracts of an archive on a web server, read with the library that maps read them with. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { maxZoom, nashvilleArchive } from '@lintel/testing/tiles/street-archive.js';
import { PMTiles, type RangeResponse, type Source, zxyToTileId } from 'pmtiles';
import { silentProgress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { headerBytes, tileId } from './archive.js';
import { type Box, copyExtract, interruptedBytes, planExtract } from './extract.js';
import { RemoteFile } from './remote-file.js';

const nashville: Box = [-87.1, 35.9, -86.5, 36.4];
const world = nashvilleArchive();
const folder = mkdtempSync(join(tmpdir(), 'lintel-extract-'));
const path = join(folder, 'streets.pmtiles');

let tag = '"one"';
let bytes = world;
let answerBadly: ((response: ServerResponse, part: Buffer) => boolean) | null = null;
let sent = 0;
const server = createServer((request, response) => {
  const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
  const part = bytes.subarray(Number(from), Number(to) + 1);
  if (answerBadly?.(response, part)) return;
  sent += part.length;
  response.writeHead(206, { etag: tag, 'content-length': part.length }).end(part);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const source = () =>
  new RemoteFile(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`,
    'test',
    new AbortController().signal,
  );

async function fetchBox(): Promise<void> {
  const from = source();
  await copyExtract(from, await planExtract(from, nashville, 15), path, silentProgress);
}

test('an extract has every tile of its box and no other, and survives what servers do', async () => {
  const plan = await planExtract(source(), nashville, 15);
  assert.equal(plan.attribution, '© Somebody');
  assert.equal(plan.maxZoom, maxZoom);

  // Interrupted in the tiles: what came is kept, and only the rest is asked for.
  let answers = 0;
  answerBadly = (response, part) => {
    if (part.length < 1000 || ++answers < 3) return false;
    response.writeHead(404).end();
    return true;
  };
  await assert.rejects(fetchBox(), /the server answered 404/);
  assert.ok(!existsSync(path));
  const kept = interruptedBytes(path);
  assert.ok(kept > plan.head.length, `${kept}`);
  answerBadly = null;
  sent = 0;
  await fetchBox();
  assert.ok(sent < world.length / 2);
  assert.equal(statSync(path).size, plan.bytes);
  assert.equal(interruptedBytes(path), 0);

  const extract = new PMTiles(new MemorySource(readFileSync(path)));
  const original = new PMTiles(new MemorySource(world));
  let tiles = 0;
  for (const z of [0, 3, 8, 11]) {
    const around = (share: number) =>
      [-4, -3, -2, -1, 0, 1, 2, 3, 4]
        .map((step) => Math.floor(share * 2 ** z) + step)
        .filter((number) => number >= 0 && number < 2 ** z);
    for (const x of around(0.2589)) {
      for (const y of around(0.3913)) {
        const [one, other] = [await extract.getZxy(z, x, y), await original.getZxy(z, x, y)];
        if (!touches(z, x, y, nashville)) assert.equal(one, undefined, `${z}/${x}/${y}`);
        else {
          tiles++;
          assert.ok(one);
          assert.deepEqual(one.data, other?.data, `${z}/${x}/${y}`);
        }
      }
    }
  }
  assert.ok(tiles > 15, `${tiles}`);
});

test('a server without ranges, with another file or a broken one is told, and the tiles that are there stay', async () => {
  writeFileSync(path, 'what was fetched before');
  const refused = async (message: RegExp) => {
    await assert.rejects(fetchBox(), (error: unknown) => {
      assert.ok(error instanceof UserError, String(error));
      assert.match(error.message, message);
      return true;
    });
    assert.equal(readFileSync(path, 'utf8'), 'what was fetched before');
  };
  answerBadly = (response) => {
    response.writeHead(200, { etag: tag }).end('everything');
    return true;
  };
  await refused(/sends no ranges, only whole files/);
  let answers = 0;
  answerBadly = () => {
    if (++answers === 3) tag = '"two"';
    return false;
  };
  await refused(/changed while it was read/);
  answerBadly = null;
  bytes = Buffer.from('<!doctype html>'.repeat(100));
  await refused(/is no PMTiles archive/);
  bytes = Buffer.from(world);
  bytes.fill(255, headerBytes, headerBytes + 40);
  await refused(/the archive is damaged/);
  bytes = world;
  await fetchBox();
  assert.ok(statSync(path).size > 10_000);
});

test('numbers of tiles are those of the format', () => {
  for (const [z, x, y] of [
    [0, 0, 0],
    [1, 1, 0],
    [3, 5, 2],
    [11, 530, 803],
    [20, 271_829, 412_001],
  ] as const)
    assert.equal(tileId(z, x, y), zxyToTileId(z, x, y), `${z}/${x}/${y}`);
});

class MemorySource implements Source {
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  getKey = () => 'memory';
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    return { data: new Uint8Array(this.#bytes.subarray(offset, offset + length)).buffer };
  }
}

/** Whether a tile touches a box, by the edges of the tile. */
function touches(z: number, x: number, y: number, [west, south, east, north]: Box): boolean {
  const lng = (column: number) => (column / 2 ** z - 0.5) * 360;
  const lat = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return lng(x) <= east && lng(x + 1) > west && lat(y) >= south && lat(y + 1) < north;
}
