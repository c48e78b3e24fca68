/**
 * `GET /v2/places/{geo_id}/names`: where the names of cities or ZIP codes are written on the map of a place, amid their
 * permits (C89). Answers are kept for each release: a map asks for them whenever it is opened.
 */
import { endpoints, geoIdKind, maxMapNames, type PlaceNames, parseQuery } from '@lintel/contract';
import { aggregatePermits } from '../../query/aggregate.js';
import { binsQuery, type Degrees, wholeWorld } from '../../releases/box-of-place.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { keptAnswers } from '../answer/kept-answers.js';

/** Answers of a release that are kept. */
const maxKept = 256;
/** Zoom of the map whose cells are counted to find the middle of a place, and degrees around its permits. */
const zoom = 10;
const room = 0.5;

const kept = keptAnswers<Buffer>(maxKept);

export const placeNames: DataHandler<typeof endpoints.place_names> = async ({ query, release }) => {
  const { geo_id: geoId } = query;
  const kind = geoIdKind(geoId);
  if (kind === null || kind === 'address' || kind === 'zip') return null;
  if ((await release.place(kind, geoId)) === null) return null;
  const inner = kind === 'state' || kind === 'county' ? 'city' : 'zip';
  const body = await kept(release, geoId, async () =>
    Buffer.from(JSON.stringify(await namesIn(release, geoId, inner))),
  );
  return { body };
};

async function namesIn(release: ServedRelease, geoId: string, inner: 'city' | 'zip'): Promise<PlaceNames> {
  const features: PlaceNames['features'] = [];
  for (const named of await largest(release, geoId, inner)) {
    const middle = await middleOf(release, named.geo_id);
    if (middle === null) continue;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: middle },
      properties: named,
    });
  }
  return { type: 'FeatureCollection', features };
}

/** The cities or ZIP codes of a place with the most permits there. */
async function largest(release: ServedRelease, geoId: string, inner: 'city' | 'zip') {
  const query = [
    ['geo_id', geoId],
    ['group_by', inner],
    ['limit', String(maxMapNames[inner])],
  ] as [string, string][];
  const parsed = parseQuery(endpoints.permit_aggregate, { query, path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  const sought = { records: 'permits', places: [geoId], from: null, to: null } as const;
  const { rows } = await aggregatePermits(release, parsed.value, sought);
  return rows.flatMap(({ city, city_name: name, zip, count }) => {
    const id = inner === 'city' ? city : zip;
    if (!id || !count) return [];
    // A city is named with its county and state.
    return [{ geo_id: id, name: name?.split(',')[0] ?? id, permit_count: count }];
  });
}

/** Amid the permits of a place, where a few that are far away do not count; null if none has a point. */
async function middleOf(release: ServedRelease, geoId: string): Promise<number[] | null> {
  const cellsIn = async (box: Degrees) => (await release.permitBins(binsQuery(box, zoom, geoId), zoom)).bins;
  const [most] = (await cellsIn(wholeWorld)).toSorted((one, other) => other.permit_count - one.permit_count);
  if (most === undefined) return null;
  const [lat = 0, lng = 0] = most.latlng;
  const cells = await cellsIn([lng - room, lat - room, lng + room, lat + room]);
  const half = cells.reduce((sum, { permit_count }) => sum + permit_count, 0) / 2;
  const median = (at: 0 | 1) => {
    const inOrder = cells.map(({ latlng, permit_count }) => ({ degrees: latlng[at] ?? 0, permit_count }));
    let passed = 0;
    for (const { degrees, permit_count } of inOrder.sort((one, other) => one.degrees - other.degrees)) {
      passed += permit_count;
      if (passed >= half) return Math.round(degrees * 1e5) / 1e5;
    }
    return 0;
  };
  return cells.length === 0 ? null : [median(1), median(0)];
}
