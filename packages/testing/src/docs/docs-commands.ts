/**
 * Runs the commands of README and the guides as written, with `sh`, in a directory prepared as the text
 * assumes; portals are servers of this test. A block that is not run is on a list with its reason.
 *
 * One thing is changed: a command that serves gets `--port 0`, because port 8080 may be taken.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { loadCatalog } from 'lintel/dist/sources/source/load-catalog.js';
import { drawn } from '../base/rounds.js';
import { lintelProgram, runLintel } from '../cli/run-lintel.js';
import { datasetOf } from '../portals/dataset.js';
import { PortalServer } from '../portals/portal-server.js';
import { fetchOf } from '../portals/portal-sources.js';
import { type Block, blocksOf, guides, pagesOfAnswers } from './docs-blocks.js';

/** Blocks that are not run here, and why; with `pages` only blocks of these. */
const notRun: readonly {
  readonly begins: string;
  readonly why: string;
  readonly pages?: readonly string[];
}[] = [
  {
    begins: 'npm install && npm start',
    why: 'installs packages; docs-requests.test.ts runs what `npm start` runs',
  },
  ...['body=', 'claude mcp add'].map((begins) => ({
    begins,
    why: 'docs.test.ts of packages/mcp runs the request, and the programs that are named',
  })),
  {
    begins: 'curl ',
    why: 'docs-requests.test.ts makes the requests and compares the answers',
    pages: [...pagesOfAnswers, 'docs/exports.md', 'docs/standards.md', 'docs/spreadsheets.md'],
  },
  { begins: 'have=', why: 'docs-requests.test.ts resumes an export of the demo with it' },
  { begins: 'export GDAL_HTTP_USERPWD', why: 'docs-requests.test.ts runs it against the demo' },
  { begins: 'ogr2ogr ', why: 'docs-requests.test.ts runs it against the demo' },
  { begins: 'cursor=', why: 'docs-requests.test.ts runs it against the demo' },
  { begins: './lintel report', why: 'docs-requests.test.ts runs it on the release of the demo' },
  { begins: './lintel explain', why: 'docs-requests.test.ts runs it on the release of the demo' },
  { begins: './lintel login', why: 'asks for a key; cli/api/service.test.ts logs in to a service' },
  {
    begins: './lintel accounts give',
    why: 'somebody must have signed up; http/account/account.test.ts gives them an account',
  },
  { begins: 'node bench/dist/engines.js', why: 'needs a database, and measures' },
  { begins: 'node bench/dist/processes.js', why: 'needs a database, and measures' },
  { begins: 'node bench/dist/lost-worker.js', why: 'needs a cluster of Citus, and stops a worker of it' },
  {
    begins: 'node bench/dist/plan.js',
    why: 'needs a database; bench/src/plan.test.ts calculates the plan of the page',
  },
  {
    begins: './lintel publish --to',
    why: 'needs a database; postgres/publish-release.test.ts runs the commands and the queries of the page',
  },
  {
    begins: 'export LINTEL_RAW_URL',
    why: 'needs a database and the internet; raw/postgres-raw-store.test.ts has several processes read at once',
  },
  {
    begins: './lintel raw copy',
    why: 'needs a database; raw/postgres-raw-store.test.ts and builder/build-from-postgres.test.ts copy there and back',
  },
  {
    begins: './lintel build-worker',
    why: 'needs a database; builder/distributed/distributed-build.test.ts has workers help builds',
  },
  {
    begins: './lintel serve --release-url',
    why: 'needs a database; postgres/conformance.test.ts asks such a service',
  },
  {
    begins: './lintel nightly && ./lintel releases push',
    why: 'needs S3; replication/replication.test.ts pushes, follows, rolls back and cleans',
  },
  ...['docker build', 'cd deploy/docker', 'sudo ', 'kubectl create'].map((begins) => ({
    begins,
    why: 'changes the machine or a cluster; deploy.test.ts checks the files that it uses',
  })),
  { begins: 'npm run attack', why: 'attacks for minutes; its short forms are tests of the http room' },
  {
    begins: './lintel source verify',
    why: 'needs the internet; cli/source.test.ts verifies sources of a local portal',
  },
  {
    begins: './lintel source new https://',
    why: 'needs the internet; cli/source-portals.test.ts recognises local portals',
  },
  ...['./lintel source discover', './lintel source check discovered'].map((begins) => ({
    begins,
    why: 'needs the internet; cli/source-discover.test.ts searches local catalogs',
  })),
  { begins: 'node bench/dist/questions', why: 'asks of real files, which are not part of the project' },
  { begins: 'npm run quality', why: 'measures real files, which are not part of the project' },
  {
    begins: '/usr/bin/time -v ./lintel sample --permits N',
    why: 'N stands for numbers up to a million: minutes',
  },
  ...['npm pack --workspace packages/client', 'PYTHONPATH=clients/python', 'npx openapi-typescript'].map(
    (begins) => ({ begins, why: 'docs.test.ts of packages/client runs it' }),
  ),
];

/** What a block requires, by its beginning: a directory is prepared, and the block is run there. */
const settings: readonly {
  readonly begins: string;
  readonly prepare: (directory: string) => void | Promise<void>;
}[] = [
  {
    begins: './lintel load nashville-tn --home',
    prepare: (directory) => cityFromPortal(join(directory, 'nashville')),
  },
  { begins: './lintel load nashville-tn building_permits.csv', prepare: nashvilleFile },
  { begins: 'export LINTEL_HOME=nashville', prepare: nashvilleFile },
  { begins: '15 2 * * ', prepare: (directory) => cityFromPortal(join(directory, 'user', 'lintel', 'data')) },
  { begins: './lintel ingest permits-2026-06.csv', prepare: sanFranciscoFiles },
  { begins: './lintel ingest permits-of-2022.csv', prepare: sanFranciscoFiles },
  { begins: './lintel fetch san-francisco-ca', prepare: portalsOfTwoCities },
  { begins: './lintel source new permits.csv', prepare: documentedFile },
  { begins: 'mkdir -p elm-city/sources', prepare: draftedFile },
  { begins: './lintel source share elm-city-ks.json', prepare: draftedFile },
  {
    begins: './lintel nightly nashville-tn',
    prepare: (directory) => cityFromPortal(join(directory, '.lintel')),
  },
  { begins: './lintel backup', prepare: servedHome },
  { begins: 'jq -r', prepare: releaseFiles },
  { begins: './lintel restore', prepare: backedUpHome },
  { begins: './lintel export', prepare: publishedDefaultHome },
  { begins: './lintel sql', prepare: publishedDefaultHome },
  { begins: './lintel permits search', prepare: publishedDefaultHome },
  { begins: './lintel addresses search', prepare: publishedDefaultHome },
  { begins: './lintel completion', prepare: () => {} },
  { begins: './lintel diff', prepare: twicePublishedHome },
  { begins: './lintel watch add', prepare: publishedDefaultHome },
  { begins: './lintel watch deliveries', prepare: publishedDefaultHome },
  { begins: './lintel ledger', prepare: ledgerOfDefaultHome },
  { begins: './lintel operators add', prepare: ledgerOfDefaultHome },
  { begins: './lintel areas add', prepare: districtsFile },
  { begins: './lintel official add', prepare: surveyFile },
  { begins: 'echo ', prepare: () => {} },
];

const root = mkdtempSync(join(tmpdir(), 'lintel-docs-commands-'));
const portal = await new PortalServer().listen();
after(async () => {
  await portal.close();
  rmSync(root, { recursive: true, force: true });
});

const catalog = loadCatalog();
const permits = [1, 2, 3].map((id) => ({
  Permit__: `2026${id}`,
  Permit_Type_Description: 'Building Residential - New',
  Permit_Subtype_Description: 'Single Family Residence',
  Date_Entered: '3/2/2026',
  Date_Issued: '3/9/2026',
  Const_Cost: `${id}5000`,
  Address: `${id}2 ELM ST`,
  City: 'NASHVILLE',
  State: 'TN',
  ZIP: '37203',
  Contact: 'PRAIRIE ROOFING LLC',
  Purpose: 'New single family home',
}));

/** Rows with all columns that a definition reads, as CSV text. */
function tableOf(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/** Rows of a source with the key in every column. */
function plainRows(source: string): Record<string, string>[] {
  const { columns } = catalog.require(source);
  return ['1', '2'].map((key) => Object.fromEntries(columns.map((column) => [column, key])));
}

/** Adds a source definition to a home, with the portal of this test. */
function redirect(home: string, source: string, rows: readonly Record<string, string>[]): void {
  portal.add(datasetOf(source, rows));
  const { definition } = catalog.require(source);
  mkdirSync(join(home, 'sources'), { recursive: true });
  writeFileSync(join(home, 'lintel.json'), '{"fetch": {"allow_hosts": ["127.0.0.1"]}}');
  const fetch = fetchOf('socrata', source, portal.url);
  writeFileSync(join(home, 'sources', `${source}.json`), JSON.stringify({ ...definition, fetch }));
}

function cityFromPortal(home: string): void {
  redirect(home, 'nashville-tn', permits);
}

function nashvilleFile(directory: string): void {
  writeFileSync(join(directory, 'building_permits.csv'), tableOf(permits));
}

function sanFranciscoFiles(directory: string): void {
  for (const name of ['permits-2026-06.csv', 'permits-of-2022.csv']) {
    writeFileSync(join(directory, name), tableOf(plainRows('san-francisco-ca')));
  }
}

function portalsOfTwoCities(directory: string): void {
  for (const source of ['san-francisco-ca', 'chicago-il-portal']) {
    redirect(join(directory, '.lintel'), source, plainRows(source));
  }
}

/** The file that the page shows as `csv file=permits.csv`. */
function documentedFile(directory: string): void {
  const page = readFileSync(resolve('docs/sources.md'), 'utf8');
  const [, text = ''] = /^```csv file=permits\.csv\n(.*?)```$/ms.exec(page) ?? [];
  assert.notEqual(text, '');
  writeFileSync(join(directory, 'permits.csv'), text);
}

/** The same with the definition that it shows of the file. */
function draftedFile(directory: string): void {
  documentedFile(directory);
  const page = readFileSync(resolve('docs/sources.md'), 'utf8');
  const [, text = ''] = /^```json file=elm-city-ks\.json\n(.*?)```$/ms.exec(page) ?? [];
  assert.notEqual(text, '');
  writeFileSync(join(directory, 'elm-city-ks.json'), text);
}

/** A home as a service leaves it (rows, a release and a ledger), made once; every block gets a copy. */
let nashville: Promise<string> | null = null;

function nashvilleHome(): Promise<string> {
  nashville ??= makeNashville();
  return nashville;
}

async function makeNashville(): Promise<string> {
  const directory = mkdtempSync(join(root, 'prepared-'));
  nashvilleFile(directory);
  const home = join(directory, 'home');
  for (const command of [
    ['ingest', join(directory, 'building_permits.csv'), '--source', 'nashville-tn'],
    ['build', '--publish'],
    ['accounts', 'create', '--name', 'Acme Solar'],
  ]) {
    const { status, stderr } = await runLintel(home, ...command);
    assert.equal(status, 0, stderr);
  }
  return home;
}

/** A home as a service leaves it, and a directory for backups. */
async function servedHome(directory: string): Promise<void> {
  mkdirSync(join(directory, 'user', 'backup'));
  cpSync(await nashvilleHome(), join(directory, 'nashville'), { recursive: true });
}

async function backedUpHome(directory: string): Promise<void> {
  await servedHome(directory);
  const backup = join(directory, 'user', 'backup', '2026-11-22');
  const { status, stderr } = await runLintel(join(directory, 'nashville'), 'backup', backup, '--releases');
  assert.equal(status, 0, stderr);
}

/** The home that commands use by default, with a published release. */
async function publishedDefaultHome(directory: string): Promise<void> {
  cpSync(await nashvilleHome(), join(directory, '.lintel'), { recursive: true });
}

/** The same with a second release, of one permit more. */
async function twicePublishedHome(directory: string): Promise<void> {
  await publishedDefaultHome(directory);
  const [first] = permits;
  const file = join(directory, 'new.csv');
  writeFileSync(file, tableOf([{ ...first, Permit__: '20264' }]));
  for (const command of [
    ['ingest', file, '--source', 'nashville-tn'],
    ['build', '--publish'],
  ]) {
    const { status, stderr } = await runLintel(join(directory, '.lintel'), ...command);
    assert.equal(status, 0, stderr);
  }
}

/** The same after somebody has visited its service, which makes the account of visitors. */
async function ledgerOfDefaultHome(directory: string): Promise<void> {
  const home = join(directory, '.lintel');
  mkdirSync(join(home, 'releases'), { recursive: true });
  const { status, stderr } = await runLintel(home, 'accounts', 'create', '--name', 'A');
  assert.equal(status, 0, stderr);
}

/** A home, and a district of its city. */
async function districtsFile(directory: string): Promise<void> {
  await publishedDefaultHome(directory);
  const corners = [
    [-86.8, 36.1],
    [-86.7, 36.1],
    [-86.7, 36.2],
    [-86.8, 36.1],
  ];
  const district = {
    type: 'Feature',
    properties: { DISTRICT: 5, NAME: 'East' },
    geometry: { type: 'Polygon', coordinates: [corners] },
  };
  const collection = { type: 'FeatureCollection', features: [district] };
  writeFileSync(join(directory, 'districts.geojson'), JSON.stringify(collection));
}

/** A file of the Building Permits Survey, of one county with made-up counts. */
async function surveyFile(directory: string): Promise<void> {
  await publishedDefaultHome(directory);
  const of = (suffix: string) =>
    ['1-unit', '2-units', '3-4 units', '5+ units'].map((kind) => `${kind}${suffix},,`);
  const measures = Array.from({ length: 8 }, () => 'Bldgs,Units,Value');
  const lines = [
    ['Survey', 'FIPS', 'FIPS', 'Region', 'Division', 'County', ...of(''), ...of(' rep')],
    ['Date', 'State', 'County', 'Code', 'Code', 'Name', ...measures],
    [' '],
    ['2023', '48', '453', '3', '7', 'Travis County', ...Array.from({ length: 24 }, () => '3')],
  ];
  writeFileSync(join(directory, 'co2023a.txt'), lines.map((cells) => `${cells.join(',')}\n`).join(''));
}

/** The fields of a release that a filter over its records uses. */
function releaseFiles(directory: string): void {
  writeFileSync(join(directory, 'permits.ndjson'), '{"id":"6045382b4d48c6bb","tags":["solar"]}\n');
}

/** All but those of the runbook, which runbook.test.ts runs one after the other in one home. */
export const blocks = guides
  .filter((page) => page !== 'docs/runbook.md')
  .flatMap(blocksOf)
  .map((block) => (block.language === 'yaml' ? commandsOf(block) : block))
  .filter(({ language }) => language === 'sh' || language === 'cron');

/** The commands of a workflow on GitHub, without those that install the program. */
function commandsOf(block: Block): Block {
  const commands = [...block.text.matchAll(/^ *- run: (?!npm )(.+)$/gm)].map(([, command]) => command);
  return { ...block, language: 'sh', text: commands.join('\n') };
}

/**
 * Fails for a block that is neither run nor excused, and for an entry of the lists that is no longer on any
 * page.
 */
export function checkLists(): void {
  const lists = [...notRun, ...settings];
  for (const { page, text } of blocks) {
    const named = lists.filter(
      (entry) =>
        text.startsWith(entry.begins) && (!('pages' in entry) || entry.pages?.includes(page) !== false),
    );
    assert.equal(named.length, 1, `${page}: ${text}\nis on ${named.length} lists of this test`);
  }
  for (const { begins } of lists) {
    assert.ok(
      blocks.some(({ text }) => text.startsWith(begins)),
      `no page shows "${begins}" any more`,
    );
  }
}

/** Programs that the commands use and that are not part of Lintel. */
const missing = ['jq', 'sqlite3'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);

/** A directory with nothing but the program, as a checkout has it, and another such one as `lintel` of the user's home. */
function workplace(): string {
  const directory = mkdtempSync(join(root, 'place-'));
  const checkout = join(directory, 'user', 'lintel');
  mkdirSync(checkout, { recursive: true });
  for (const place of [directory, checkout]) symlinkSync(lintelProgram, join(place, 'lintel'));
  return directory;
}

interface Shell {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs a script as a user or cron would, in its own process group. */
function shell(script: string, directory: string): Shell {
  const { LINTEL_HOME: _, PATH = '', ...env } = process.env;
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: directory,
    detached: true,
    env: { ...env, PATH: `${dirname(process.execPath)}:${PATH}`, HOME: join(directory, 'user') },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((settle) => child.on('close', (status) => settle(status)));
  return { child, output: () => output, ended };
}

/** Waits until the script serves, then presses Ctrl-C. */
async function stopServing({ child, output, ended }: Shell): Promise<void> {
  await new Promise<void>((serving, fail) => {
    child.stdout?.on('data', () => {
      if (/Lintel serves http:\S+ \(release|Ctrl-C stops it\./.test(output())) serving();
    });
    void ended.then((status) => fail(new Error(`ended with ${status}: ${output()}`)));
  });
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
}

const servesPattern = /^\.\/lintel (?:serve|load)\b[^\n]*$/;

async function run({ page, text }: Block, directory: string): Promise<void> {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (servesPattern.test(last)) {
    const serving = last.includes('--port') ? last.replace(/--port \d+/, '--port 0') : `${last} --port 0`;
    return stopServing(shell([...lines, serving].join('\n'), directory));
  }
  const started = shell(text, directory);
  assert.equal(await started.ended, 0, `${page}: ${text}\n${started.output()}`);
}

/** The command lines of `lintel` that a block shows, as words; a word in quotes keeps them. */
export function commandLines(text: string): string[][] {
  const line = /(?:\.\/lintel|(?<=(?:^|[;&|(]) *)lintel)((?:[ \t]+(?:"[^"]*"|'[^']*'|[^\s|<>&;#()"'])+)+)/gm;
  return [...text.replace(/\\\n\s*/g, ' ').matchAll(line)].map(
    ([, words = '']) => words.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [],
  );
}

/** How many blocks of the guides are run every day, drawn by the seed; those of README are, each time. */
const daily = 4;

/** Makes a test of each block that is run. What several pages show is run for the first. */
export function testBlocks(): void {
  const runnable = blocks
    .filter(({ text }, at) => blocks.findIndex((other) => other.text === text) === at)
    .filter(({ text }) => settings.some(({ begins }) => text.startsWith(begins)));
  const ofReadme = runnable.filter(({ page }) => page === 'README.md');
  const others = runnable.filter(({ page }) => page !== 'README.md');
  for (const block of [...ofReadme, ...drawn(others, daily)]) {
    const setting = settings.find(({ begins }) => block.text.startsWith(begins));
    assert.ok(setting);
    const lacking = missing.filter((tool) => new RegExp(`\\b${tool}\\b`).test(block.text));
    const skip = lacking.length > 0 && `${lacking.join(', ')} is missing`;
    const [first = ''] = block.text.split('\n');
    test(`${block.page}: ${first}`, { skip }, async () => {
      const directory = workplace();
      await setting.prepare(directory);
      if (block.language !== 'cron') {
        await run(block, directory);
        return;
      }
      for (const line of block.text.split('\n')) {
        const [, command = ''] = /^(?:\S+ +){5}(.*)$/.exec(line) ?? [];
        await run({ ...block, text: command }, directory);
        const releases = join(directory, 'user', 'lintel', 'data', 'releases');
        const current = readFileSync(join(releases, 'current'), 'utf8').trim();
        assert.ok(existsSync(join(releases, current)), `${line} published nothing`);
      }
    });
  }
}
