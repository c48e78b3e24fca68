/**
 * The compiled test files and what each took when all of them last ran: seconds of processor time, of the file and the
 * processes that it started, and seconds on the clock. `times.json` is kept in the repository, so that a new clone
 * can choose by it; a run of all tests writes it anew when a file's time is another one (see `record`).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const timesFile = 'scripts/testing/times.json';
/** What a file is taken for that no run has measured yet. */
const unknown = [1, 2];
/** A time is written anew when it is this many times another one, and that by more than so many seconds. */
const [another, byMore] = [2, 2];

/** Seconds of processor time of a file that shares a process, and of all in one. */
const [cheap, together] = [6, 30];

/** Seconds of processor time above which a file runs by turns. */
const dear = 8;

/** Paths of all test files from the root of the repository, such as `packages/lintel/dist/base/at.test.js`. */
export function testFiles() {
  const roots = [...readdirSync('packages').map((name) => `packages/${name}/dist`), 'bench/dist'];
  return roots
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root, { recursive: true }).map((file) => join(root, file)))
    .filter((file) => file.endsWith('.test.js'))
    .sort();
}

/** Whether a file is a long proof, which only `--prove` runs, and every run by turns. */
export const isProof = (file) => file.endsWith('.proof.test.js');

/** Whether a file runs by turns: the longest walks through the program, four fifths of the time of all tests. */
export const isDear = (file) => costOf(file) > dear;

const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};

/** Seconds of processor time that a file takes. */
export const costOf = (file) => (times[file] ?? unknown)[0];
const lengthOf = (file) => (times[file] ?? unknown)[1];

/** The first, and what else fits into the seconds on two cores, in the order given; `together` is for all of them. */
export function fitting(files, { each, together }) {
  let left = together * 2;
  return files.filter((file, at) => {
    const fits = at === 0 || (lengthOf(file) <= each && costOf(file) <= left);
    if (fits) left -= costOf(file);
    return fits;
  });
}

/**
 * Files that are run in one process: of those that may share one the cheap ones of a package together, each of the others
 * alone. Dearest groups first, so that no core waits at the end for the last of them.
 */
export function grouped(files, mayShare) {
  const groups = [];
  const open = new Map();
  for (const file of files) {
    const folder = mayShare(file) && costOf(file) <= cheap ? file.split('/dist/')[0] : file;
    let group = open.get(folder);
    if (group === undefined || group.cost > together) {
      group = { cost: 0, files: [] };
      open.set(folder, group);
      groups.push(group);
    }
    group.files.push(file);
    group.cost += costOf(file);
  }
  return groups.sort((a, b) => b.cost - a.cost).map((group) => group.files);
}

/**
 * Keeps the times of a run: `[file, processor seconds, seconds]`; those of files that it left out stay. Small differences
 * are those of the machine and its load, so they change nothing.
 */
export function record(measured) {
  const differs = (old, now) =>
    old === undefined || (Math.abs(now - old) > byMore && Math.max(now, old) > another * Math.min(now, old));
  const kept = new Map(Object.entries(times).filter(([file]) => existsSync(file)));
  for (const [file, ...now] of measured) {
    if (now.some((seconds, i) => differs(kept.get(file)?.[i], seconds))) kept.set(file, now.map(rounded));
  }
  const lines = [...kept]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((entry) => `  ${JSON.stringify(entry[0])}: [${entry[1].join(', ')}]`);
  const text = `{\n${lines.join(',\n')}\n}\n`;
  if (!existsSync(timesFile) || readFileSync(timesFile, 'utf8') !== text) writeFileSync(timesFile, text);
}

const rounded = (seconds) => Math.round(seconds * 10) / 10;
