/**
 * `GET /v2/places/{geo_id}/official/cities`: the cities of a state or county by the official count, as points of a map
 * (C100). Answers are kept for each release.
 */
import { type endpoints, geoIdKind, type OfficialCities, type OfficialRow } from '@lintel/contract';
import { geoId as placeId } from '@lintel/contract/plain';
import type { SearchPage } from '../../format/record.js';
import { readTable } from '../../geography/table.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { keptAnswers } from '../answer/kept-answers.js';

/** Answers of a release that are kept. */
const maxKept = 256;
/** Rows of the index that are read at once. */
const readRows = 5000;

const kept = keptAnswers<Buffer>(maxKept);

export const officialCities: DataHandler<typeof endpoints.official_cities> = async ({ query, release }) => {
  const { geo_id: geoId } = query;
  const kind = geoIdKind(geoId);
  if (kind === null || kind === 'address' || kind === 'zip') return null;
  const details = await release.place(kind, geoId);
  if (details === null) return null;
  const body = await kept(release, geoId, async () => {
    const hasCities = kind === 'state' || kind === 'county';
    const { state } = JSON.parse(details.toString()) as { readonly state?: string };
    const cities = hasCities ? await lastYears(release, kind === 'state' ? geoId : (state ?? '')) : new Map();
    return Buffer.from(JSON.stringify(onMap(cities, kind === 'county' ? geoId : null)));
  });
  return { body };
};

/** The cities as points, of one county or of all. */
function onMap(cities: ReadonlyMap<string, OfficialRow>, county: string | null): OfficialCities {
  const features: OfficialCities['features'] = [];
  // A city in several counties is where most of it is.
  const isIn = (counties: string) => county === null || placeId('county', counties.slice(0, 5)) === county;
  readTable('cities', ([, , counties = '', , lat, lng, , geo_id = '']) => {
    const city = cities.get(geo_id);
    if (city === undefined || city.units === 0 || !isIn(counties)) return;
    const { name, period, units, population } = city;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
      // A city is named with its county and state.
      properties: { geo_id, name: name.split(',')[0] ?? name, year: Number(period), units, population },
    });
  });
  features.sort(
    ({ properties: one }, { properties: other }) =>
      other.units - one.units || (one.geo_id < other.geo_id ? -1 : 1),
  );
  return { type: 'FeatureCollection', features };
}

/** The last year of each city of a state. */
async function lastYears(release: ServedRelease, state: string): Promise<Map<string, OfficialRow>> {
  const years = new Map<string, OfficialRow>();
  const query = { geo_id: [state], kind: 'city' as const, period: 'year' as const };
  for (let from: number | null = 0; from !== null; ) {
    const page: SearchPage = await release.officialRows(query, from, readRows);
    for (const item of page.items) {
      const row = JSON.parse(item.toString()) as OfficialRow;
      years.set(row.geo_id, row);
    }
    from = page.next;
  }
  return years;
}
