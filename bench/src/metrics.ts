/**
 * Processor time of one query for metrics, coverage, decisions and places, on a release without the service;
 * and of keeping some fields of a record, compared with parsing and writing it again.
 *
 *   node bench/dist/metrics.js [permits | DIRECTORY] [questions a kind]
 */
import { type Contractor, endpoints, Permit, propertyTypes, tagIds } from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { chooseFields, keepFields } from 'lintel/dist/http/answer/keep-fields.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';

const [what = '100000', asked = '2000'] = process.argv.slice(2);
const questions = Number(asked);
const home = benchHome(what);
const release = openRelease(home.release);
try {
  const permits = (evenly('permits', 2000) as Permit[]).filter(
    (permit) => permit.geo_ids.address_id !== null && permit.contractor_id !== undefined,
  );
  print(`release of ${home.permits} permits; ${questions} questions of each kind, ms of processor time`);
  print('question                              p50      p99      max');
  askAll(release, permits);
  fields(permits);
} finally {
  release.close();
  home.remove();
}

/** So many records of the release, evenly spread. */
function evenly(kind: 'permits' | 'contractors', count: number): object[] {
  const reader = new RowReader(home.release, kind);
  const some = Math.min(count, reader.rows);
  const records = Array.from(
    { length: some },
    (_, i) => JSON.parse(reader.row(Math.floor((i * reader.rows) / some)).toString()) as object,
  );
  reader.close();
  return records;
}

function askAll(on: Release, permits: readonly Permit[]): void {
  const months = { from: 0, to: 12 * 9999 };
  const all = { tag: 'all', propertyType: 'all' };
  const permit = (i: number) => permits[(i * 7919) % permits.length] as Permit;
  const cell = (i: number) => ({
    tag: ['all', ...tagIds][i % (tagIds.length + 1)] ?? 'all',
    propertyType: ['all', ...propertyTypes][i % (propertyTypes.length + 1)] ?? 'all',
  });
  const largest = largestContractor();
  const state = (i: number) => permit(i).address.state ?? 'CA';
  const decided = {
    ...emptyQuery(endpoints.decision_search),
    decision_from: '2000-01-01',
    decision_to: '2099-01-01',
  };
  const kinds: Record<string, (i: number) => unknown> = {
    'current, ZIP, any cell': (i) =>
      on.currentMetrics('zip', permit(i).address.zip_code ?? '', cell(i), null),
    'current, state, all': (i) => on.currentMetrics('state', state(i), all, null),
    'current, state, past year': (i) => on.currentMetrics('state', state(i), all, permit(i).start_date),
    'monthly, county, any cell': (i) =>
      on.monthlyMetrics('county', permit(i).geo_ids.county_id ?? '', cell(i), months),
    'monthly, state, all': (i) => on.monthlyMetrics('state', state(i), all, months),
    'monthly, address': (i) => on.monthlyMetrics('address', permit(i).geo_ids.address_id ?? '', all, months),
    'monthly, contractor': (i) => on.contractorMetrics(permit(i).contractor_id ?? '', all, months),
    'monthly, largest contractor': () => on.contractorMetrics(largest, all, months),
    'coverage, state, days': (i) =>
      on.coverage('state', state(i), permit(i).start_date ?? '2025-01-15', '2026-06-10'),
    'coverage, city, days': (i) =>
      on.coverage(
        'city',
        permit(i).geo_ids.city_id ?? '',
        permit(i).start_date ?? '2025-01-15',
        '2026-06-10',
      ),
    'decisions, state, page of 50': (i) => on.searchDecisions({ ...decided, geo_id: [state(i)] }, 0, 50),
    'decisions, state, rare words': (i) =>
      on.searchDecisions({ ...decided, geo_id: [state(i)], decision_q: 'ordinance lane' }, 0, 50),
    'decisions, state, value': (i) =>
      on.searchDecisions({ ...decided, geo_id: [state(i)], min_project_value: 10 ** 12 }, 0, 50),
    'decisions, state, count': (i) => on.countDecisions({ ...decided, geo_id: [state(i)] }, 250),
    'county search': (i) => on.searchPlaces('county', `${permit(i).address.county ?? 'travis'}`, 0, 10),
    'ZIP search': (i) => on.searchPlaces('zip', (permit(i).address.zip_code ?? '787').slice(0, 3), 0, 10),
  };
  for (const [name, question] of Object.entries(kinds)) measure(name, question);
}

function largestContractor(): string {
  const contractors = evenly('contractors', 1e9) as Contractor[];
  contractors.sort((a, b) => b.permit_count - a.permit_count);
  print(`largest contractor: ${contractors[0]?.permit_count} permits`);
  return contractors[0]?.id ?? '';
}

function measure(name: string, question: (i: number) => unknown): void {
  for (let i = 0; i < 200; i++) question(i);
  const times: number[] = [];
  for (let i = 0; i < questions; i++) {
    const begun = process.cpuUsage();
    question(i);
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
  }
  const cells = [0.5, 0.99, 1].map((share) => figure(quantile(times, share)).padStart(8));
  print(`${name.padEnd(32)} ${cells.join(' ')}`);
}

function fields(permits: readonly Permit[]): void {
  const records = permits.map((permit) => Buffer.from(JSON.stringify(permit)));
  const keys = Object.keys(Permit.properties);
  for (const wanted of [
    ['number', 'status'],
    ['number', 'tags', 'property_type'],
  ]) {
    const choice = chooseFields(keys, wanted);
    const rounds = 20;
    const kept = perRecord(rounds, records, (record) => keepFields(record, choice).length);
    const parsed = perRecord(rounds, records, (record) => {
      const all = JSON.parse(record.toString()) as Record<string, unknown>;
      return Buffer.from(JSON.stringify(Object.fromEntries(['id', ...wanted].map((key) => [key, all[key]]))))
        .length;
    });
    print(
      `fields ${wanted.join(',')}: ${figure(kept)} µs a permit; parsed and written again ${figure(parsed)} µs`,
    );
  }
}

function perRecord(rounds: number, records: readonly Buffer[], work: (record: Buffer) => number): number {
  let bytes = 0;
  for (const record of records) bytes += work(record);
  const begun = cpuMs();
  for (let round = 0; round < rounds; round++) for (const record of records) bytes += work(record);
  if (bytes === 0) throw new Error('nothing was kept');
  return ((cpuMs() - begun) * 1000) / (rounds * records.length);
}
