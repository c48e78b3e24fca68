/** Writes what `lintel --version` tells of the program: the commit that it is built of, if that is known, and its day. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** What git says; null without git, or outside of a checkout. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const commit = git('describe', '--always', '--abbrev=12', '--exclude=*', '--dirty= and changes');
const day = git('log', '-1', '--format=%cs') ?? new Date().toISOString().slice(0, 10);
writeFileSync('packages/lintel/dist/built.json', `${JSON.stringify({ day, commit })}\n`);
