/**
 * Questions that maps ask of a release: boxes and circles with and without filters, sorted searches, bins and
 * tiles by zoom, estimates. Milliseconds of processor time, p50 and p99 over many questions around permits
 * taken at random; each is asked three times and the least counts.
 *
 *   node bench/dist/spatial.js [permits or directory of an installation]… [--queries 200] [--seed 1]
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints, type Permit, type TagId } from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import { tileOf } from '@lintel/testing/release/naive-map.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import type { ContractorQuery, PermitQuery, PropertyQuery } from 'lintel/dist/query/questions.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import { pickFrom, samplePermits } from './search-queries.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const queries = Number(values.queries);
const rounds = 3;
const pageSize = 50;

for (const argument of positionals.length === 0 ? ['50000'] : positionals) measure(argument);

function measure(argument: string): void {
  const home = benchHome(argument);
  const release = openRelease(home.release);
  try {
    const chance = syntheticNumbers(Number(values.seed));
    const placed = samplePermits(home.release, chance).filter(({ address }) => address.latlng !== null);
    print(`\n${home.permits.toLocaleString('en-US')} permits, ${queries} questions of each kind`);
    print(`index: ${figure(indexBytes(home.release) / home.permits)} bytes a permit`);
    const cells = questionsOf(placed, chance).map(({ name, make }) => [name, ...timesOf(release, make)]);
    print(table(['question', 'p50 CPU ms', 'p99 CPU ms'], cells));
  } finally {
    release.close();
    home.remove();
  }
}

/** Bytes of the files that only questions of maps read. */
function indexBytes(release: string): number {
  return readdirSync(release)
    .filter((name) => /\.(point|by-cell|cells)\./.test(name))
    .reduce((sum, name) => sum + statSync(join(release, name)).size, 0);
}

type Ask = (release: Release) => unknown;

function timesOf(release: Release, make: () => Ask): string[] {
  const asked = Array.from({ length: queries }, make);
  for (const ask of asked) ask(release);
  const times = asked.map((ask) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const begun = cpuMs();
      ask(release);
      least = Math.min(least, cpuMs() - begun);
    }
    return least;
  });
  return [figure(quantile(times, 0.5)), figure(quantile(times, 0.99))];
}

function questionsOf(
  placed: readonly Permit[],
  chance: () => number,
): { readonly name: string; make(): Ask }[] {
  const permit = () => pickFrom(placed, chance);
  const point = () => permit().address.latlng ?? [0, 0];
  const permits: PermitQuery = { ...emptyQuery(endpoints.permit_search) };
  const contractors: ContractorQuery = { ...emptyQuery(endpoints.contractor_search) };
  const properties: PropertyQuery = { ...emptyQuery(endpoints.property_search) };
  /** A box around a permit, this many degrees wide. */
  const box = (width: number) => {
    const [lat = 0, lng = 0] = point();
    return [lng - width / 2, lat - width / 2, lng + width / 2, lat + width / 2];
  };
  const country = [-125, 24, -66, 50];
  const tag = (): TagId[] => permit().tags.slice(0, 1);
  const year = () => ({ permit_from: '2024-01-01', permit_to: '2024-12-31' });
  const page = (query: Partial<PermitQuery>) => (release: Release) =>
    release.searchPermits({ ...permits, ...query }, 0, pageSize);
  const count = (query: Partial<PermitQuery>) => (release: Release) =>
    release.countPermits({ ...permits, ...query });
  const tile = (z: number, query: Partial<PermitQuery> = {}) => {
    const [x, y] = tileOf(point(), z);
    return (release: Release) => release.permitTile({ ...permits, ...query }, { z, x, y });
  };
  const bins =
    (zoom: number, bbox: number[], query: Partial<PermitQuery> = {}) =>
    (release: Release) =>
      release.permitBins({ ...permits, ...query, bbox }, zoom);
  return [
    { name: 'box of 1 km', make: () => page({ bbox: box(0.01) }) },
    { name: 'box of 40 km', make: () => page({ bbox: box(0.4) }) },
    {
      name: 'box of 40 km, tag, a year',
      make: () => page({ bbox: box(0.4), permit_tags: tag(), ...year() }),
    },
    { name: 'box of 500 km, tag', make: () => page({ bbox: box(5), permit_tags: tag() }) },
    { name: 'the country, tag', make: () => page({ bbox: country, permit_tags: tag() }) },
    {
      name: 'the country, solar with battery, value',
      make: () =>
        page({ bbox: country, permit_tags: ['solar_battery_storage'], permit_min_job_value: 1_000_000 }),
    },
    { name: 'within 500 m', make: () => page({ near: [...point()], radius_m: 500 }) },
    { name: 'within 20 km', make: () => page({ near: [...point()], radius_m: 20_000 }) },
    { name: 'count in a box of 40 km, tag', make: () => count({ bbox: box(0.4), permit_tags: tag() }) },
    {
      name: 'estimate in the country, text',
      make: () => (release: Release) =>
        release.estimatePermits({ ...permits, bbox: country, permit_q: 'roof' }, null),
    },
    {
      name: 'contractors in a box of 40 km',
      make: () => {
        const query = { ...contractors, bbox: box(0.4) };
        return (release) => release.searchContractors(query, 0, pageSize);
      },
    },
    {
      name: 'properties in a box of 1 km',
      make: () => {
        const query = { ...properties, bbox: box(0.01) };
        return (release) => release.searchProperties(query, 0, pageSize);
      },
    },
    {
      name: 'permits of a state by value',
      make: () => page({ geo_id: [permit().address.state ?? 'CA'], sort: 'job_value' }),
    },
    {
      name: 'permits of a state and tag by value, a year',
      make: () =>
        page({ geo_id: [permit().address.state ?? 'CA'], permit_tags: tag(), sort: 'job_value', ...year() }),
    },
    {
      name: 'contractors of a state by permits',
      make: () => {
        const query: ContractorQuery = {
          ...contractors,
          geo_id: [permit().address.state ?? 'CA'],
          sort: 'permit_count',
        };
        return (release) => release.searchContractors(query, 0, pageSize);
      },
    },
    {
      name: 'contractors of a state and tag by value, a year',
      make: () => {
        const query: ContractorQuery = {
          ...contractors,
          geo_id: [permit().address.state ?? 'CA'],
          permit_tags: tag(),
          sort: 'total_job_value',
          ...year(),
        };
        return (release) => release.searchContractors(query, 0, pageSize);
      },
    },
    { name: 'bins of the country', make: () => bins(4, country) },
    {
      name: 'bins of the country, tag, a year',
      make: () => bins(4, country, { permit_tags: tag(), ...year() }),
    },
    { name: 'bins of 5 degrees', make: () => bins(8, box(5)) },
    { name: 'bins of 0.4 degrees', make: () => bins(11, box(0.4)) },
    { name: 'bins of 0.02 degrees', make: () => bins(15, box(0.02)) },
    ...[0, 4, 8, 11, 14, 16].map((z) => ({ name: `tile of zoom ${z}`, make: () => tile(z) })),
    { name: 'tile of zoom 8, tag, a year', make: () => tile(8, { permit_tags: tag(), ...year() }) },
  ];
}
