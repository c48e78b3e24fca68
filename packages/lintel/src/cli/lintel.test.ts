/**
 * The command as a user runs it in a fresh home, from sample data to answers over HTTP.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Contractor, Decision, Permit } from '@lintel/contract';
import { until } from '@lintel/testing/base/until.js';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import type { DataQuality } from '../explain/data-quality.js';
import type { ContractorTrace } from '../explain/trace-contractor.js';
import type { DecisionTrace } from '../explain/trace-decision.js';
import type { PermitTrace } from '../explain/trace-permit.js';
import { permitSteps } from '../refine/record/canonical.js';

const bin = fileURLToPath(new URL('../../bin/lintel.js', import.meta.url));
let directory: string;
let home: string;

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'lintel-cli-'));
  home = join(directory, 'home');
});
after(() => rmSync(directory, { recursive: true, force: true }));

const lintel = (...args: string[]) => runLintel(home, ...args);

/** The one JSON document that a command prints with --json. */
async function json<T>(...args: string[]): Promise<T> {
  const run = await lintel(...args, '--json');
  assert.equal(run.status, 0, `${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as T;
}

/** Starts a serving command and resolves with its output once that contains an address. */
function start(...args: string[]): Promise<{ child: ChildProcess; output: string; address: string }> {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, LINTEL_HOME: home } });
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address && output.endsWith('\n')) resolve({ child, output, address });
    });
    child.on('exit', (code) => reject(new Error(`exited with ${code}: ${output}${errors}`)));
  });
}

function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

describe('from nothing to an answer', () => {
  let key: string;

  test('sample, build and publish make a release whose counts add up', async () => {
    const { runs } = await json<{ runs: { counts: Record<string, number> }[] }>(
      'sample',
      '--permits',
      '1300',
      '--seed',
      '3',
    );
    for (const { counts: c } of runs) {
      assert.equal(c.read, (c.new ?? 0) + (c.changed ?? 0) + (c.unchanged ?? 0) + (c.quarantined ?? 0));
    }
    const built = await json<{ id: string; published: boolean }>(
      'build',
      '--publish',
      '--as-of',
      '2026-06-30',
    );
    assert.equal(built.published, true);
    const releases = await json<{ id: string; current: boolean }[]>('releases');
    assert.deepEqual(
      releases.map((release) => [release.id, release.current]),
      [[built.id, true]],
    );
  });

  const published = () =>
    join(
      home,
      'releases',
      readdirSync(join(home, 'releases')).find((name) => /^2026-06-30/.test(name)) ?? '',
    );

  test('a published permit is traced to its raw row, and comes out of it again as it was published', async () => {
    const lines = readFileSync(join(published(), 'permits.ndjson'), 'utf8').split('\n');
    for (const line of [lines[0], lines[500], lines.at(-2)]) {
      const permit = JSON.parse(line ?? '') as { id: string; number: string | null };
      const trace = await json<PermitTrace>('explain', 'permit', permit.id);
      assert.deepEqual(trace.record, permit);
      assert.deepEqual(trace.differs, []);
      assert.ok(
        Object.values(trace.raw)
          .map(String)
          .includes(trace.canonical.number ?? ''),
      );
      const steps = trace.steps.map(({ step }) => step).filter((step) => step !== 'clean');
      assert.deepEqual(steps, Object.keys(permitSteps));
      assert.equal(trace.contractor.record?.id ?? null, trace.contractor.id);
      if (line !== lines[0]) continue;
      const text = (await lintel('explain', 'permit', permit.id)).stdout;
      for (const part of [trace.row_key, trace.source.id, 'Step tags', 'Published record']) {
        assert.ok(text.includes(part), part);
      }
    }
  });

  test('a fact of the address names its permit or row, and a tag the type that gave it', async () => {
    const lines = readFileSync(join(published(), 'permits.ndjson'), 'utf8').trim().split('\n');
    const permits = lines.map((line) => JSON.parse(line) as Permit);
    const givenBy = ({ property_facts_joined: joined = {} }: Permit, pattern: RegExp) =>
      Object.values(joined).some((giver) => pattern.test(giver.permit_id ?? giver.source_id ?? ''));
    const byPermit = permits.find((permit) => givenBy(permit, /^[0-9a-f]{16}$/));
    const byRow = permits.find((permit) => givenBy(permit, /^sample-assessor-/));
    assert.ok(byPermit && byRow);
    for (const [permit, pattern] of [
      [byPermit, /from the permit ([0-9a-f]{16})/],
      [byRow, /from the row "[^"]+" of sample-assessor-/],
    ] as const) {
      const trace = await json<PermitTrace>('explain', 'permit', permit.id);
      assert.deepEqual(trace.differs, []);
      assert.ok(trace.joined.length > 0);
      const [, giver] = pattern.exec((await lintel('explain', 'permit', permit.id)).stdout) ?? [];
      if (permit === byRow) continue;
      const other = permits.find(({ id }) => id === giver);
      assert.equal(other?.geo_ids.address_id, permit.geo_ids.address_id);
      const given = trace.joined.find(({ given_by: by }) => 'permit' in by && by.permit === giver);
      assert.equal(other?.[given?.field ?? 'property_type'], given?.value);
    }
    const typed = permits.filter(
      (permit) =>
        permit.property_type === 'residential' &&
        permit.tags.includes('residential') &&
        givenBy(permit, /^sample-assessor-nashville/),
    );
    let trace: PermitTrace | null = null;
    for (const { id } of typed.slice(0, 12)) {
      trace = await json<PermitTrace>('explain', 'permit', id);
      if (trace.tags_of_type.length > 0) break;
    }
    assert.ok(trace);
    assert.deepEqual(trace.tags_of_type, ['residential']);
    assert.match(
      (await lintel('explain', 'permit', trace.record.id)).stdout,
      /residential, because the property type is residential|Tagged residential because/,
    );
  });

  test('a contractor is traced to the rows that name it and the rules that made them one', async () => {
    const lines = readFileSync(join(published(), 'contractors.ndjson'), 'utf8').trim().split('\n');
    for (const line of [lines[0], lines.at(-1)]) {
      const contractor = JSON.parse(line ?? '') as Contractor;
      const trace = await json<ContractorTrace>('explain', 'contractor', contractor.id);
      assert.deepEqual(trace.record, contractor);
      assert.ok(trace.rows.length > 0);
      const names = trace.fields.find(({ field }) => field === 'business_name' || field === 'name');
      assert.ok((names?.sources.length ?? 0) > 0, 'some source states its name');
    }
    const { id } = JSON.parse(lines[0] ?? '') as Contractor;
    assert.match((await lintel('explain', 'contractor', id)).stdout, /^\d+ rows? names? it$/m);
  });

  test('a decision is traced to its raw row and to what decided its fields', async () => {
    const [line = ''] = readFileSync(join(published(), 'decisions.ndjson'), 'utf8').split('\n');
    const decision = JSON.parse(line) as Decision;
    const trace = await json<DecisionTrace>('explain', 'decision', decision.id);
    assert.deepEqual(trace.record, decision);
    assert.deepEqual(trace.differs, []);
    const told = Object.entries(decision).filter(([name, value]) => value !== null && name !== 'id');
    assert.deepEqual(
      trace.fields.map(({ field }) => field),
      told.map(([name]) => name),
    );
    const columns = trace.fields.filter(({ from }) => from === 'column').map(({ field }) => field);
    assert.ok(columns.includes('title'));
    const given: readonly string[] = Object.keys(trace.canonical);
    const invented = columns.filter((field) => !given.includes(field));
    assert.deepEqual(invented, [], 'a field is from a column only where the mapping gives one');
    assert.ok((await lintel('explain', 'decision', decision.id)).stdout.includes('Published record'));
  });

  test('an address is explained as it is parsed and as it is searched', async () => {
    const [line = ''] = readFileSync(join(published(), 'addresses.ndjson'), 'utf8').split('\n');
    const { name, street, geo_id } = JSON.parse(line) as { name: string; street: string; geo_id: string };
    const explained = await json<{
      parsed: { address: { street: string }; geo_ids: { address_id: string } };
      search: { steps: { step: string; micros: number }[]; results: { geo_id: string }[] };
    }>('explain', 'address', name);
    assert.equal(explained.parsed.address.street, street);
    assert.equal(explained.parsed.geo_ids.address_id, geo_id);
    assert.equal(explained.search.results[0]?.geo_id, geo_id);
    assert.ok(explained.search.steps.some(({ step }) => step === 'tokenise'));
    assert.match((await lintel('explain', 'address', name)).stdout, /tokenise/);
  });

  test('the report shows fill, defects with their meaning, and refused rows, and agrees with the build', async () => {
    const { all, sources } = await json<DataQuality>('report');
    assert.equal(all.read, all.records + all.merged + all.quarantined);
    assert.equal(
      all.read,
      sources.reduce((sum, { read }) => sum + read, 0),
    );
    for (const { kind, records, fill, defects } of sources) {
      assert.equal(kind === 'permits', fill.number !== undefined);
      for (const { records: filled, share } of Object.values(fill)) {
        assert.ok(filled <= records && Math.abs(share - filled / Math.max(1, records)) < 0.0001);
      }
      for (const { meaning } of defects) assert.match(meaning, /\.$/);
    }
    const one = sources.find(({ defects }) => defects.length > 0);
    const text = (await lintel('report', '--source', one?.source ?? '')).stdout;
    assert.ok(text.replace(/\s+/g, ' ').includes(one?.defects[0]?.meaning ?? 'no meaning'));
    assert.equal((await json<DataQuality>('report', '--source', one?.source ?? '')).sources.length, 1);
  });

  test('an account and a key are made, and the key is never shown again', async () => {
    const account = await json<{ id: string }>('accounts', 'create', '--name', 'Tester', '--plan', 'free');
    key = (await json<{ key: string }>('keys', 'create', '--account', account.id, '--name', 'test')).key;
    assert.match(key, /^lk_/);
    const listed = await lintel('keys', 'list', '--json');
    assert.ok(!listed.stdout.includes(key));
    assert.ok(!(await lintel('accounts', 'show', account.id, '--json')).stdout.includes(key));
  });

  test('the service answers, charges, and stops cleanly', async () => {
    const { child, address } = await start('serve', '--port', '0');
    try {
      const headers = { 'X-API-Key': key };
      const tags = await fetch(`${address}/v2/list/tags?size=5`, { headers });
      assert.equal(tags.status, 200);
      assert.equal(tags.headers.get('x-credits-request'), '5');
      assert.equal(tags.headers.get('x-credits-remaining'), '495');
      const usage = (await (await fetch(`${address}/v2/usage`, { headers })).json()) as {
        credits_used: number;
      };
      assert.equal(usage.credits_used, 5);
      assert.equal((await fetch(`${address}/v2/usage`)).status, 401);
    } finally {
      assert.equal(await stop(child, 'SIGTERM'), 0);
    }
  });

  test('a new release is served without a restart, and rollback brings the old one back', async () => {
    const { child, address } = await start('serve', '--port', '0');
    const served = async () => {
      const answer = await fetch(`${address}/v2/meta/release`, { headers: { 'X-API-Key': key } });
      return ((await answer.json()) as { release_id: string }).release_id;
    };
    const waitFor = (id: string) => until(`${id} is served`, async () => (await served()) === id);
    try {
      const before = await served();
      const { id } = await json<{ id: string }>('build', '--as-of', '2026-07-01');
      assert.notEqual(id, before);
      assert.equal(await served(), before);
      await json('publish', id, '--force');
      await waitFor(id);
      await json('rollback');
      await waitFor(before);
    } finally {
      await stop(child);
    }
  });

  test('a release that the gate refuses is reported all the same, and the old one stays published', async () => {
    for (const file of ['raw.sqlite', 'raw.sqlite-wal', 'raw.sqlite-shm'])
      rmSync(join(home, file), { force: true });
    const [before] = (await json<{ id: string; current: boolean }[]>('releases')).filter(
      ({ current }) => current,
    );
    await json('sample', '--permits', '1000');
    const run = await lintel('build', '--publish', '--as-of', '2026-06-30', '--json');
    assert.equal(run.status, 1);
    const built = JSON.parse(run.stdout) as {
      id: string;
      published: boolean;
      report: object;
      problems: string[];
    };
    assert.equal(built.published, false);
    assert.ok('sources' in built.report);
    assert.match(built.problems.join(), /not fit to replace.*--force/);
    const [act] = await json<{ act: string; subject: string }[]>('audit', '--limit', '1');
    assert.deepEqual([act?.act, act?.subject], ['release.refuse', built.id]);
    const releases = await json<{ id: string; current: boolean }[]>('releases');
    assert.equal(releases.find((release) => release.current)?.id, before?.id);
    assert.ok(releases.some((release) => release.id === built.id));
  });
});

describe('bad input gets one line that says what to do', () => {
  const cases: [string, string[], number, RegExp][] = [
    ['an unknown command', ['frobnicate'], 2, /unknown command/],
    ['a word of another program', ['pull'], 2, /unknown command 'pull'\n\(Did you mean fetch\?\)/],
    ['an unknown option', ['build', '--publsh'], 2, /unknown option.*\n\(Did you mean --publish\?\)/],
    ['an unknown kind in a home without releases', ['diff', '--kind', 'permit'], 2, /--kind takes permits, /],
    ['a service that is none, for agents', ['mcp', '--url', 'http://127.0.0.1:9'], 1, /No answer from http/],
    ['a missing option', ['source', 'new', 'x.csv'], 2, /--id/],
    ['a missing file without a source', ['ingest', 'missing.csv'], 1, /missing\.csv/],
    ['a number out of range', ['sample', '--permits', '12'], 2, /from 1000 to 10000000/],
    ['an unknown source', ['ingest', 'x.csv', '--source', 'atlantis'], 1, /atlantis/],
    ['an unknown source in quarantine', ['quarantine', '--source', 'atlantis'], 1, /atlantis/],
    ['a missing file', ['ingest', 'missing.csv', '--source', 'san-francisco-ca'], 1, /missing\.csv/],
    ['an unknown plan', ['accounts', 'create', '--name', 'A', '--plan', 'gold'], 1, /gold.*free/],
    ['an unknown account', ['keys', 'create', '--account', 'acc_nobody'], 1, /acc_nobody/],
    ['an id that no permit can have', ['explain', 'permit', '12'], 2, /16 lower-case hexadecimal.*"12"/],
    ['an id that no permit has', ['explain', 'permit', '0123456789abcdef'], 1, /no permit 0123456789abcdef/],
    ['a report on an unknown source', ['report', '--source', 'sample-nashvile-tn'], 1, /sample-nashville-tn/],
    ['an unknown release', ['publish', '1999-01-01-00000000'], 1, /1999-01-01-00000000/],
    ['a home below a file', ['releases', '--home', '/dev/null/home'], 1, /--home/],
    ['a home where none can be made', ['releases', '--home', '/proc/nowhere'], 1, /--home/],
  ];
  for (const [what, args, status, message] of cases) {
    test(what, async () => {
      const run = await lintel(...args);
      assert.equal(run.status, status, run.stderr);
      assert.match(run.stderr, message);
      assert.doesNotMatch(run.stderr, /^\s+at /m, 'no stack trace');
    });
  }

  test('a settings file with an unknown key', async () => {
    writeFileSync(join(home, 'lintel.json'), '{"planz": {}}');
    const run = await lintel('releases');
    rmSync(join(home, 'lintel.json'));
    assert.equal(run.status, 1);
    assert.match(run.stderr, /lintel\.json.*planz/);
  });

  test('an account on a plan that the settings no longer know', async () => {
    const own = join(directory, 'plans');
    const settings = join(own, 'lintel.json');
    mkdirSync(own);
    writeFileSync(settings, '{"plans": {"gold": {"credits": 7, "requests_per_minute": 10}}}');
    const { id } = await json<{ id: string }>(
      'accounts',
      'create',
      '--name',
      'A',
      '--plan',
      'gold',
      '--home',
      own,
    );
    rmSync(settings);
    const run = await lintel('serve', '--port', '0', '--home', own);
    assert.equal(run.status, 1);
    assert.match(run.stderr, new RegExp(`${id}.*gold.*set-plan`));
  });

  test('a port in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const run = await new Promise<{ status: number | null; errors: string }>((resolve) => {
      const child = spawn(process.execPath, [bin, 'serve', '--port', port], {
        env: { ...process.env, LINTEL_HOME: home },
      });
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
      });
      child.on('exit', (status) => resolve({ status, errors }));
    });
    blocker.close();
    assert.equal(run.status, 1);
    assert.match(run.errors, new RegExp(`${port}.*--port`));
  });
});

test('refine gives a line for every line, and says by its status that some were no objects', () => {
  const input = '{"description":"Reroof","state":"TX"}\nreroof\n{"status_raw":"Issued"}\n';
  const options = { encoding: 'utf8', cwd: directory, env: { ...process.env, LINTEL_HOME: '' } } as const;
  const run = spawnSync(process.execPath, [bin, 'refine', '--home', 'nowhere'], { ...options, input });
  const lines = run.stdout.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(records[0]?.tags, ['reroof', 'roofing']);
  assert.equal(records[1]?.line, 2);
  assert.equal(records[2]?.status, 'active');
  assert.equal(run.status, 1);
  assert.match(run.stderr, /1 line could not be refined/);
  assert.equal(existsSync(join(directory, 'nowhere')), false, 'a filter needs no home');
  const known = ['refine', '--source', 'nashville-tn'];
  const told = spawnSync(process.execPath, [bin, ...known], { ...options, input: '{"number":"1"}' });
  assert.match(told.stdout, /"jurisdiction":"NASHVILLE/);
  assert.equal(told.status, 0);
});

test('a long input is refined in threads with the same result as a short one', () => {
  const line = (i: number) =>
    JSON.stringify({ number: `N-${i}`, description: 'Kitchen remodel', state: 'TX' });
  const lines = Array.from({ length: 9000 }, (_, i) => (i % 1000 === 7 ? 'none' : line(i)));
  const run = (input: string) =>
    spawnSync(process.execPath, [bin, 'refine'], {
      encoding: 'utf8',
      input,
      cwd: directory,
      maxBuffer: 1 << 26,
    }).stdout;
  const long = run(`${lines.join('\n')}\n`).split('\n');
  assert.equal(long.length, 9001);
  assert.equal((JSON.parse(long[8007] ?? '') as { line: number }).line, 8008);
  const numbers = long.slice(0, -1).map((text) => (JSON.parse(text) as { number?: string }).number ?? null);
  assert.deepEqual(
    numbers,
    lines.map((_, i) => (i % 1000 === 7 ? null : `N-${i}`)),
  );
  assert.equal(run(lines[8500] ?? ''), `${long[8500]}\n`);
});

test('a full disk below standard output is one line and a failure, not a stack trace', () => {
  const full = openSync('/dev/full', 'w');
  const run = spawnSync(process.execPath, [bin, '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  assert.equal(run.status, 1);
  assert.match(run.stderr.toString(), /^lintel: The disk is full: standard output could not be written.*\n$/);
});

test('every command has help with an example', async () => {
  const commands = [
    'demo',
    'sample',
    'ingest',
    'quarantine',
    'build',
    'publish',
    'rollback',
    'releases',
    'refine',
    'report',
    'serve',
  ];
  const grouped = ['create', 'list', 'show', 'set-plan', 'suspend'].map((name) => ['accounts', name]);
  const keys = ['create', 'list', 'revoke'].map((name) => ['keys', name]);
  const explained = ['permit', 'address'].map((name) => ['explain', name]);
  for (const command of [...commands.map((name) => [name]), ...grouped, ...keys, ...explained]) {
    const run = await lintel(...command, '--help');
    assert.equal(run.status, 0);
    assert.match(run.stdout, /Example:\n {2}lintel /, command.join(' '));
  }
});

test('a text below the options of a command fills the terminal and no more', async () => {
  const { stdout } = await lintel('build-worker', '--help');
  const [, below = ''] = stdout.split('--once\n\n');
  assert.match(below, /^Waits for builds[\s\S]*definitions\s+of\s+sources\.\n$/);
  const widths = below
    .trimEnd()
    .split('\n')
    .map(({ length }) => length);
  assert.ok(Math.max(...widths) <= 80 && widths.slice(0, -1).every((width) => width > 60), String(widths));
});
