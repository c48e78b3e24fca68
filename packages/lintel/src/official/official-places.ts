/** What surveys say of each place: rows under the geo_ids of Lintel, and the years of states by adding where no file has them. */
import type { OfficialPeriod, OfficialPlace } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { placeNames } from '../geography/census-geoids.js';
import type { City, Geography } from '../geography/geography.js';
import type { Survey, SurveyPlace, SurveyRow } from './read-survey.js';

/** Where a town is the city of its people: Connecticut, Maine, Massachusetts, New Hampshire, Rhode Island, Vermont. */
export const newEngland = ['09', '23', '25', '33', '44', '50'];

interface Sum {
  readonly geoIds: readonly string[];
  population: number | null;
  readonly periods: Map<string, OfficialPeriod>;
}

/** Places by geo_id, in the order of geo_ids. */
export function officialPlaces(surveys: readonly Survey[], geography: Geography): Map<string, OfficialPlace> {
  const sums = new Map<string, Sum>();
  const rows = surveys.flatMap((survey) => survey.rows);
  const stated = new Set(rows.filter(({ county }) => county === null).map(stateAndPeriod));
  for (const row of rows)
    for (const { key, geoIds } of placesOf(row, geography, stated)) add(sums, key, geoIds, row);
  const places = [...sums.values()].flatMap(({ geoIds, population, periods }) => {
    const sorted = [...periods.values()].sort((a, b) => (a.period < b.period ? -1 : 1));
    return geoIds.map((id) => [id, { population, periods: sorted }] as const);
  });
  return new Map(places.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Place {
  readonly key: string;
  readonly geoIds: readonly string[];
}

const stateAndPeriod = ({ state, period }: SurveyRow) => `${state} ${period}`;

/**
 * The places that a row counts for. A row by place is not added to its county: the files by county have that. `stated`:
 * the states and periods that files by state have.
 */
function placesOf(row: SurveyRow, geography: Geography, stated: ReadonlySet<string>): Place[] {
  const { state, county, place, period } = row;
  const code = geography.states.find(({ fips }) => fips === state)?.code;
  const ofState = code === undefined ? [] : [{ key: code, geoIds: [code] }];
  if (county === null) return ofState;
  if (place === null) {
    // Files by month lack the counties without a survey of each month.
    const isAdded = period.length === 4 && !stated.has(stateAndPeriod(row));
    const known = geography.countyByGeoid(county);
    return [
      ...(isAdded ? ofState : []),
      ...(known === null ? [] : [{ key: county, geoIds: [known.geoId, geoId('jurisdiction', known.geoid)] }]),
    ];
  }
  const { geoid } = place;
  if (geoid === null) return [];
  const city = cityOf(place, state, county, geography);
  const geoIds = [geoId('jurisdiction', geoid), ...(city === null ? [] : [city.geoId])];
  return [{ key: geoid, geoIds }];
}

function cityOf(
  { name, geoid }: SurveyPlace,
  fips: string,
  countyGeoid: string,
  geography: Geography,
): City | null {
  const state = geography.states.find((each) => each.fips === fips)?.code;
  // Beside a city there is often a township of its name, which is another place.
  if (state === undefined || (geoid?.length !== 7 && !newEngland.includes(fips))) return null;
  for (const each of placeNames(name)) {
    const city = geography.city(each, state, { countyGeoid });
    if (city?.countyGeoids.includes(countyGeoid)) return city;
  }
  return null;
}

/** An authority in several counties has a row for each. */
function add(sums: Map<string, Sum>, key: string, geoIds: readonly string[], row: SurveyRow): void {
  const sum = sums.get(key) ?? { geoIds, population: null, periods: new Map() };
  sums.set(key, sum);
  const population = row.place?.population ?? null;
  if (population !== null) sum.population = Math.max(population, sum.population ?? 0);
  const { state, county, place, ...counts } = row;
  const before = sum.periods.get(row.period);
  sum.periods.set(row.period, before === undefined ? counts : together(before, counts));
}

function together(a: OfficialPeriod, b: OfficialPeriod): OfficialPeriod {
  const kind = (id: keyof OfficialPeriod['kinds']) => ({
    buildings: a.kinds[id].buildings + b.kinds[id].buildings,
    units: a.kinds[id].units + b.kinds[id].units,
    value: a.kinds[id].value + b.kinds[id].value,
  });
  const months = [a.months_reported, b.months_reported].filter((each) => each !== null);
  return {
    period: a.period,
    buildings: a.buildings + b.buildings,
    units: a.units + b.units,
    units_reported: a.units_reported + b.units_reported,
    value: a.value + b.value,
    months_reported: months.length === 0 ? null : Math.min(...months),
    kinds: {
      one_unit: kind('one_unit'),
      two_units: kind('two_units'),
      three_or_four_units: kind('three_or_four_units'),
      five_or_more_units: kind('five_or_more_units'),
    },
  };
}
