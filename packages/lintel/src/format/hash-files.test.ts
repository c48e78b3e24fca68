import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { hashFiles } from './hash-files.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-hash-'));
after(() => rmSync(directory, { recursive: true }));

function fileOf(name: string, text: string, bytes = text.length) {
  const path = join(directory, name);
  writeFileSync(path, text);
  truncateSync(path, bytes);
  const sha256 = createHash('sha256')
    .update(text)
    .update(Buffer.alloc(bytes - text.length))
    .digest('hex');
  return { path, bytes, sha256 };
}

test('every file has its own checksum, whether hashed in this thread or in several', async () => {
  const small = ['a', 'b', 'empty'].map((name) => fileOf(name, name === 'empty' ? '' : name));
  for (const files of [small, [...small, fileOf('large', 'large', (1 << 26) + 5)]]) {
    let counted = 0;
    const found = await hashFiles(files, (bytes) => {
      counted += bytes;
    });
    assert.deepEqual(
      files.map(({ path }) => found.get(path)),
      files.map(({ sha256 }) => sha256),
    );
    assert.equal(
      counted,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  }
});

test('a file that a thread cannot read ends the hashing', async () => {
  const gone = { path: join(directory, 'gone'), bytes: 1 << 27 };
  await assert.rejects(
    hashFiles([gone], () => {}),
    /ENOENT/,
  );
});

test('a thread that is killed while it hashes ends the hashing', async () => {
  const large = fileOf('never hashed', 'large', (1 << 26) + 5);
  process.once('worker', (worker: Worker) => setImmediate(() => void worker.terminate()));
  await assert.rejects(
    hashFiles([large], () => {}),
    /a thread for hashing files ended with exit code/,
  );
});
