/**
 * Runs every compiled test with Node's own runner and ends with one line of counts.
 *
 *     node scripts/test.js               all test files
 *     node scripts/test.js refine/dates  those whose path contains one of the arguments
 *     node scripts/test.js --quick       those that take a second or two, together less than a minute
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const roots = [...readdirSync('packages').map((name) => `packages/${name}/dist`), 'bench/dist'].filter(
  (root) => existsSync(root),
);
/** Parts of the paths of tests that build releases, start services or kill processes: left out by `--quick`. */
const slow = [
  'bench/',
  'client/dist/',
  'testing/dist/',
  'web/dist/',
  'dist/backup/',
  'builder/build-release',
  'builder/link/address-rows',
  'builder/link/person-ids',
  'builder/link/property-join',
  'dist/cli/',
  'docs-',
  'dist/explain/doctor',
  'dist/explain/provenance',
  'dist/explain/trace-all',
  'mcp/dist/',
  'dist/export/',
  'geography/build/',
  'http/',
  'ledger/crash',
  'ledger/pgbouncer',
  'ledger/postgres',
  'openapi/document',
  'dist/operate/',
  'dist/postgres/',
  'published-files',
  'raw/postgres',
  'dist/releases/',
  'refine/hostile-rows',
  'sample/dist/generate',
  'search/',
  'sources/ingest/ingest',
  'sources/fetch/',
  'shared-data',
  'sources/portals',
];
const isSlow = (file) => slow.some((part) => file.includes(part));
const isQuick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--quick');
const files = roots
  .flatMap((root) => readdirSync(root, { recursive: true }).map((file) => join(process.cwd(), root, file)))
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .filter((file) => !isQuick || !isSlow(file))
  .sort()
  // The slow ones begin, so that no core waits at the end for the last of them.
  .sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));

for (const part of wanted.filter((each) => !files.some((file) => file.includes(each)))) {
  process.stderr.write(`No test to run has ${JSON.stringify(part)} in its path.\n`);
  process.exitCode = 1;
}

// Homes that several test files start from (packages/testing/src/cli/sample-home.ts).
const homes = mkdtempSync(join(tmpdir(), 'lintel-test-homes-'));
process.env.LINTEL_TEST_HOMES = homes;
process.once('exit', () => rmSync(homes, { recursive: true, force: true }));

let passed = 0;
let failed = 0;
const skipped = [];
const leaf = (data) =>
  data.details?.type !== 'suite' && data.file !== undefined && !files.includes(data.name);
// Twice as many files as cores: tests that wait for processes, disks and clocks leave a core idle now and then.
// The limit of a file is for one that hangs: the longest takes minutes on a slow machine that runs others beside it.
const stream = run({ files, concurrency: availableParallelism() * 2, timeout: 900_000 });
stream.on('test:pass', (data) => {
  if (!leaf(data)) return;
  if (data.skip !== undefined || data.todo !== undefined)
    skipped.push(`${data.name}: ${data.skip ?? data.todo}`);
  else passed += 1;
});
stream.on('test:fail', (data) => {
  if (data.details?.type !== 'suite') failed += 1;
});
stream.compose(spec).pipe(process.stdout);
stream.on('end', () => {
  setTimeout(() => {
    for (const line of skipped) process.stdout.write(`skipped: ${line}\n`);
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped.length} skipped\n`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
  }, 200);
});
