/** `GET /v2/metrics/areas`: the current metrics of all states or counties, for a map (C46). */
import type { CurrentMetrics, endpoints, MetricsByArea } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { currentPeriod } from '../../format/roll-ups/current-dates.js';
import { readTable } from '../../geography/table.js';
import type { DataHandler } from '../answer/handler.js';

interface Area {
  readonly geoId: string;
  readonly name: string;
  readonly state: string;
  readonly fips: string;
}

export const metricsByArea: DataHandler<typeof endpoints.metrics_by_area> = async ({ query, release }) => {
  const { kind, state, tag, property_type } = query;
  const wanted = areas(kind).filter((area) => state === null || area.state === state);
  const rows: MetricsByArea['areas'] = [];
  for (const { geoId: id, name, fips } of wanted) {
    const found = release.currentMetrics(kind, id, { tag, propertyType: property_type }, null);
    const [row] = (await found) ?? [];
    if (row === undefined) continue;
    const { tag: _, property_type: __, ...sums } = JSON.parse(row.toString()) as CurrentMetrics;
    rows.push({ name, fips, ...sums });
  }
  const period = currentPeriod(release.info.released_at);
  const body: MetricsByArea = { ...period, tag, property_type, areas: rows };
  return {
    body: Buffer.from(JSON.stringify(body)),
    isEmpty: rows.length === 0,
    sought: { records: 'permits', places: state === null ? [] : [state], ...period },
  };
};

let known: Readonly<Record<'state' | 'county', readonly Area[]>> | null = null;

/** All states, or all counties, by FIPS code. */
function areas(kind: 'state' | 'county'): readonly Area[] {
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
