/**
 * Homes with a published release of sample permits, as `lintel sample` and `lintel build --publish` make them. Building
 * one takes seconds, so `scripts/test.js` names a directory in which the first test that wants such a home keeps it for
 * the others; every test gets its own copy.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesShow } from '../base/files-show.js';
import { runLintel } from './run-lintel.js';

/** Milliseconds after which another process that makes the home is taken for dead. */
const patienceMs = 240_000;

let own: string | null = null;

/** Copies a home with a release of 1,000 sample permits into the directory, which may have settings already. */
export async function copySampleHome(to: string): Promise<void> {
  const home = join(sharedDirectory(), 'sample');
  await makeOnce(home);
  cpSync(home, to, { recursive: true });
}

/** Where homes are kept: for the run of all tests, or for this process when a test file runs alone. */
function sharedDirectory(): string {
  const { LINTEL_TEST_HOMES: shared } = process.env;
  if (shared !== undefined) return shared;
  if (own === null) {
    const made = mkdtempSync(join(tmpdir(), 'lintel-homes-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    own = made;
  }
  return own;
}

async function makeOnce(home: string): Promise<void> {
  if (existsSync(home)) return;
  const draft = `${home}.making`;
  try {
    mkdirSync(draft);
  } catch {
    await filesShow(dirname(home), () => existsSync(home), patienceMs);
    return;
  }
  // Another process may have finished it since it was looked for.
  if (existsSync(home)) {
    rmdirSync(draft);
    return;
  }
  for (const command of [
    ['sample', '--permits', '1000'],
    ['build', '--publish', '--as-of', '2026-06-30'],
  ]) {
    const { status, stderr } = await runLintel(draft, ...command);
    assert.equal(status, 0, stderr);
  }
  renameSync(draft, home);
}
