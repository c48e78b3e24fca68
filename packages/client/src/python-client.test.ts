/** The tests of the Python client, which start a service of their own, are run by the Python of the system. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../../clients/python', import.meta.url));
const version = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
  encoding: 'utf8',
});
const skip = version.stdout?.trim() !== 'True' && 'python3 of version 3.10 or later is missing';

/** Runs the tests, and says which were skipped and why. Gives how many there were. */
function unittest(t: TestContext, python: string, ...args: string[]): number {
  const run = spawnSync(python, ['-m', 'unittest', '-v', ...args], { cwd: directory, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  for (const line of run.stderr.match(/^.* skipped .*$/gm) ?? []) t.diagnostic(line);
  const [, count = '0'] = /^Ran (\d+) tests/m.exec(run.stderr) ?? [];
  return Number(count);
}

test('the Python client passes its tests: python3 -m unittest in clients/python', { skip }, (t) => {
  assert.ok(unittest(t, 'python3') >= 20);
});

const virtual = join(directory, '.venv', 'bin', 'python');
const skipTables =
  !existsSync(virtual) && 'clients/python/.venv with pandas and geopandas is missing (.ci/run makes it)';

test('records become tables of pandas and points of geopandas', { skip: skipTables }, (t) => {
  assert.ok(unittest(t, virtual, '-k', 'Frames') >= 4);
});
