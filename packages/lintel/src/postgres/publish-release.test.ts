/** Releases in PostgreSQL, on a real server that the test stops and starts. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, runLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { blocksOf } from '@lintel/testing/docs/docs-blocks.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import type { Sql } from 'postgres';
import { connect } from '../base/postgres-connection.js';
import { type Progress, silentProgress } from '../base/progress.js';
import { readerOf } from '../export/column.js';
import { apiPrefix } from './api-tables.js';
import type { RecordRow } from './binary-rows.js';
import { readerRole } from './catalog.js';
import { openDatabaseReleases } from './database-releases.js';
import { schemaOf, tablesChecksum } from './load-release.js';
import {
  type DatabasePublication,
  publishInDatabase,
  releasesInDatabase,
  rollbackInDatabase,
} from './publish-release.js';
import { releaseTables, shownTables } from './tables.js';

const { signal } = new AbortController();
const options = { force: false, keep: 3, progress: silentProgress, signal };

if (noPostgres === false) {
  const server = startPostgres();
  const root = mkdtempSync(join(tmpdir(), 'lintel-postgres-'));
  after(() => {
    server.stop();
    rmSync(root, { recursive: true, force: true });
  });
  const home = join(root, 'home');
  await copySampleHome(home);
  const first = readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  const directoryOf = (id: string) => join(home, 'releases', id);
  const second = redatedRelease(directoryOf(first), '2026-07-01');
  const poor = redatedRelease(directoryOf(first), '2026-07-02', (info) => ({
    ...info,
    counts: { ...info.counts, addresses: 1 },
  }));
  const address = server.database();

  /** Asks the database on a connection of its own. */
  const ask = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const { sql, close } = connect(address, { application_name: 'lintel publish' });
    return work(sql).finally(close);
  };
  const query = (text: string) => ask(async (sql) => [...(await sql.unsafe(text))]);

  test('a load goes on where Ctrl-C, a killed backend and a crashed server left it', async () => {
    const ctrlC = new AbortController();
    const before = new PartProgress(() => ctrlC.abort());
    const interrupted = publishInDatabase(address, directoryOf(first), {
      ...options,
      progress: before,
      signal: ctrlC.signal,
    });
    await assert.rejects(interrupted, /Interrupted; nothing was published/);
    assert.equal((await releasesInDatabase(address, signal))[0]?.isLoaded, false);
    await refuses();

    let hasCrashed = false;
    const failures = [
      () =>
        query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'lintel publish' AND pid <> pg_backend_pid() AND datname = current_database()`),
      async () => {
        await server.crash();
        hasCrashed = true;
        await server.start();
      },
    ];
    const failed: Promise<unknown>[] = [];
    const progress = new PartProgress(() => {
      const failure = failures.shift();
      if (failure !== undefined) failed.push(failure());
    });
    const published = await publishInDatabase(address, directoryOf(first), { ...options, progress });
    assert.ok(hasCrashed);
    await Promise.all(failed);
    assert.equal(published.id, first);
    // The table whose part was lost begins twice, and not at its first row.
    const places = progress.begun.filter(({ table }) => table === 'Loading places').map(({ from }) => from);
    assert.deepEqual([places[0], places.every((from) => from >= 20_000)], [20_000, true]);
    const tables = [before, progress].map(({ begun }) => new Set(begun.map(({ table }) => table)));
    const begunAgain = [...(tables[0] ?? [])].filter((table) => tables[1]?.has(table));
    assert.deepEqual(begunAgain, ['Loading places']);
    assert.equal(
      tables.reduce((sum, { size }) => sum + size, 0),
      releaseTables('plain').length + 1,
    );
  });

  test('every value of the release is in its column, with the type of the column', async () => {
    for (const table of shownTables('plain')) {
      const key = table.primaryKey.join(', ');
      const texts = await query(
        `SELECT to_jsonb(t)::text AS row FROM lintel.${table.name} t ORDER BY ${key} LIMIT 3000`,
      );
      const found = texts.map(({ row }) => JSON.parse(String(row)) as Record<string, unknown>);
      const shown = table.columns.filter(({ name }) => !name.startsWith(apiPrefix));
      const readers = shown.map((column) => [column.name, readerOf(column)] as const);
      const expected = Array.from(table.rows(directoryOf(first), 0), (row, position) => {
        const record = hasRecord(row) ? { position, ...JSON.parse(row.record.toString()) } : row;
        return Object.fromEntries(readers.map(([name, read]) => [name, read(record)]));
      });
      const keyOf = (row: Record<string, unknown>) => table.primaryKey.map((name) => row[name]).join(' ');
      const byKey = new Map(expected.map((row) => [keyOf(row), row]));
      assert.equal(found.length, Math.min(3_000, expected.length), table.name);
      // No source of the sample names further contractors; those of a synthetic release are compared elsewhere.
      assert.ok(found.length > 0 || table.name === 'other_contractors', table.name);
      for (const row of found) assert.deepEqual(row, byKey.get(keyOf(row)), table.name);
    }
  });

  test('every view and every column of it has a comment, and the schema says under which rights', async () => {
    const missing = await query(`
      SELECT c.relname, a.attname FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = 'lintel'::regnamespace AND c.relkind = 'v'
        AND coalesce(col_description(c.oid, a.attnum), '') = ''`);
    assert.deepEqual(missing, []);
    const views = await query(`SELECT obj_description(c.oid) AS comment FROM pg_class c
      WHERE c.relnamespace = 'lintel'::regnamespace AND c.relkind = 'v'`);
    assert.equal(views.filter(({ comment }) => comment !== null).length, shownTables('plain').length);
    const [rights] = await query(`SELECT obj_description('lintel'::regnamespace) AS text`);
    assert.match(String(rights?.text), new RegExp(`release ${first} .* license of its source`));
  });

  test('the queries of the guides find something for a reader, who can change nothing', async () => {
    const [approved] = await query(
      'SELECT county_id FROM lintel.permits WHERE approval_duration IS NOT NULL AND address_lat IS NOT NULL LIMIT 1',
    );
    // As Grafana writes them.
    const filled = (text: string) =>
      text
        .replaceAll(
          /\$__timeFilter\((\w+)\)/g,
          "$1 BETWEEN '1990-01-01T00:00:00Z' AND '2030-01-01T00:00:00Z'",
        )
        .replaceAll('$county', String(approved?.county_id));
    const queries = ['docs/postgresql.md', 'docs/recipes.md']
      .flatMap(blocksOf)
      .filter(({ language, text }) => language === 'sql' && /\blintel\./.test(text))
      .map(({ text }) => ({ text: filled(text) }));
    assert.ok(queries.length >= 10);
    await ask(async (sql) => {
      await sql.unsafe(`SET ROLE ${readerRole}`);
      for (const { text } of queries)
        assert.ok((await sql.unsafe(text)).length > 0, `nothing found by ${text}`);
      for (const change of ['DELETE FROM lintel.permits', 'DELETE FROM lintel.publications']) {
        await assert.rejects(sql.unsafe(change), /permission denied/);
      }
    });
  });

  test('commands publish, list and roll back; views and servers follow, and nothing is loaded twice', async () => {
    const serving = await openDatabaseReleases(address, { directory: join(root, 'copies') });
    const follows = async (id: string) => {
      while (serving.current()?.id !== id) await sleep(50);
    };
    assert.equal(serving.current()?.id, first);
    const published = await jsonOf<Partial<DatabasePublication>>(home, 'publish', second, '--to', address);
    assert.deepEqual([published.status, published.previous], [0, first]);
    await follows(second);
    // Else the indexes would not answer without the tables. PostgreSQL 16 leaves some pages empty behind each part.
    const hidden = await query(`SELECT relname, relpages, relallvisible FROM pg_class
      WHERE relnamespace = '${published.schema}'::regnamespace AND relkind = 'r' AND relallvisible < 0.9 * relpages`);
    assert.deepEqual(hidden, []);
    // For walks that began before.
    assert.equal((await serving.get(first))?.id, first);
    assert.deepEqual(await shown(), [published.schema]);
    const back = await runLintel(home, 'rollback', '--in', address);
    assert.equal(back.stdout, `Showing ${first} again in the database, instead of ${second}.\n`);
    await follows(first);
    await serving.close();
    const listed = await runLintel(home, 'releases', '--in', address);
    assert.match(listed.stdout, new RegExp(`${first} .* published\n`));
    await assert.rejects(rollbackInDatabase(address, signal), /no earlier published release/);
    const progress = new PartProgress(() => {});
    const again = await publishInDatabase(address, directoryOf(first), { ...options, progress });
    assert.deepEqual([again.previous, progress.begun], [null, []]);
    assert.deepEqual(await shown(), [again.schema]);
  });

  test('a release with the tables of another version is loaded beside them, and views of people go on', async () => {
    const [before] = await shown();
    await query(`CREATE VIEW public.of_all AS SELECT id FROM lintel.permits`);
    await query(`CREATE VIEW public.of_release AS SELECT id FROM ${String(before)}.permits`);
    await query(`UPDATE lintel.releases SET tables = 'of another version' WHERE id = '${first}'`);
    const ctrlC = new AbortController();
    const progress = new PartProgress(() => ctrlC.abort());
    const stopped = { ...options, progress, signal: ctrlC.signal };
    await assert.rejects(publishInDatabase(address, directoryOf(first), stopped), /Interrupted/);
    assert.deepEqual(await shown(), [before]);
    const rows = 'SELECT count(*) AS rows FROM public.of_all';
    const permits = await query(rows);

    const again = await publishInDatabase(address, directoryOf(first), options);
    assert.deepEqual([again.schema, again.pruned, again.inUse], [`${String(before)}_2`, [], []]);
    const [row] = await query(
      `SELECT tables, is_loaded, schema_name FROM lintel.releases WHERE id = '${first}'`,
    );
    assert.deepEqual(row, { tables: tablesChecksum.plain, is_loaded: true, schema_name: again.schema });
    assert.deepEqual(await query(rows), permits);
    const kept = await publishInDatabase(address, directoryOf(first), options);
    const reason = 'a view or table of somebody depends on it';
    assert.deepEqual(kept.inUse, [{ id: before, reason }]);
    await query('DROP VIEW public.of_release');
    assert.deepEqual((await publishInDatabase(address, directoryOf(first), options)).pruned, [before]);
  });

  test('views of people that would be in the way are named before a row is loaded', async () => {
    await query(`DROP VIEW lintel.sources; CREATE VIEW lintel.sources AS SELECT 1 AS other`);
    await query(`CREATE VIEW public.mine AS SELECT * FROM lintel.sources`);
    await assert.rejects(publishInDatabase(address, directoryOf(second), options), /: public\.mine\./);
    await query('DROP VIEW public.mine, public.of_all');
    await publishInDatabase(address, directoryOf(first), options);
  });

  test('parts of descriptions and boxes of degrees are found by indexes', async () => {
    await ask(async (sql) => {
      await sql.unsafe('SET enable_seqscan = off');
      const asked = {
        permits_trigrams_of_description: `description ILIKE '%solar%'`,
        permits_box: 'address_lat BETWEEN 30 AND 30.1 AND address_long BETWEEN -98 AND -97.9',
      };
      for (const [index, condition] of Object.entries(asked)) {
        const plan = await sql.unsafe(`EXPLAIN SELECT id FROM lintel.permits WHERE ${condition}`);
        assert.match(JSON.stringify(plan), new RegExp(index));
      }
    });
  });

  test('the gate refuses a release that lost data, unless forced; releases beyond the limit are dropped', async () => {
    await assert.rejects(publishInDatabase(address, directoryOf(poor), options), /addresses fell from/);
    await query(`CREATE VIEW public.mine AS SELECT id FROM ${String((await shown())[0])}.permits`);
    const forced = await publishInDatabase(address, directoryOf(poor), { ...options, force: true, keep: 1 });
    assert.equal(forced.overridden.length, 1);
    assert.deepEqual(forced.pruned, [second]);
    assert.deepEqual(forced.inUse, [{ id: first, reason: 'a view or table of somebody depends on it' }]);
  });

  test('an old release that somebody used is dropped with the next publication', async () => {
    await query('DROP VIEW public.mine');
    const published = await publishInDatabase(address, directoryOf(poor), { ...options, keep: 1 });
    assert.deepEqual([published.pruned, published.inUse], [[first], []]);
    const schemas = await query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'lintel\\_%'`);
    assert.deepEqual(schemas, [{ nspname: published.schema }]);
  });

  test('a database that does not exist is refused without showing the password', async () => {
    const wrong = address.replace('lintel@', 'lintel:hunter2@').replace(/test\d+_\d+/, 'nowhere');
    const { status, stderr } = await runLintel(home, 'releases', '--in', wrong);
    assert.equal(status, 1);
    assert.match(stderr, /"nowhere" does not exist/);
    assert.ok(!stderr.includes('hunter2'));
  });

  /** The server refuses rows in the middle of COPY: the command ends, leaves no lock, and shows why. */
  async function refuses(): Promise<void> {
    const places = `${schemaOf(first)}.places`;
    await query(`ALTER TABLE ${places} ADD CONSTRAINT refused CHECK (geo_id IS NULL) NOT VALID`);
    await assert.rejects(publishInDatabase(address, directoryOf(first), options), /constraint "refused"/);
    await query(`ALTER TABLE ${places} DROP CONSTRAINT refused`);
    await query(`CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END'`);
    await query(`CREATE TRIGGER slow AFTER INSERT ON ${places} EXECUTE FUNCTION public.wait()`);
    const ctrlC = new AbortController();
    const slow = [
      { end: `pg_cancel_backend(pid)`, message: /The database refused: canceling statement/ },
      { end: '1', message: /Interrupted; nothing was published/ },
    ];
    for (const { end, message } of slow) {
      const waiting = publishInDatabase(address, directoryOf(first), { ...options, signal: ctrlC.signal });
      const ended = assert.rejects(waiting, message);
      while ((await query(`SELECT ${end} FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).length === 0)
        await sleep(20);
      if (end === '1') ctrlC.abort();
      await ended;
    }
    await query(`DROP FUNCTION public.wait CASCADE`);
  }

  /** The schemas that the views read. */
  async function shown(): Promise<unknown[]> {
    const rows = await query(`SELECT DISTINCT table_schema FROM information_schema.view_table_usage
      WHERE view_schema = 'lintel'`);
    return rows.map(({ table_schema }) => table_schema);
  }
} else {
  test('a release in PostgreSQL', { skip: noPostgres }, () => {});
}

/** Whether a row of a table has its values in the bytes of a record. */
function hasRecord(row: unknown): row is RecordRow {
  return typeof row === 'object' && row !== null && 'record' in row;
}

/** Notes at which row each table began, and calls back after the first part of each. */
class PartProgress implements Progress {
  readonly begun: { readonly table: string; readonly from: number }[] = [];
  readonly #onPart: () => void;
  #table = '';
  #advances = 0;

  constructor(onPart: () => void) {
    this.#onPart = onPart;
  }

  step(table: string): void {
    this.#table = table;
    this.#advances = 0;
  }

  advance(rows: number): void {
    if (!this.#table.startsWith('Loading')) return;
    if (this.#advances === 0) this.begun.push({ table: this.#table, from: rows });
    if (this.#advances === 1 && this.#table === 'Loading places') this.#onPart();
    this.#advances += 1;
  }

  done(): void {}
}
