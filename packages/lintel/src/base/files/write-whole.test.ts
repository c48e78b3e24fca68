import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../user-error.js';
import { writeWhole } from './write-whole.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-whole-'));
after(() => rmSync(directory, { recursive: true }));

test('a file is replaced by the new text, with the mode that was asked for', () => {
  const path = join(directory, 'login.json');
  writeWhole(path, 'old', 0o600);
  writeWhole(path, 'new', 0o600);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory), ['login.json']);
});

test('a file that cannot be written is an error that names it, and leaves no draft', () => {
  const path = join(directory, 'taken');
  mkdirSync(path);
  assert.throws(
    () => writeWhole(path, 'text'),
    (error) => error instanceof UserError && error.message.startsWith(`Cannot write ${path}: `),
  );
  assert.deepEqual(readdirSync(directory).sort(), ['login.json', 'taken']);
});
