import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../user-error.js';
import { type Disk, ThreadedDisk } from './background-writer.js';
import { FileWriter } from './file-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-disk-'));
after(() => rmSync(root, { recursive: true, force: true }));

async function withDisk(use: (disk: Disk) => void | Promise<void>): Promise<void> {
  const disk = new ThreadedDisk();
  try {
    await use(disk);
  } finally {
    disk.close();
  }
}

/** Repeats itself at no power of two, so that a block in the place of another is seen. */
const pattern = Buffer.from(Array.from({ length: 1_000_003 }, (_, i) => (i * 31 + (i >> 8)) & 255));

test('files written in turns are those of a FileWriter, whatever the sizes of the pieces', async () => {
  await withDisk(async (disk) => {
    let run = 0;
    const piece = fc.record({ file: fc.nat(2), from: fc.nat(1000), length: fc.nat(900_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        run += 1;
        const paths = [0, 1, 2].map((file) => join(root, `${run}-${file}`));
        const threaded = paths.map((path) => disk.create(path));
        const local = paths.map((path) => new FileWriter(`${path}-local`));
        for (const { file, from, length } of pieces) {
          threaded[file]?.write(pattern, from, from + length);
          local[file]?.write(pattern, from, from + length);
        }
        for (const [i, file] of threaded.entries()) {
          const { name, ...written } = await file.finish();
          assert.deepEqual({ ...written, name: `${name}-local` }, local[i]?.finish());
          assert.ok(readFileSync(file.path).equals(readFileSync(`${file.path}-local`)));
        }
      }),
      { numRuns: 15 },
    );
  });
});

test('writes more than may be on the way, and lets it be read after flush', async () => {
  await withDisk((disk) => {
    const file = disk.create(join(root, 'large'), { isScratch: true });
    for (let i = 0; i < 40; i++) file.write(pattern);
    assert.equal(file.position, 40 * pattern.length);
    file.flush();
    const bytes = readFileSync(file.path);
    assert.equal(bytes.length, file.position);
    assert.ok(bytes.subarray(39 * pattern.length).equals(pattern));
    file.write(pattern, 0, 10);
    file.flush();
    assert.equal(readFileSync(file.path).length, file.position);
    file.close();
  });
});

test('what cannot be opened is a UserError that names the file, met at the next call', async () => {
  await withDisk(async (disk) => {
    const path = join(root, 'missing', 'file');
    const isNamed = (error: unknown) => error instanceof UserError && error.message.includes(path);
    const file = disk.create(path);
    file.write(Buffer.from('x'));
    assert.throws(() => file.flush(), isNamed);
    assert.throws(() => file.write(pattern), isNamed);
    assert.throws(() => disk.create(join(root, 'another')), isNamed);
  });
});

test('a full disk is a UserError that says so', { skip: !existsSync('/dev/full') }, async () => {
  const isFull = (error: unknown) =>
    error instanceof UserError && /disk is full: \/dev\/full/.test(error.message) && error.hint !== null;
  await withDisk(async (disk) => {
    const file = disk.create('/dev/full');
    file.write(Buffer.from('x'));
    // Nothing is called any more: the waiting one is told.
    await assert.rejects(async () => file.finish(), isFull);
  });
  await withDisk((disk) => {
    const file = disk.create('/dev/full', { isScratch: true });
    assert.throws(() => {
      for (let i = 0; i < 100; i++) file.write(pattern);
    }, isFull);
  });
});

test('a disk that is closed fails what waits for it', async () => {
  const disk = new ThreadedDisk();
  const file = disk.create(join(root, 'closed'));
  const finished = assert.rejects(async () => file.finish(), /the thread of the disk ended/);
  disk.close();
  await finished;
});
