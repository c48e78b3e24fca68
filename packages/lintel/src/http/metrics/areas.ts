/** `GET /v2/metrics/areas`: the current metrics of all states or counties, for a map (C46). */

import type { CurrentMetrics, endpoints, MetricsByArea, QueryOf } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { currentPeriod } from '../../format/roll-ups/current-dates.js';
import { readTable } from '../../geography/table.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { keptAnswers } from '../answer/kept-answers.js';

interface Area {
  readonly geoId: string;
  readonly name: string;
  readonly state: string;
  readonly fips: string;
}

/** Answers of a release that are kept: all counties are thousands of places, and a map asks for them again. */
const maxKept = 16;

type Kind = 'state' | 'county';

interface Answer {
  readonly body: Buffer;
  readonly isEmpty: boolean;
}

const kept = keptAnswers<Answer>(maxKept);

export const metricsByArea: DataHandler<typeof endpoints.metrics_by_area> = async ({ query, release }) => {
  const question = JSON.stringify([query.kind, query.state, query.tag, query.property_type]);
  const answer = await kept(release, question, () => measure(query, release));
  const period = currentPeriod(release.info.released_at);
  const places = query.state === null ? [] : [query.state];
  return { ...answer, sought: { records: 'permits', places, ...period } };
};

async function measure(
  query: QueryOf<typeof endpoints.metrics_by_area>,
  release: ServedRelease,
): Promise<Answer> {
  const { kind, state, tag, property_type } = query;
  const wanted = areas(kind).filter((area) => state === null || area.state === state);
  const rows: MetricsByArea['areas'] = [];
  const counts = await officialOf(release, kind);
  const official = wanted.flatMap(({ geoId: id }) => counts.get(id) ?? []);
  for (const { geoId: id, name, fips } of wanted) {
    const found = release.currentMetrics(kind, id, { tag, propertyType: property_type }, null);
    const [row] = (await found) ?? [];
    if (row === undefined) continue;
    const { tag: _, property_type: __, ...sums } = JSON.parse(row.toString()) as CurrentMetrics;
    rows.push({ name, fips, ...sums });
  }
  const period = currentPeriod(release.info.released_at);
  const body: MetricsByArea = { ...period, tag, property_type, areas: rows, official };
  return { body: Buffer.from(JSON.stringify(body)), isEmpty: rows.length === 0 };
}

type OfficialAreas = ReadonlyMap<string, MetricsByArea['official'][number]>;

/** The last official year of each place, read once for a release. */
const counted = new WeakMap<ServedRelease, Map<Kind, OfficialAreas>>();

async function officialOf(release: ServedRelease, kind: Kind): Promise<OfficialAreas> {
  const byKind = counted.get(release) ?? new Map<Kind, OfficialAreas>();
  counted.set(release, byKind);
  const read = byKind.get(kind);
  if (read !== undefined) return read;
  const all = new Map<string, MetricsByArea['official'][number]>();
  for (const { geoId: id, name, fips } of areas(kind)) {
    const year = (await release.official(id))?.periods.findLast(({ period }) => period.length === 4);
    if (year !== undefined)
      all.set(id, { geo_id: id, name, fips, year: Number(year.period), units: year.units });
  }
  byKind.set(kind, all);
  return all;
}

let known: Readonly<Record<Kind, readonly Area[]>> | null = null;

/** All states, or all counties, by FIPS code. */
function areas(kind: Kind): readonly Area[] {
  known ??= readAreas();
  return known[kind];
}

function readAreas() {
  const states = readTable('states', ([code = '', fips = '', name = '']) => {
    return { geoId: code, name, state: code, fips };
  });
  const codes = new Map(states.map(({ fips, state }) => [fips, state]));
  const counties = readTable('counties', ([fips = '', name = '']) => {
    const state = codes.get(fips.slice(0, 2)) ?? '';
    return { geoId: geoId('county', fips), name: `${name}, ${state}`, state, fips };
  });
  const byFips = (one: Area, other: Area) => (one.fips < other.fips ? -1 : 1);
  return { state: states.sort(byFips), county: counties.sort(byFips) };
}
