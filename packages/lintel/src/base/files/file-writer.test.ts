import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../user-error.js';
import { FileWriter, hashFile } from './file-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-file-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('pieces of any size end up in the file, with its size and checksum', async () => {
  const path = join(root, 'pieces');
  const writer = new FileWriter(path, { bufferBytes: 7 });
  const pieces = ['', 'a', 'bcdefg', 'hijklmnopqrstuvwxyz', 'é'].map((text) => Buffer.from(text));
  for (const piece of pieces) writer.write(piece);
  writer.write(Buffer.from('0123456789'), 2, 5);
  const whole = Buffer.concat([...pieces, Buffer.from('234')]);
  assert.equal(writer.position, whole.length);
  const written = writer.finish();
  assert.deepEqual(readFileSync(path), whole);
  const sha256 = createHash('sha256').update(whole).digest('hex');
  assert.deepEqual(written, { name: 'pieces', bytes: whole.length, sha256 });
  assert.deepEqual(await hashFile(path), written);
});

test('a full disk is a UserError that says so and names the file', { skip: !existsSync('/dev/full') }, () => {
  const writer = new FileWriter('/dev/full');
  writer.write(Buffer.from('x'));
  assert.throws(
    () => writer.finish(),
    (error: unknown) =>
      error instanceof UserError && /disk is full: \/dev\/full/.test(error.message) && error.hint !== null,
  );
  writer.close();
});

test('a directory that is missing is a UserError that names the file', () => {
  assert.throws(
    () => new FileWriter(join(root, 'missing', 'file')),
    (error: unknown) => {
      return error instanceof UserError && error.message.includes(join(root, 'missing', 'file'));
    },
  );
});
