/** The tests of the Python client, which start a service of their own, are run by the Python of the system. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../../clients/python', import.meta.url));
const version = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
  encoding: 'utf8',
});
const skip = version.stdout?.trim() !== 'True' && 'python3 of version 3.10 or later is missing';

test('the Python client passes its tests: python3 -m unittest in clients/python', { skip }, (t) => {
  const run = spawnSync('python3', ['-m', 'unittest', '-v'], { cwd: directory, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const [, count = '0'] = /^Ran (\d+) tests/m.exec(run.stderr) ?? [];
  assert.ok(Number(count) >= 20, run.stderr);
  // Tables need libraries that a plain Python does not have: what was left out is said.
  for (const line of run.stderr.match(/^.* skipped .*$/gm) ?? []) t.diagnostic(line);
});
