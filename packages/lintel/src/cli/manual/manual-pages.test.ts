/** The manual has a page for each command, which the programs that show manuals take without a warning. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createProgram } from '../program.js';
import { manualPages } from './manual-pages.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-manual-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const program = createProgram();
const pages = manualPages(program, '2026-06-30');
for (const [name, text] of pages) writeFileSync(join(directory, `${name}.1`), text);
const files = [...pages.keys()].map((name) => join(directory, `${name}.1`));

const isMissing = (tool: string) => spawnSync(tool, ['--version']).error !== undefined;

test('each command has a page with its options, and the first page names them all', () => {
  const names = program.commands.map((command) => `lintel-${command.name()}`);
  assert.deepEqual([...pages.keys()].sort(), ['lintel', ...names].sort());
  for (const command of program.commands) {
    const page = pages.get(`lintel-${command.name()}`) ?? '';
    const all = [command, ...command.commands].flatMap(({ options }) => options);
    for (const { long } of all)
      assert.ok(page.includes(`Fl ${long?.slice(1).replaceAll('-', '\\-')}`), `${command.name()} ${long}`);
    assert.ok(pages.get('lintel')?.includes(`.Xr lintel-${command.name()} 1`), command.name());
  }
  assert.match(pages.get('lintel-serve') ?? '', /^\.Dd June 30, 2026$/m);
});

test('mandoc finds nothing to warn of', { skip: isMissing('mandoc') && 'mandoc is missing' }, () => {
  const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', ...files], { encoding: 'utf8' });
  assert.equal(stdout, '');
});

test('man shows a page of 80 columns', { skip: isMissing('groff') && 'groff is missing' }, () => {
  const [page = ''] = files.filter((file) => file.endsWith('lintel-build.1'));
  const { stdout, stderr } = spawnSync('groff', ['-mandoc', '-Tascii', '-P-c', '-ww', '-rLL=78n', page], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.match(stdout.replaceAll(/.\x08/g, ''), /^ {5}lintel build \[options\]$/m);
});
