/**
 * The procedures of docs/runbook.md, each after what it is for has happened: a portal of this test misbehaves, the
 * message is the one that the page quotes, and the commands are run as they stand there. One home lives through all.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { datasetOf, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-runbook-'));
const disk = smallDisk(160_000);
const portal = await new PortalServer().listen();
after(async () => {
  await portal.close();
  rmSync(directory, { recursive: true, force: true });
});

const id = 'elm-city-ks';
const home = join(directory, 'home');
const truth = Array.from({ length: 120 }, (_, index) => {
  const { permit, type, description } = syntheticRow(index + 1);
  return { permit_number: permit, permit_type: type, status: 'Issued', description: description ?? 'Reroof' };
});
/** What the portal shows from now on. */
const show = (rows: readonly Record<string, string>[]) => portal.add(datasetOf(id, rows));
show(truth);
const settings = { fetch: { requests_per_second: 100, operator: 'test', allow_hosts: ['127.0.0.1'] } };
/** What an operator has exported, and what `$` words of the page stand for. */
const variables: Record<string, string> = { LINTEL_HOME: home, SOURCE: id };

/** The chapters of the page: their text, quoted messages and blocks, by heading. */
const chapters = new Map(
  readFileSync(resolve('docs/runbook.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const blocks = [...text.matchAll(/^```(\w+)[^\n]*\n(.*?)\n```$/gms)].map(([, language, body = '']) => ({
        language,
        body,
      }));
      return [text.slice(0, text.indexOf('\n')), { text, blocks, hasRun: 0 }];
    }),
);
function chapter(heading: string) {
  const found = chapters.get(heading);
  assert.ok(found, `docs/runbook.md has no "${heading}"`);
  return found;
}

async function lintel(...args: string[]) {
  return lintelHere(args, { cwd: directory, env: { ...process.env, ...variables } });
}

/** Runs a line as a shell would: words with variables, `export`, and `>` into a file. */
async function line(text: string): Promise<string> {
  const [command = '', file] = text
    .replaceAll(/\$([A-Z_]+)/g, (_, name: string) => {
      assert.ok(variables[name], `$${name} is not set`);
      return variables[name];
    })
    .split(' > ');
  const [program, ...args] = command.split(' ');
  if (program === 'export') {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(args.join(' ')) ?? [];
    variables[name] = value;
    return '';
  }
  assert.equal(program, './lintel', text);
  const { status, stdout, stderr } = await lintel(...args);
  assert.equal(status, 0, `${text}\n${stdout}${stderr}`);
  if (file !== undefined) writeFileSync(join(directory, file), stdout);
  return stdout;
}

/** Runs the next block of commands of a chapter; what each line printed. */
async function runBlock(heading: string): Promise<string[]> {
  const found = chapter(heading);
  const blocks = found.blocks.filter(({ language }) => language === 'sh');
  const { body = '' } = blocks[found.hasRun++] ?? {};
  assert.notEqual(body, '', `"${heading}" has only ${blocks.length} blocks`);
  const printed: string[] = [];
  for (const text of body.split('\n')) printed.push(await line(text));
  return printed;
}

/** Fails unless one of the messages that the chapter quotes is in the text: `…` and numbers stand for anything. */
function isQuoted(heading: string, text: string): void {
  const quotes = [...chapter(heading).text.matchAll(/"((?:[^"]|"(?=\w)|(?<=\w)"(?! ?[:,;]))+)"/g)].map(
    ([, quote = '']) =>
      quote
        .replace(/\s+/g, ' ')
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('…', '.*')
        .replaceAll(/\d+/g, '\\d+'),
  );
  assert.ok(
    quotes.some((quote) => new RegExp(quote).test(text.replace(/\s+/g, ' '))),
    `no message of "${heading}" is in ${text}`,
  );
}

const current = () => readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
const write = (more: object) =>
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ ...settings, ...more }), { mode: 0o600 });

/** A night with half of the rows, one of which differs from any night before. */
async function halfANight(description: string): Promise<void> {
  show(truth.slice(0, 60).map((row, index) => (index === 0 ? { ...row, description } : row)));
  const { status, stderr } = await lintel('nightly', '--full');
  assert.equal(status, 1, stderr);
  isQuoted('The gate refused', stderr);
  isQuoted('Half of the rows are gone', stderr);
  const [, release = ''] = /The release (\S+) is not fit/.exec(stderr) ?? [];
  Object.assign(variables, { PUBLISHED: current(), RELEASE: release });
  show(truth);
}

test('a release that the gate refused is looked at and published by force; then its rows are taken back', async () => {
  mkdirSync(join(home, 'sources'), { recursive: true });
  write({});
  const { definition } = sourceOf('socrata', portal.url, id);
  writeFileSync(join(home, 'sources', `${id}.json`), JSON.stringify(definition));
  // A home without a ledger has no audit log.
  assert.equal((await lintel('accounts', 'create', '--name', 'A')).status, 0);
  const first = await lintel('nightly');
  assert.equal(first.status, 0, first.stderr);
  const good = current();

  await halfANight('half');
  const [releases = '', diff = ''] = await runBlock('The gate refused');
  assert.match(releases, /newer, stopped/);
  assert.match(diff, /permits +1 /);
  await runBlock('The gate refused');
  assert.equal(current(), variables.RELEASE);
  const { stdout } = await lintel('audit', '--json');
  assert.match(stdout, /"release\.force"[^}]*although rows that elm-city-ks still has fell/);

  await runBlock('Wrong rows were published');
  assert.equal(current(), good, 'what is served is not what it was before');
  const runs = await lintel('runs', '1');
  assert.doesNotMatch(runs.stdout, /vanished [1-9]/);
});

test('a loss that is usual for the source is named in the settings, and the release that waits is published', async () => {
  await halfANight('half again');
  const setting = chapter('Half of the rows are gone').blocks.find(({ language }) => language === 'json');
  write(JSON.parse(setting?.body ?? '') as object);
  await runBlock('Half of the rows are gone');
  assert.equal(current(), variables.RELEASE);
});

test('a renamed column is put into the definition, and its values are read', async () => {
  show(truth.map(({ description, ...row }) => ({ ...row, description_of_work: `${description} again` })));
  const night = await lintel('nightly', '--full');
  assert.equal(night.status, 3, night.stderr);
  isQuoted('A portal renamed a column', night.stderr);
  await runBlock('A portal renamed a column');
  const file = join(directory, `${id}.json`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/"description": "\w+"/, '"description": "description_of_work"'),
  );
  const before = current();
  const [check = ''] = await runBlock('A portal renamed a column');
  assert.match(check, /description_of_work +\S.* again\n/);
  assert.notEqual(current(), before);
});

test('a portal that answered with errors is fetched once more', async () => {
  portal.fault = () => ({ kind: 'status', status: 500, retryAfter: '0' });
  const night = await lintel('nightly');
  assert.equal(night.status, 3, night.stderr);
  isQuoted('The portal answers with errors, or says nothing new', night.stderr);
  portal.fault = () => null;
  const [runs = ''] = await runBlock('The portal answers with errors, or says nothing new');
  assert.match(runs, /failed/);
});

test('on a full disk old releases make room for the night', {
  skip: skipWithout(disk),
  timeout: 60_000,
}, async () => {
  const full = join(disk?.path ?? '', 'home');
  cpSync(home, full, { recursive: true });
  variables.LINTEL_HOME = full;
  disk?.fill();
  show(truth.map((row) => ({ ...row, status: 'Finaled', description_of_work: row.description })));
  const stopped = await lintel('nightly', '--full');
  assert.equal(stopped.status, 1, stopped.stderr);
  isQuoted('The disk is full', stopped.stderr);
  const [, cleaned = ''] = await runBlock('The disk is full');
  assert.match(cleaned, /^Removed 2\d{3}-/);
  variables.LINTEL_HOME = home;
});

test('a leaked key is found, replaced and ended', async () => {
  const created = await lintel('keys', 'create', '--account', 'A', '--json');
  const { id: key, key: secret } = JSON.parse(created.stdout) as { id: string; key: string };
  variables.KEY = key;
  for (const [time, why] of [
    ['yesterday', /takes a day to come, such as 2027-01-31.*, not "yesterday"/],
    ['2025-01-01', /takes a day to come.*: 2025-01-01 is over/],
  ] as const) {
    const { status, stderr } = await lintel('keys', 'create', '--account', 'A', '--expires', time);
    assert.equal(status, 2);
    assert.match(stderr, why);
  }
  const [list = ''] = await runBlock('A key leaked');
  assert.ok(list.includes(secret.slice(0, 7)) && list.includes(key), list);
  await runBlock('A key leaked');
  const listed = (await lintel('keys', 'list', '--json')).stdout;
  const keys = JSON.parse(listed) as { id: string; revoked_at: string | null }[];
  assert.deepEqual(
    keys.map((each) => [each.id === key, each.revoked_at !== null]),
    [
      [true, true],
      [false, false],
    ],
  );
});

test('a wrong setting is found by the commands of the page', async () => {
  write({ keep_release: 2 });
  const wrong = await lintel('serve', '--port', '0');
  assert.equal(wrong.status, 1, wrong.stderr);
  assert.match((await lintel('config', 'check')).stderr, /keep_release/);
  write({});
  await runBlock('The service does not start, or a setting is refused');
});

test('the ledger moves to PostgreSQL with its accounts', { skip: noPostgres }, async () => {
  const server = sharedPostgres();
  after(() => server.stop());
  variables.DATABASE = server.database();
  const [, , accounts = ''] = await runBlock('Move the ledger to PostgreSQL');
  assert.match(accounts, /acc_\w+ +A /);
  delete variables.LINTEL_LEDGER_URL;
});

test('a backup becomes a home that publishes the same release', async () => {
  variables.BACKUP = join(directory, 'backup');
  await lintel('backup', variables.BACKUP);
  await runBlock('Restore on another machine');
  const restored = join(directory, 'restored', 'releases', 'current');
  assert.equal(readFileSync(restored, 'utf8').trim(), current());
  for (const [kind, id] of [
    ['release', current()],
    ['source', 'elm-city-ks'],
    ['account', 'acc_'],
  ] as const) {
    const { stdout } = await lintel('completion', 'bash', '--ids', kind);
    assert.match(stdout, new RegExp(`^${id}`, 'm'), kind);
  }
  const { all } = JSON.parse((await lintel('report', '--json')).stdout) as {
    all: { read: number; records: number; merged: number; repeated: number };
  };
  // Of one source whose permits have a row each: what is no record was read in an earlier night too.
  assert.deepEqual([all.records, all.merged, all.repeated], [120, all.read - 120, all.read - 120]);
});

test('every block of the page was run', () => {
  for (const [heading, { blocks, hasRun }] of chapters) {
    const commands = blocks.filter(({ language }) => language === 'sh');
    const isSkipped = (disk === null && /disk/.test(heading)) || (noPostgres && /PostgreSQL/.test(heading));
    if (!isSkipped) assert.equal(hasRun, commands.length, heading);
  }
});
