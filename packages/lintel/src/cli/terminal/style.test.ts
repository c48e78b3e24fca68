/**
 * Colour goes to terminals, unless NO_COLOR or FORCE_COLOR say otherwise; width is the terminal's, COLUMNS or
 * 80.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-style-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** What `lintel source` prints into a pipe. */
async function source(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, COLUMNS: _columns, ...rest } = process.env;
  const { stdout } = await lintelHere(['source', ...args, '--home', join(directory, 'home')], {
    env: { ...rest, ...env },
  });
  return stdout;
}

const id = 'montgomery-county-md-residential';
const list = (env: Readonly<Record<string, string>>) => source(['list', '--state', 'MD'], env);

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test('a pipe has no colour and 80 columns', async () => {
  const text = await list({});
  assert.ok(!text.includes('\x1b'));
  assert.ok(widest(text) <= 80, text);
  assert.match(text, new RegExp(`^${id} +MD `, 'm'), 'an id is whole');
});

test('FORCE_COLOR and COLUMNS are heeded, and NO_COLOR', async () => {
  assert.match(await list({ FORCE_COLOR: '1' }), /^\x1b\[1mid .*\x1b\[22m$/m);
  const [narrow, wide] = [await source(['show', id], {}), await source(['show', id], { COLUMNS: '200' })];
  assert.ok(widest(narrow) <= 80 && widest(wide) > 100 && widest(wide) <= 200);
  assert.ok(!(await list({ NO_COLOR: '1' })).includes('\x1b'));
});

test('text from outside has no colour of its own, while headings are bold', async () => {
  const definition = join(directory, 'elm-city-ks.json');
  const map = { number: 'Permit', type: 'Type', description: 'Text' };
  writeFileSync(
    definition,
    JSON.stringify({ ...elmCity, format: { type: 'csv' }, row_key: ['Permit'], map }),
  );
  const file = join(directory, 'permits.csv');
  writeFileSync(file, 'Permit,Type,Text\nB-1,Roof,\x1b[1mbold\x1b[22m \x1b[31mred\x1b[39m\n');
  const text = await source(['check', definition, '--file', file], { FORCE_COLOR: '1' });
  assert.match(text, /^\x1b\[1mFields\x1b\[22m$/m);
  assert.match(text, /^ +Text +\\x1b\[1mbold\\x1b\[22m \\x1b\[31mred/m);
  assert.ok(!text.includes('\x1b[31m') && !text.includes('\x1b[1mbold'), text);
});
