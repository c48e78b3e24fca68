/** The tables of a release: made once, asked in SQL, handed out by ranges. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { blocksOf } from '@lintel/testing/docs/docs-blocks.js';
import { defaultConfig } from '../base/config.js';
import { openHome } from '../base/home.js';
import { startServer } from '../http/process/server.js';
import { withDuckDb } from './duckdb.js';
import { hilbertOrder } from './hilbert.js';

const home = mkdtempSync(join(tmpdir(), 'lintel-tables-'));
const answerOf = async (...words: string[]) =>
  JSON.parse((await runLintel(home, ...words, '--json')).stdout) as Record<string, unknown>[];
const rowsOf = (query: string) => answerOf('sql', query);
before(() => copySampleHome(home));
after(() => rmSync(home, { recursive: true, force: true }));

test('a question in SQL counts what the release counts, place by place', async () => {
  const [made] = await rowsOf('SELECT count(*)::INTEGER AS permits FROM permits');
  const [release] = await answerOf('releases');
  const { permits } = (release?.counts ?? {}) as { permits?: number };
  assert.equal(made?.permits, permits);
  const places = await rowsOf(
    `SELECT name, permits::INTEGER AS permits, count(*)::INTEGER AS counted FROM permits
      JOIN places ON geo_id = county_id GROUP BY ALL ORDER BY name`,
  );
  assert.ok(places.length > 5);
  for (const { name, permits, counted } of places) assert.equal(permits, counted, String(name));
});

test('further contractors are rows that SQL takes apart', async () => {
  const [kind] = await rowsOf('SELECT typeof(other_contractors) AS type FROM permits LIMIT 1');
  assert.equal(kind?.type, 'STRUCT(id VARCHAR, "name" VARCHAR, "role" VARCHAR)[]');
  const named = await rowsOf(
    `SELECT id, count(*)::INTEGER AS permits, other_permit_count::INTEGER AS counted FROM contractors
      JOIN (SELECT unnest(other_contractors).id AS id FROM permits) USING (id) GROUP BY ALL`,
  );
  for (const { id, permits, counted } of named) assert.equal(permits, counted, String(id));
});

test('what is wrong with a question is said where, and a file is not replaced', async () => {
  const wrong = await runLintel(home, 'sql', 'SELECT nothing FROM permits');
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /Referenced column "nothing" not found/);
  const file = join(home, 'statuses.csv');
  const write = () => runLintel(home, 'sql', '--to', file, 'SELECT status FROM permits GROUP BY 1');
  assert.match((await write()).stdout, /^\d+ rows in /);
  assert.match(readFileSync(file, 'utf8'), /^status\n/);
  assert.match((await write()).stderr, /exists already/);
  const drawn = await runLintel(home, 'sql', '--chart', 'SELECT number, status FROM permits LIMIT 1');
  assert.match(drawn.stderr, /status has no numbers/);
});

test('the models of the guide are made by DuckDB from an exported directory', async () => {
  const directory = mkdtempSync(join(home, 'warehouse-'));
  const exported = await runLintel(home, 'export', 'permits', '--to', `${join(directory, 'permits')}/`);
  assert.equal(exported.status, 0, exported.stderr);
  const { text = '' } =
    blocksOf('docs/recipes.md').find((block) => block.text.includes('read_parquet')) ?? {};
  const last = await withDuckDb(directory, async (connection) => {
    await connection.run(text.replaceAll("'permits/", `'${directory}/permits/`));
    return (await connection.runAndReadAll('SELECT sum(permits)::INTEGER FROM roofing_by_month')).getRows();
  });
  const [counted] = await rowsOf(
    `SELECT count(*)::INTEGER AS permits FROM permits
      WHERE list_contains(tags, 'roofing') AND start_date IS NOT NULL`,
  );
  assert.ok(Number(counted?.permits) > 0);
  assert.deepEqual(last, [[counted?.permits]]);
});

test('a table keeps texts of digits and years as they are', async () => {
  const { stdout } = await runLintel(home, 'sql', "SELECT '0012345' AS number, 2024 AS year, 7 AS permits");
  assert.match(stdout, /^number {3}year {2}permits\n0012345 {2}2024 {8}7\n$/);
});

test('tables of a release that is gone are removed, and those that are there are kept', async () => {
  const { tables, releases } = openHome(home);
  const gone = [join(tables, '2020-01-01-00000000'), join(tables, '2020-01-01-00000000.2147483646.tmp')];
  for (const directory of gone) mkdirSync(directory, { recursive: true });
  const [named = ''] = readdirSync(releases).filter((name) => name.startsWith('20'));
  rmSync(join(tables, named), { recursive: true, force: true });
  await runLintel(home, 'tables');
  assert.deepEqual(gone.filter(existsSync), []);
  const [release = ''] = readdirSync(tables);
  const before = readFileSync(join(tables, release, 'datapackage.json'), 'utf8');
  assert.match((await runLintel(home, 'tables')).stdout, /^There already/);
  assert.equal(readFileSync(join(tables, release, 'datapackage.json'), 'utf8'), before);
  assert.ok(existsSync(join(releases, release)));
  for (const line of readFileSync(join(tables, release, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')) {
    const [sum, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(tables, release, name)))
        .digest('hex'),
      sum,
    );
  }
});

test('files are handed out by ranges where the operator opens them, and nothing else is', async () => {
  await runLintel(home, 'tables');
  const [release = ''] = readdirSync(openHome(home).tables);
  for (const release_files of ['open', 'off'] as const) {
    const config = { ...defaultConfig, release_files };
    const server = await startServer({
      home: openHome(home),
      config,
      host: '127.0.0.1',
      port: 0,
      logLevel: 'silent',
    });
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/files/${path}`, { redirect: 'manual', ...init });
    try {
      if (release_files === 'off') {
        assert.equal((await ask(`${release}/permits.parquet`)).status, 404);
        continue;
      }
      const led = await ask('current/permits.parquet');
      assert.equal(led.headers.get('location'), `/files/${release}/permits.parquet`);
      const part = await ask(`${release}/permits.parquet`, { headers: { range: 'bytes=0-3' } });
      assert.deepEqual([part.status, await part.text()], [206, 'PAR1']);
      const database = await ask(`${release}/release.duckdb`, { headers: { range: 'bytes=8-11' } });
      assert.deepEqual([database.status, await database.text()], [206, 'DUCK']);
      const head = await ask(`${release}/datapackage.json`, { method: 'HEAD' });
      assert.match(head.headers.get('content-type') ?? '', /^application\/json/);
      for (const path of [
        `${release}/manifest.json`,
        '2020-01-01-00000000/permits.parquet',
        '..%2F/ledger.sqlite',
      ])
        assert.equal((await ask(path)).status, 404, path);
    } finally {
      await server.stop();
    }
  }
});

test('the order along the curve keeps neighbours together, and those without a point last', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'lintel-curve-'));
  try {
    await withDuckDb(scratch, async (connection) => {
      const grid = `(SELECT x * 5.625 - 177.1875 AS long, y * 2.8125 - 88.59375 AS lat, 64 * y + x AS id
        FROM range(64) AS a(x), range(64) AS b(y) UNION ALL SELECT NULL, NULL, 9999)`;
      const rows = (await connection.runAndReadAll(hilbertOrder(grid, 'long', 'lat', ['id']))).getRowsJson();
      assert.equal(rows.at(-1)?.[2], '9999');
      const cells = rows.slice(0, -1).map(([, , id]) => [Number(id) % 64, Math.floor(Number(id) / 64)]);
      for (const [index, [x = 0, y = 0]] of cells.slice(1).entries()) {
        const [fromX = 0, fromY = 0] = cells[index] ?? [];
        assert.equal(Math.abs(x - fromX) + Math.abs(y - fromY), 1, `step ${index}`);
      }
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
