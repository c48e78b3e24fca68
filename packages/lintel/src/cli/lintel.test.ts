/**
 * The command as a user runs it: a child process in a fresh home, from sample data to answers over HTTP.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/lintel.js', import.meta.url));
let directory: string;
let home: string;

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'lintel-cli-'));
  home = join(directory, 'home');
});
after(() => rmSync(directory, { recursive: true, force: true }));

function lintel(...args: string[]) {
  const run = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, LINTEL_HOME: home },
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** The one JSON document that a command prints with --json. */
function json<T>(...args: string[]): T {
  const run = lintel(...args, '--json');
  assert.equal(run.status, 0, `${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as T;
}

/** Starts a serving command and resolves with what it printed once that holds an address. */
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

  test('sample, build and publish make a release whose counts add up', () => {
    const { runs } = json<{ runs: { counts: Record<string, number> }[] }>(
      'sample',
      '--permits',
      '1000',
      '--seed',
      '3',
    );
    for (const { counts: c } of runs) {
      assert.equal(c.read, (c.new ?? 0) + (c.changed ?? 0) + (c.unchanged ?? 0) + (c.quarantined ?? 0));
    }
    const built = json<{ id: string; published: boolean }>('build', '--publish', '--as-of', '2026-06-30');
    assert.equal(built.published, true);
    const releases = json<{ id: string; current: boolean }[]>('releases');
    assert.deepEqual(
      releases.map((release) => [release.id, release.current]),
      [[built.id, true]],
    );
  });

  test('an account and a key are made, and the key is never shown again', () => {
    const account = json<{ id: string }>('accounts', 'create', '--name', 'Tester', '--plan', 'free');
    key = json<{ key: string }>('keys', 'create', '--account', account.id, '--name', 'test').key;
    assert.match(key, /^lk_/);
    const listed = lintel('keys', 'list', '--json');
    assert.ok(!listed.stdout.includes(key));
    assert.ok(!lintel('accounts', 'show', account.id, '--json').stdout.includes(key));
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
    const waitFor = async (id: string) => {
      for (let tries = 0; tries < 100; tries++) {
        if ((await served()) === id) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.fail(`release ${id} is not served`);
    };
    try {
      const before = await served();
      json('sample', '--permits', '1500', '--seed', '3');
      const { id } = json<{ id: string }>('build', '--as-of', '2026-07-01');
      assert.notEqual(id, before);
      assert.equal(await served(), before);
      json('publish', id, '--force');
      await waitFor(id);
      json('rollback');
      await waitFor(before);
    } finally {
      await stop(child);
    }
  });
});

describe('bad input gets one line that says what to do', () => {
  const cases: [string, string[], number, RegExp][] = [
    ['an unknown command', ['frobnicate'], 2, /unknown command/],
    ['an unknown option', ['build', '--fast'], 2, /unknown option/],
    ['a missing option', ['ingest', 'x.csv'], 2, /--source/],
    ['a number out of range', ['sample', '--permits', '12'], 2, /from 1000 to 10000000/],
    ['an unknown source', ['ingest', 'x.csv', '--source', 'atlantis'], 1, /atlantis/],
    ['a missing file', ['ingest', 'missing.csv', '--source', 'san-francisco-ca'], 1, /missing\.csv/],
    ['an unknown plan', ['accounts', 'create', '--name', 'A', '--plan', 'gold'], 1, /gold.*free/],
    ['an unknown account', ['keys', 'create', '--account', 'acc_nobody'], 1, /acc_nobody/],
    ['an unknown release', ['publish', '1999-01-01-00000000'], 1, /1999-01-01-00000000/],
    ['a home below a file', ['releases', '--home', '/dev/null/home'], 1, /--home/],
    ['a home where none can be made', ['releases', '--home', '/proc/nowhere'], 1, /--home/],
  ];
  for (const [what, args, status, message] of cases) {
    test(what, () => {
      const run = lintel(...args);
      assert.equal(run.status, status, run.stderr);
      assert.match(run.stderr, message);
      assert.doesNotMatch(run.stderr, /^\s+at /m, 'no stack trace');
    });
  }

  test('a settings file with an unknown key', () => {
    writeFileSync(join(home, 'lintel.json'), '{"planz": {}}');
    const run = lintel('releases');
    rmSync(join(home, 'lintel.json'));
    assert.equal(run.status, 1);
    assert.match(run.stderr, /lintel\.json.*planz/);
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
  assert.match(run.stderr, /no JSON objects: 1/);
  assert.equal(existsSync(join(directory, 'nowhere')), false, 'a filter needs no home');
  const known = ['refine', '--source', 'nashville-tn'];
  const told = spawnSync(process.execPath, [bin, ...known], { ...options, input: '{"number":"1"}' });
  assert.match(told.stdout, /"jurisdiction":"NASHVILLE/);
  assert.equal(told.status, 0);
});

test('every command has help with an example', () => {
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
    'serve',
  ];
  const grouped = ['create', 'list', 'show', 'set-plan', 'suspend'].map((name) => ['accounts', name]);
  const keys = ['create', 'list', 'revoke'].map((name) => ['keys', name]);
  for (const command of [...commands.map((name) => [name]), ...grouped, ...keys]) {
    const run = lintel(...command, '--help');
    assert.equal(run.status, 0);
    assert.match(run.stdout, /Example:\n {2}lintel /, command.join(' '));
  }
});
