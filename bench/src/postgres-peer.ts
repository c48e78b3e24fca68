/**
 * A real PostgreSQL over the permits and properties of a release, for comparison: started from its binaries
 * in its own directory, over a socket there, with the usual indexes for such a table. A directory that was
 * filled before is reused.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Permit, Property } from '@lintel/contract';
import { recordsFile } from 'lintel/dist/format/layout.js';
import { foldText } from 'lintel/dist/format/text-index/text-index.js';
import postgres from 'postgres';
import { print } from './figures.js';

const binaries = '/usr/lib/postgresql';
const startAttempts = 200;
const filledFile = 'filled';
/** Which tables it was filled with. */
const tables = 'permit, property, with durations, folded';

const settings = [
  'listen_addresses=',
  'shared_buffers=2GB',
  'work_mem=64MB',
  'maintenance_work_mem=1GB',
  'effective_cache_size=12GB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
  'fsync=off',
  'synchronous_commit=off',
  'jit=off',
  // One process per query, so that its processor time can be measured.
  'max_parallel_workers_per_gather=0',
];

const columns = [
  'id text collate "C" primary key',
  'start_date date',
  'state text',
  'county text',
  'city text',
  'tags text[] not null',
  'status text',
  'property_type text',
  'job_value bigint',
  'description text',
  'contractor_id text collate "C"',
  'address text',
  'construction_duration int',
  'approval_duration int',
  'inspection_pass_rate int',
  'doc text not null',
];

const propertyColumns = [
  'id text primary key',
  'newest date',
  'county text',
  'property_type text',
  'doc text not null',
];

const indexes = [
  'create index on permit (state, start_date desc, id)',
  'create index on permit (county, start_date desc, id)',
  'create index on permit (city, start_date desc, id)',
  'create index on permit (contractor_id, start_date desc, id)',
  'create index on permit (job_value)',
  'create index on permit (address, start_date desc)',
  'create index on property (county, newest desc)',
  'create index on permit using gin (tags)',
  'create index on permit using gin (description gin_trgm_ops)',
];

export interface Peer {
  readonly sql: postgres.Sql;
  /** Milliseconds of processor time that the server process of the connection has used. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Starts the newest PostgreSQL there is on the directory, and fills it with the release's permits if it is empty. */
export async function startPeer(directory: string, release: string): Promise<Peer> {
  const filled = join(directory, filledFile);
  const peer = await startPostgres(directory);
  try {
    // The name of a release identifies its content.
    const content = `${basename(release)} ${tables}`;
    if (!existsSync(filled) || readFileSync(filled, 'utf8') !== content) {
      await fill(peer.sql, release);
      writeFileSync(filled, content);
    }
    return peer;
  } catch (error) {
    await peer.stop();
    throw error;
  }
}

/** Starts the newest PostgreSQL there is, on a database cluster in the directory that is made if it is missing. */
export async function startPostgres(directory: string): Promise<Peer> {
  const bin = newestBinaries();
  const user = serverUser();
  mkdirSync(directory, { recursive: true });
  chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  if (!existsSync(data)) {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'bench'],
      {
        ...user,
        cwd: directory,
        stdio: 'ignore',
      },
    );
  }
  const options = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', directory, ...options], {
    ...user,
    cwd: directory,
    stdio: 'ignore',
  });
  const sql = postgres({
    path: join(directory, '.s.PGSQL.5432'),
    user: 'bench',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
  });
  const stop = async () => {
    await sql.end({ timeout: 1 });
    if (server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  try {
    await waitUntilReady(sql);
    const [backend] = await sql`select pg_backend_pid() as pid`;
    const pid = Number(backend?.pid);
    return { sql, cpuMs: () => cpuOf(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newestBinaries(): string {
  const versions = existsSync(binaries) ? readdirSync(binaries).map(Number) : [];
  if (versions.length === 0) throw new Error(`no PostgreSQL in ${binaries}`);
  return join(binaries, String(Math.max(...versions)), 'bin');
}

/** The server refuses to run as root: then it runs as the user that its package made. */
function serverUser(): { uid: number; gid: number } {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function waitUntilReady(sql: postgres.Sql): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (attempt === startAttempts) throw error;
      await sleep(100);
    }
  }
}

async function fill(sql: postgres.Sql, release: string): Promise<void> {
  print('filling PostgreSQL');
  await sql.unsafe('drop table if exists permit, property');
  await sql.unsafe('create extension if not exists pg_trgm');
  await sql.unsafe(`create table permit (${columns.join(', ')})`);
  await sql.unsafe(`create table property (${propertyColumns.join(', ')})`);
  await copyIn(sql, 'permit', join(release, recordsFile('permits')), permitLine);
  await copyIn(sql, 'property', join(release, recordsFile('properties')), propertyLine);
  for (const index of indexes) await sql.unsafe(index);
  await sql.unsafe('vacuum analyze permit, property');
}

/** Copies the records of a file into a table; `lineOf` makes the row of a record. */
async function copyIn(
  sql: postgres.Sql,
  table: string,
  path: string,
  lineOf: (doc: string) => string,
): Promise<void> {
  const copy = await sql.unsafe(`copy ${table} from stdin`).writable();
  let batch = '';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    batch += lineOf(line);
    if (batch.length < 1 << 20) continue;
    if (!copy.write(batch)) await once(copy, 'drain');
    batch = '';
  }
  copy.end(batch);
  await once(copy, 'finish');
}

function permitLine(doc: string): string {
  const permit = JSON.parse(doc) as Permit;
  return copyLine([
    permit.id,
    permit.start_date,
    permit.address.state,
    permit.geo_ids.county_id,
    permit.geo_ids.city_id,
    `{${permit.tags.join(',')}}`,
    permit.status,
    permit.property_type,
    permit.job_value,
    // Line ends are spaces to a search.
    permit.description === null ? null : foldText(permit.description),
    permit.contractor_id ?? null,
    permit.geo_ids.address_id,
    permit.construction_duration,
    permit.approval_duration,
    permit.inspection_pass_rate ?? null,
    doc,
  ]);
}

function propertyLine(doc: string): string {
  const property = JSON.parse(doc) as Property;
  const { id, last_permit_date: newest, geo_ids: ids, property_type: type } = property;
  return copyLine([id, newest, ids.county_id, type, doc]);
}

function copyLine(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : escaped(String(value)))).join('\t')}\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

/** As reported by Linux, in nanoseconds. */
function cpuOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
