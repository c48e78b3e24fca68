/** Addresses are the same whichever thread writes them, and a thread that fails ends the build. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type BuildingAddress, geoId } from '@lintel/contract';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { UserError } from '../../base/user-error.js';
import { readRecordKey } from '../../format/record-key.js';
import { AddressWriter } from './address-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-address-writer-'));
after(() => rmSync(root, { recursive: true, force: true }));

const records = 9_000;
const cityId = geoId('city', 'made-up');

const unknown: BuildingAddress = {
  street_no: null,
  street: null,
  city: null,
  county: null,
  zip_code: null,
  zip_code_ext: null,
  state: null,
  jurisdiction: null,
  latlng: null,
};

const keyOf = (id: string) => readRecordKey(Buffer.from(id, 'base64url'));

function writing(name: string, populations = new Map([[cityId, 1000]])) {
  const directory = join(root, name);
  const scratch = join(root, `${name}-scratch`);
  return { directory, scratch, memoryBytes: 1 << 20, populations, postOffices: new Map<string, string>() };
}

/** Adds addresses: every third one twice, except one that is longer than a block. */
async function addAll(writer: AddressWriter): Promise<void> {
  for (let i = 0; i < records; i++) {
    const house = i % 3 === 0 ? i : i - 1;
    const street = `${'LONG '.repeat(i === 7 ? 300_000 : 20)}MADE UP ST`;
    const address: BuildingAddress = {
      ...unknown,
      street_no: String(house),
      street,
      city: 'ELMFORD',
      state: 'IL',
    };
    const bytes = Buffer.from(JSON.stringify(address).slice(0, -1));
    const id = keyOf(geoId('address', `${house} ${street}`));
    writer.add({ id, city: keyOf(cityId), json: { bytes, from: 0, to: bytes.length } });
    if (i % 100 === 0) await writer.drained();
  }
  writer.end();
}

const ticker = () => new Ticker(silentProgress, null);

test('a thread writes the same addresses and search index as the main thread', async () => {
  const written = [];
  for (const name of ['local', 'threaded']) {
    const writer = new AddressWriter(writing(name), name === 'threaded');
    mkdirSync(join(root, name));
    await addAll(writer);
    written.push(await writer.finish(ticker()));
    await writer.close();
  }
  assert.equal(written[0]?.rows, 6001);
  assert.deepEqual(written[1], written[0]);
  assert.deepEqual(readdirSync(root).sort(), ['local', 'threaded']);
});

test('a write error in a thread names the file', async () => {
  const writer = new AddressWriter(writing('missing'), true);
  try {
    await addAll(writer);
    await assert.rejects(writer.finish(ticker()), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /^Cannot write .*missing/);
      return true;
    });
  } finally {
    await writer.close();
  }
});

test('a thread that fails while it takes addresses fails both adding and awaiting', async () => {
  const writer = new AddressWriter(
    { ...writing('broken'), memoryBytes: -1, scratch: join(root, 'none', 'x') },
    true,
  );
  try {
    await assert.rejects(async () => {
      await addAll(writer);
      await writer.finish(ticker());
    });
  } finally {
    await writer.close();
  }
});

test('an interruption ends the wait for a thread', async () => {
  mkdirSync(join(root, 'waiting'));
  const writer = new AddressWriter(writing('waiting'), true);
  const aborted = AbortSignal.abort();
  try {
    await assert.rejects(writer.finish(new Ticker(silentProgress, aborted)), /interrupted/);
  } finally {
    await writer.close();
  }
});
