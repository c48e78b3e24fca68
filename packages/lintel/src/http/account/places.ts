/**
 * `GET /account/api/places`: places for a first request, each with how many permits it has and the day of the newest.
 * It costs no credits: people ask before they have made a request.
 */
import {
  endpoints,
  firstDate,
  geoIdKind,
  lastDate,
  type Parsed,
  type Permit,
  type PlaceItem,
  parseQuery,
} from '@lintel/contract';
import type { AccountAnswer } from '@lintel/contract/account';
import type { RecordBytes } from '../../format/record.js';
import { aggregatePermits } from '../../query/aggregate.js';
import type { ServedRelease } from '../../releases/release.js';
import { keptAnswers } from '../answer/kept-answers.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';

type FoundPlace = AccountAnswer<'GET /places'>['places'][number];
type NamedPlace = Pick<FoundPlace, 'geo_id' | 'name'>;

/** Places of an answer: enough to choose from. */
const most = 8;
/** Places of a release whose permits are kept counted. */
const maxKept = 1_000;

const keptLargest = keptAnswers<readonly NamedPlace[]>(1);
const keptPlaces = keptAnswers<FoundPlace>(maxKept);

export const places = accountRoute('GET /places', async ({ context, query: { q = '', geo_id: geoId } }) => {
  const release = context.releases.current();
  if (release === null) throw new HttpError('unavailable');
  const text = q.trim();
  const named = await (geoId !== undefined
    ? placeOf(release, geoId)
    : text === ''
      ? keptLargest(release, '', () => largestCities(release))
      : placesLike(release, text));
  const found = await Promise.all(
    named.map((place) => keptPlaces(release, place.geo_id, () => withPermits(release, place))),
  );
  // Places of one name stay in the order of the search, behind those that have something to show.
  return { places: found.toSorted((one, other) => Number(one.permits === 0) - Number(other.permits === 0)) };
});

/** The cities with the most permits. */
async function largestCities(release: ServedRelease): Promise<NamedPlace[]> {
  const query = read(
    parseQuery(endpoints.permit_aggregate, {
      query: [
        ['group_by', 'city'],
        ['limit', String(most)],
      ],
      path: {},
    }),
  );
  const sought = { records: 'permits', places: [], from: null, to: null } as const;
  const { rows } = await aggregatePermits(release, query, sought);
  return rows.flatMap(({ city, city_name: name }) => (city ? [{ geo_id: city, name: name ?? city }] : []));
}

/** Cities whose name is like the text, or ZIP codes that begin with its digits. */
async function placesLike(release: ServedRelease, text: string): Promise<NamedPlace[]> {
  const { items } = /^\d+$/.test(text)
    ? await release.searchPlaces('zip', text, 0, most)
    : await release.searchCities(text, 0, most);
  return items.map(nameOf);
}

/** The place of the id; none if the release has no such place. */
async function placeOf(release: ServedRelease, geoId: string): Promise<NamedPlace[]> {
  const kind = geoIdKind(geoId);
  const place = kind === null || kind === 'address' ? null : await release.place(kind, geoId);
  return place === null ? [] : [{ geo_id: geoId, name: nameOf(place).name }];
}

function nameOf(item: RecordBytes): NamedPlace {
  const { geo_id, name } = JSON.parse(item.toString()) as PlaceItem;
  return { geo_id, name };
}

/** How many permits a place has, and the day of the newest. */
async function withPermits(release: ServedRelease, { geo_id, name }: NamedPlace): Promise<FoundPlace> {
  const query = read(
    parseQuery(endpoints.permit_search, {
      query: [
        ['geo_id', geo_id],
        ['permit_from', firstDate],
        ['permit_to', lastDate],
      ],
      path: {},
    }),
  );
  const [newest] = (await release.searchPermits(query, 0, 1)).items;
  if (newest === undefined) return { geo_id, name, permits: 0, newest: null };
  const { value } = await release.estimatePermits(query, await release.countPermits(query, true));
  const { start_date } = JSON.parse(newest.toString()) as Permit;
  return { geo_id, name, permits: value, newest: start_date };
}

/** The query of a request that is written here, and so is good. */
function read<Query>(parsed: Parsed<Query>): Query {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  return parsed.value;
}
