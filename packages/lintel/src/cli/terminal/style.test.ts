/** Colour goes to terminals, unless NO_COLOR or FORCE_COLOR say otherwise; width is the terminal's, COLUMNS or 80. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/lintel.js', import.meta.url));

/** The list of sources as the command prints it into a pipe. */
function list(env: Readonly<Record<string, string>>): string {
  const { NO_COLOR: _no, FORCE_COLOR: _force, COLUMNS: _columns, ...rest } = process.env;
  const args = [bin, 'source', 'list', '--state', 'MD', '--home', '/nowhere'];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...rest, ...env } }).stdout;
}

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test('a pipe has no colour and 80 columns', () => {
  const text = list({});
  assert.ok(!text.includes('\x1b'));
  assert.ok(widest(text) <= 80, text);
  assert.match(text, /^id montgomery-county-md-residential$/m, 'an id is whole');
});

test('FORCE_COLOR and COLUMNS are heeded, and NO_COLOR', () => {
  const text = list({ FORCE_COLOR: '1', COLUMNS: '200' });
  assert.match(text, /^\x1b\[1mid .*\x1b\[22m$/m);
  assert.ok(widest(text) > 100 && widest(text) <= 210);
  assert.ok(!list({ NO_COLOR: '1' }).includes('\x1b'));
});
