/**
 * Commands for consumers as a user runs them: against a service and against the release of its home, with keys, credits
 * and limits.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Permit } from '@lintel/contract';
import { until } from '@lintel/testing/base/until.js';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { type BadServer, BadServers } from '@lintel/testing/clients/bad-servers.js';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const bin = fileURLToPath(new URL('../../../bin/lintel.js', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'lintel-consumer-'));
const service = await DemoService.start();
after(async () => {
  await service.stop();
  rmSync(place, { recursive: true, force: true });
});

/** Runs `lintel` in an empty directory with an empty configuration; `input` is its standard input. */
function lintel(args: readonly string[], environment: NodeJS.ProcessEnv = {}, input?: string) {
  const { LINTEL_HOME: _, LINTEL_URL: _url, LINTEL_KEY: _key, ...inherited } = process.env;
  const env = { ...inherited, XDG_CONFIG_HOME: join(place, 'config'), ...environment };
  return lintelHere(args, { cwd: place, env, input });
}

const remote = { LINTEL_URL: service.url, LINTEL_KEY: service.key };
const local = { LINTEL_HOME: service.home };
const texas = ['permits', 'search', '--geo', 'TX'];

interface Page {
  readonly items: readonly Permit[];
  readonly size: number;
  readonly next_cursor: string | null;
}

test('a service and the release of its home give the same bytes', async () => {
  for (const args of [
    [...texas, '--tags', 'residential,-solar', '--from', '2015-01-01', '--limit', '7'],
    ['contractors', 'search', '--geo', 'TX', '--csv'],
    ['metrics', 'monthly', 'TX', '--from', '2025-01-01'],
    ['places', 'get', 'Houston, TX'],
  ]) {
    const [there, here] = await Promise.all([lintel(args, remote), lintel(args, local)]);
    assert.equal(there.status, 0, there.stderr);
    assert.deepEqual(here, there, args.join(' '));
    assert.ok(here.stdout.length > 100, args.join(' '));
    assert.equal(here.stderr, '', 'nothing is said where standard error is no terminal');
  }
});

test('JSON is what the service answers to the request that the options stand for', async () => {
  const args = [...texas, '--status', 'final,active', '--min-job-value', '$1,000', '--until', '2026-01-31'];
  const { stdout } = await lintel(args, remote);
  const query =
    'geo_id=TX&permit_status=final&permit_status=active&permit_min_job_value=100000&permit_from=1800-01-01&permit_to=2026-01-31';
  const answer = await fetch(`${service.url}/v2/permits/search?${query}`, {
    headers: { 'X-API-Key': service.key },
  });
  const page = JSON.parse(stdout) as Page;
  assert.deepEqual(page, await answer.json());
  assert.ok(page.size > 10);
});

test('all records of a walk come once in every format, and a file appears only when it is complete', async () => {
  const wanted = JSON.parse((await lintel([...texas, '--all'], remote)).stdout) as Page;
  assert.ok(wanted.size > 110);
  assert.equal(wanted.next_cursor, null);
  assert.equal(new Set(wanted.items.map(({ id }) => id)).size, wanted.size);
  const ids = wanted.items.map(({ id }) => id);
  const write = async (name: string, ...more: string[]) => {
    const { status, stderr } = await lintel([...texas, '--all', '--to', name, ...more], remote);
    assert.equal(status, 0, stderr);
    return join(place, name);
  };
  const [csv, geojson, parquet, ndjson] = await Promise.all([
    write('all.csv'),
    write('all.geojson', '--columns', 'id'),
    write('all.parquet'),
    write('all.ndjson'),
  ]);
  const rows = parse(readFileSync(csv), { columns: true }) as { id: string }[];
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
  const { features } = JSON.parse(readFileSync(geojson, 'utf8')) as {
    features: { geometry: unknown; properties: object }[];
  };
  assert.deepEqual(
    features.map(({ properties }) => properties),
    ids.map((id) => ({ id })),
  );
  assert.ok(features.some(({ geometry }) => geometry !== null));
  const file = await asyncBufferFromFile(parquet);
  const records = await parquetReadObjects({ file, compressors, columns: ['id'] });
  assert.deepEqual(
    records.map(({ id }) => id),
    ids,
  );
  const lines = readFileSync(ndjson, 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as Permit),
    wanted.items,
  );
  const again = await lintel([...texas, '--to', 'all.csv'], remote);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /exists already/);
  assert.deepEqual(
    readdirSync(place).filter((name) => name.includes('partial')),
    [],
  );
});

test('an interrupted walk leaves no file', async () => {
  // A second page would be asked for only after a wait of nearly a minute.
  const key = await service.keyOf('few_requests');
  const env = { ...process.env, LINTEL_URL: service.url, LINTEL_KEY: key };
  await Promise.all([1, 2].map(() => lintel(['tags'], env)));
  const child = spawn(process.execPath, [bin, ...texas, '--all', '--to', 'never.csv'], { cwd: place, env });
  await until('a part is written', () => readdirSync(place).some((name) => name.includes('never.csv')));
  child.kill('SIGINT');
  const [status] = await once(child, 'exit');
  assert.equal(status, 130);
  assert.deepEqual(
    readdirSync(place).filter((name) => name.includes('never')),
    [],
  );
});

test('records come by id in any number, and an unknown id is exit status 3', async () => {
  const { items } = JSON.parse((await lintel([...texas, '--limit', '60'], remote)).stdout) as Page;
  const ids = items.map(({ id }) => id);
  const [first = ''] = ids;
  const one = await lintel(['permits', 'get', first], remote);
  assert.deepEqual(JSON.parse(one.stdout), items[0]);
  const many = await lintel(['permits', 'get', ...ids, '0000000000000000', '--ndjson'], remote);
  const found = many.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as Permit).id);
  assert.deepEqual(found, ids);
  assert.equal(many.status, 3);
  assert.match(many.stderr, /Nothing has the id 0000000000000000/);
});

test('a table fits the width of the terminal, cuts texts and never numbers', async () => {
  const { stdout } = await lintel([...texas, '--table', '--limit', '30'], { ...remote, COLUMNS: '80' });
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 31);
  assert.match(lines[0] ?? '', /^id +start_date +status +job_value +address/);
  for (const line of lines) assert.ok([...line].length <= 80, line);
  assert.ok(lines.some((line) => line.endsWith('…')));
  assert.ok(lines.some((line) => / \$[\d,]+ {2}/.test(line)));
  const chosen = await lintel(
    [...texas, '--table', '--limit', '5', '--columns', 'id,job_value,fees,description'],
    { ...remote, COLUMNS: '50' },
  );
  for (const line of chosen.stdout.trimEnd().split('\n')) assert.ok([...line].length <= 50, line);
  assert.doesNotMatch(chosen.stdout, /\$[\d,]*…/);
});

test('a place is taken by its name only if one place has it', async () => {
  const houston = await lintel(['permits', 'search', '--geo', 'houston, tx', '--fields', 'geo_ids'], remote);
  const cities = (JSON.parse(houston.stdout) as Page).items.map(({ geo_ids }) => geo_ids.city_id);
  assert.ok(cities.length > 3);
  assert.equal(new Set(cities).size, 1);
  const issued = await lintel(
    ['permits', 'search', '--geo', 'issued by austin, tx', '--fields', 'geo_ids'],
    remote,
  );
  const offices = (JSON.parse(issued.stdout) as Page).items.map(({ geo_ids }) => geo_ids.jurisdiction_id);
  assert.equal(new Set(offices).size, 1);
  const [{ address }] = (JSON.parse((await lintel([...texas, '--limit', '1'], remote)).stdout) as Page)
    .items as [Permit];
  const street = `${address.street_no} ${address.street}, ${address.city} ${address.state} ${address.zip_code}`;
  const there = await lintel(['permits', 'search', '--geo', street], remote);
  assert.ok((JSON.parse(there.stdout) as Page).size > 0, there.stderr);
  const totalIn = async (geo: string) => {
    const counted = await lintel(['permits', 'search', '--geo', geo, '--exact', '--limit', '1'], remote);
    const page = JSON.parse(counted.stdout) as { readonly total_count: { readonly value: number } };
    return page.total_count.value;
  };
  assert.ok((await totalIn('us')) > (await totalIn('TX')), 'US is not everywhere');
  const many = await lintel(['permits', 'search', '--geo', 'Springfield'], remote);
  assert.equal(many.status, 2);
  assert.match(many.stderr, /\n +\S{11} {2}Springfield, .*\n +\S{11} {2}Springfield, /);
  const state = await lintel(['metrics', 'current', 'texas', '--fields', 'geo_id'], remote);
  assert.match(state.stdout, /"geo_id":"TX"/);
  const none = await lintel(['permits', 'search', '--geo', 'Xyzzyville, TX'], remote);
  assert.equal(none.status, 2);
});

test('wrong usage names the option and what is right', async () => {
  const cases: [string[], RegExp][] = [
    [[...texas, '--tags', 'slar'], /--tags: .*did you mean 'solar'/],
    [[...texas, '--min-job-value', 'much'], /--min-job-value takes a whole number of cents/],
    [[...texas, '--columns', 'nmber'], /no column "nmber". Did you mean number/],
    [[...texas, '--csv', '--json'], /exclude each other/],
    [[...texas, '--parquet'], /--to FILE.parquet/],
    [[...texas, '--all', '--limit', '3'], /exclude each other/],
    [[...texas, '--home', '.', '--url', 'http://127.0.0.1'], /give one of them/],
    [['permits', 'search'], /--geo/],
    [['permits', 'search', 'TX'], /give the place as --geo, such as --geo TX/],
    [['tags', 'solar'], /lintel: 'tags' takes fewer words/],
    [['releases', 'publish'], /'releases' alone takes no words; its commands are push, pull, clean\./],
    [[...texas, '--tags', ','], /--tags is empty: give values/],
    [[...texas, '--has-contractor', 'maybe'], /--has-contractor is true or false, not "maybe"/],
    [[...texas, '--cursor', 'far'], /--cursor: this cursor was altered/],
    [[...texas, '--fields', 'numbr'], /did you mean 'number'\? Values are id, number, description/],
    [['permits', 'search', '--geo', 'TX', '--url', 'ftp://example.org'], /is not the address of a service/],
  ];
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = await lintel(args, remote);
    assert.equal(status, 2, `${args.join(' ')}: ${stdout}${stderr}`);
    assert.match(stderr, message);
  }
});

test('what is no service ends a command with one line that says so', async () => {
  const servers = await BadServers.start();
  const strangers: readonly BadServer[] = ['hotel', 'list', 'other', 'deep', 'moved', 'halved', 'circular'];
  await Promise.all(
    strangers.map(async (name) => {
      const ended = await lintel([...texas, '--all', '--json'], { LINTEL_URL: servers.url(name) });
      assert.equal(ended.status, 1, `${name}: ${ended.stderr}`);
      assert.match(ended.stderr, /does not answer like a Lintel service: .* Is the address right\?/, name);
      assert.doesNotMatch(ended.stderr, /\n {4}at /, name);
    }),
  );
  await servers.stop();
});

test('login stores a key that works, for the user alone, and logout removes it', async () => {
  const file = join(place, 'config', 'lintel', 'login.json');
  const refused = await lintel(['login', service.url, '--key', 'lk_wrong']);
  assert.equal(refused.status, 4);
  assert.equal(existsSync(file), false);
  const { status, stdout, stderr } = await lintel(['login', `${service.url}/v2/`], {}, `${service.key}\n`);
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stdout, new RegExp(service.key));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const usage = JSON.parse((await lintel(['usage'])).stdout) as { credits_used: number };
  assert.ok(usage.credits_used > 0);
  const elsewhere = await lintel(['usage', '--url', 'http://127.0.0.1:9']);
  assert.doesNotMatch(elsewhere.stderr, new RegExp(service.key));
  await lintel(['logout']);
  assert.equal(existsSync(file), false);
  const nowhere = await lintel(texas);
  assert.equal(nowhere.status, 1);
  assert.match(nowhere.stderr, /lintel login/);
});

test('what a service refuses is said in plain words, with an exit status of its own', async () => {
  const few = await service.keyOf('few_credits');
  const addresses = await service.keyOf('few_credits', 'addresses');
  const cases: [string[], NodeJS.ProcessEnv, number, RegExp][] = [
    [texas, { LINTEL_URL: service.url }, 4, /refuses the key/],
    [texas, { ...remote, LINTEL_KEY: addresses }, 4, /does not allow this with this key/],
    [texas, { ...remote, LINTEL_KEY: few }, 5, /30 credits of 30 left .*costs 50 credits.*--limit 30 fits/],
    [texas, { ...remote, LINTEL_URL: `${service.url}/nothing` }, 1, /no such path/],
    [texas, { ...remote, LINTEL_URL: 'http://127.0.0.1:9' }, 1, /No answer from http:\/\/127.0.0.1:9/],
    [['contractors', 'permits', '0000000000'], remote, 3, /Nothing has this id/],
    [[...texas, '--home', join(place, 'none')], {}, 1, /no published release/],
  ];
  await Promise.all(
    cases.map(async ([args, environment, status, message]) => {
      const ended = await lintel(args, environment);
      assert.equal(ended.status, status, ended.stderr);
      assert.match(ended.stderr, message);
      assert.equal(ended.stdout, '');
    }),
  );
});

test('a walk that the credits do not suffice for costs no more than its first record', async () => {
  const key = await service.keyOf('credits_for_two_pages');
  const { status, stdout, stderr } = await lintel([...texas, '--all', '--csv'], {
    ...remote,
    LINTEL_KEY: key,
  });
  assert.equal(status, 5);
  assert.match(stderr, /permits cost .* credits, and 119 are left. 1 credit used so far. --limit 119 fits/);
  assert.equal(stdout, '');
  const usage = await lintel(['usage'], { ...remote, LINTEL_KEY: key });
  assert.equal((JSON.parse(usage.stdout) as { credits_used: number }).credits_used, 1);
  const fitting = [...texas, '--limit', '119', '--ndjson', '--fields', 'number'];
  const lines = (await lintel(fitting, { ...remote, LINTEL_KEY: key })).stdout.trimEnd().split('\n');
  assert.equal(new Set(lines).size, 119);
});

test('the login in a damaged file is refused with what to do', async () => {
  const file = join(place, 'config', 'lintel', 'login.json');
  writeFileSync(file, '{"url": 3');
  const { status, stderr } = await lintel(texas);
  rmSync(file);
  assert.equal(status, 1);
  assert.match(stderr, /login.json is damaged. Run lintel login again/);
});
