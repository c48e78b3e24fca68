/**
 * Runs compiled tests with Node's own runner and ends with one line of counts.
 *
 *     node scripts/test.js                  every cheap file, and of the dear ones and the proofs those whose turn it is
 *     node scripts/test.js --all            all test files but the long proofs
 *     node scripts/test.js refine/dates     those whose path contains one of the arguments
 *     node scripts/test.js --quick          those that took least when all ran: less than a minute on two cores
 *     node scripts/test.js --changed [BASE] those that the changes since BASE can reach, nearest first, for half a minute;
 *                                           BASE is by default the last commit that is in main too
 *     node scripts/test.js --changed --all  all of them
 *     node scripts/test.js --prove          the proofs by many random events, whole: hours
 *
 * It is the turn of the dear files and proofs that the last commit reaches nearest, and of others from where the seed says.
 * Of a proof's random events a hundredth is made. LINTEL_TEST_SEED repeats the turns and the random events of a run.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { costOf, fitting, grouped, isDear, isProof, record, testFiles } from './testing/files.js';
import { changedFiles, reached } from './testing/reach.js';

/** Bytes that temporary files of all tests may need. */
const roomBytes = 6 * 2 ** 30;
/** Seconds that each half of the turns may take on two cores. */
const halfOfTurns = { each: 600, together: 30 };
const flag = { type: 'boolean', default: false };
const { values: wants, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: flag, changed: flag, all: flag, prove: flag },
});
/** What the tests use that are run many times over by `--prove`, and those that share a server. */
const rounds = 'packages/testing/dist/base/rounds.js';
const postgres = 'packages/testing/dist/ledger/postgres.js';
const say = (line) => process.stdout.write(`${line}\n`);

const isChosen = positionals.length > 0 || Object.values(wants).some(Boolean);
const recordsTimes = !isChosen || (wants.all && !wants.changed && positionals.length === 0);
const given = process.env.LINTEL_TEST_SEED;
process.env.LINTEL_TEST_SEED ??= String(Date.now() % 1_000_003);
const all = testFiles().filter((file) => !isProof(file));
if (all.length === 0) {
  process.stderr.write('Nothing is built; npm run build builds.\n');
  process.exit(1);
}
const isRandom = randomFiles();
/** Files that make their share of a proof's random events, and this share. */
let proofs = [];
const share = wants.prove ? '1' : '0.01';
const files = filesToRun();

function filesToRun() {
  if (wants.prove) {
    proofs = named(positionals, testFiles()).filter((file) => isProof(file) || isRandom(file));
    return proofs;
  }
  if (isChosen) return chosen();
  const dear = testFiles().filter((file) => isProof(file) || isRandom(file) || isDear(file));
  const taken = byTurns(dear);
  say(`Of ${dear.length} proofs and dear files it is the turn of ${taken.length}: ${taken.join(', ')}`);
  proofs = taken.filter((file) => isProof(file) || isRandom(file));
  return [...new Set([...all.filter((file) => !isDear(file)), ...taken])];
}

/** The test files whose path contains one of the parts, all of those given without a part. */
function named(parts, some) {
  if (parts.length === 0) return some;
  const found = parts.map((part) => [part, testFiles().filter((file) => file.includes(part))]);
  for (const [part] of found.filter(([, each]) => each.length === 0)) {
    process.stderr.write(`No test to run has ${JSON.stringify(part)} in its path.\n`);
    process.exitCode = 1;
  }
  return [...new Set(found.flatMap(([, each]) => each))];
}

/** Whether a file makes random events: itself, or by a module between; what reaches it by more steps only reads folders. */
function randomFiles() {
  const steps = reached([rounds]);
  return (file) => (steps.get(file) ?? 3) <= 2;
}

/** As many as fit into some minutes: those that the last commit reaches nearest, and the next from where the seed says. */
function byTurns(dear) {
  const steps = reached(lastChange());
  const near = dear.filter((file) => steps.has(file)).sort((a, b) => steps.get(a) - steps.get(b));
  const nearest = near.length === 0 ? [] : fitting(near, halfOfTurns);
  const others = dear.filter((file) => !nearest.includes(file));
  const turn = Number(process.env.LINTEL_TEST_SEED) % Math.max(1, others.length);
  return nearest.concat(fitting([...others.slice(turn), ...others.slice(0, turn)], halfOfTurns));
}

/** Files that the last commit changed; none in a clone that has no other. */
function lastChange() {
  try {
    return changedFiles('HEAD~1');
  } catch {
    return [];
  }
}

function chosen() {
  if (wants.changed) return ofChanges(positionals[0]);
  const some = named(positionals, all);
  // With the build before it, less than a minute.
  return wants.quick
    ? fitting(
        [...some].sort((a, b) => costOf(a) - costOf(b)),
        { each: 5, together: 30 },
      )
    : some;
}

/** A file system in memory: of the time of four small builds a quarter went into flushing files to a disk. */
function roomInMemory() {
  if (!existsSync('/dev/shm')) return null;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= roomBytes && freemem() >= 2 * roomBytes ? '/dev/shm' : null;
}

function ofChanges(base) {
  const steps = reached(changedFiles(base));
  const near = all
    .filter((file) => steps.has(file))
    .sort((a, b) => steps.get(a) - steps.get(b) || costOf(a) - costOf(b));
  const taken = wants.all ? near : fitting(near, { each: 15, together: 12 });
  const left = near.filter((file) => !taken.includes(file));
  const cost = Math.ceil(left.reduce((sum, file) => sum + costOf(file), 0));
  say(`The changes reach ${near.length} test files; these are the ${taken.length} nearest.`);
  if (left.length > 0) say(`The others take ${cost} s of processor time: npm run test:changed -- --all`);
  return taken;
}

// What several test files use: homes that they start from (testing/src/cli/sample-home.ts), and a PostgreSQL.
const shared = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'lintel-tests-'));
// PostgreSQL runs as another user than root, and must reach its directory within.
chmodSync(shared, 0o711);
process.env.TMPDIR = shared;
process.env.LINTEL_TEST_HOMES = shared;
// Programs that run for seconds would compile what they never need again.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(resolve('scripts/testing/compile-late.cjs'))}`;
let server = null;
process.once('exit', () => {
  server?.stop();
  rmSync(shared, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (existsSync(postgres)) {
  const users = reached([postgres]);
  const { noPostgres, startPostgres } = await import(pathToFileURL(postgres));
  if (noPostgres === false && files.some((file) => users.has(file))) {
    server = startPostgres({ connections: 400 });
    process.env.LINTEL_TEST_POSTGRES = server.directory;
  }
}
let passed = 0;
let failed = 0;
const skipped = [];
// Three times as many groups as cores: tests that wait for processes, disks and clocks leave a core idle now and then. The
// dearest begin, so that no core waits at the end for the last of them.
// The limit of a group is for one that hangs: the longest takes minutes on a slow machine that runs others beside it.
const timeout = wants.prove ? undefined : 900_000;
const times = join(shared, 'times');
const groups = grouped(files, (file) => !proofs.includes(file)).map((group, i) => {
  const path = join(shared, `${i}.test.mjs`);
  const options = { times, proof: proofs.includes(group[0]) ? share : undefined };
  const runner = pathToFileURL('scripts/testing/run-files.js');
  writeFileSync(
    path,
    `import { runFiles } from '${runner}';\nawait runFiles(${JSON.stringify(group)}, ${JSON.stringify(options)});\n`,
  );
  return path;
});
const isSuite = (data) => data.details?.type === 'suite';
const stream = run({ files: groups, concurrency: availableParallelism() * 3, timeout });
stream.on('test:pass', (data) => {
  if (isSuite(data) || groups.includes(data.name)) return;
  if (data.skip !== undefined || data.todo !== undefined)
    skipped.push(`${data.name}: ${data.skip ?? data.todo}`);
  else passed += 1;
});
stream.on('test:fail', (data) => {
  // A suite that does not load fails by itself, and not by one of its tests.
  if (!isSuite(data) || data.details.error?.failureType !== 'subtestsFailed') failed += 1;
});
stream.compose(spec).pipe(process.stdout);
stream.on('end', () => setTimeout(end, 200));

function end() {
  const measured = existsSync(times) ? readFileSync(times, 'utf8').trim().split('\n') : [];
  const rows = measured.map((line) => line.split('\t').map((cell, i) => (i === 0 ? cell : Number(cell))));
  const cost = Math.round(rows.reduce((sum, [, seconds]) => sum + seconds, 0));
  if (recordsTimes && failed === 0 && process.platform === 'linux')
    record(rows.filter(([file]) => isProof(file) || !proofs.includes(file)));
  for (const line of skipped) say(`skipped: ${line}`);
  const seed =
    given === undefined ? `; LINTEL_TEST_SEED=${process.env.LINTEL_TEST_SEED} repeats its random events` : '';
  say(`${files.length} files in ${Math.round(process.uptime())} s, ${cost} s of processor time${seed}`);
  say(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  if (failed > 0 || (passed === 0 && files.length > 0)) process.exitCode = 1;
}
