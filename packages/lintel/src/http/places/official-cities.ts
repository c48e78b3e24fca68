/**
 * `GET /v2/places/{geo_id}/official/cities`: the cities of a state or county by the official count, as points of a map
 * (C100). Those of a state are kept for each release.
 */
import { type endpoints, geoIdKind, type OfficialCities, type OfficialRow } from '@lintel/contract';
import { geoId as placeId } from '@lintel/contract/plain';
import type { SearchPage } from '../../format/record.js';
import { readTable } from '../../geography/table.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { keptAnswers } from '../answer/kept-answers.js';

/** States of a release whose cities are kept: all of them. */
const maxKept = 64;
/** Rows of the index that are read at once. */
const readRows = 5000;

type City = OfficialCities['features'][number];

/** A city with the county that most of it is in. */
interface PlacedCity {
  readonly county: string;
  readonly city: City;
}

const kept = keptAnswers<readonly PlacedCity[]>(maxKept);

export const officialCities: DataHandler<typeof endpoints.official_cities> = async ({ query, release }) => {
  const { geo_id: geoId } = query;
  const kind = geoIdKind(geoId);
  if (kind === null || kind === 'address' || kind === 'zip') return null;
  const details = await release.place(kind, geoId);
  if (details === null) return null;
  const { state = '' } =
    kind === 'state' ? { state: geoId } : (JSON.parse(details.toString()) as { readonly state?: string });
  const hasCities = kind === 'state' || kind === 'county';
  const cities = hasCities
    ? await kept(release, state, async () => placed(await lastYears(release, state)))
    : [];
  const features = cities
    .filter(({ county }) => kind === 'state' || county === geoId)
    .map(({ city }) => city);
  return {
    body: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features } satisfies OfficialCities)),
  };
};

/** Cities as points, the most homes first. Reading the table of all cities takes some 20 ms. */
function placed(cities: ReadonlyMap<string, OfficialRow>): PlacedCity[] {
  const found: PlacedCity[] = [];
  readTable('cities', ([, , counties = '', , lat, lng, , geo_id = '']) => {
    const row = cities.get(geo_id);
    if (row === undefined || row.units === 0) return;
    const { name, period, units, population } = row;
    found.push({
      county: placeId('county', counties.slice(0, 5)),
      city: {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
        // A city is named with its county and state.
        properties: { geo_id, name: name.split(',')[0] ?? name, year: Number(period), units, population },
      },
    });
  });
  return found.sort(
    ({ city: { properties: one } }, { city: { properties: other } }) =>
      other.units - one.units || (one.geo_id < other.geo_id ? -1 : 1),
  );
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
