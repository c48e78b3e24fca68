/** `GET /v2/streets`: where the streets of a box run, as far as its addresses tell (C105). */
import { setImmediate } from 'node:timers/promises';
import { endpoints, type Property, parseQuery, type StreetMap } from '@lintel/contract';
import { parseHouseNumber } from '../../format/address-index/house-number.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';
import { type Spot, type StreetAddress, streetCourses } from './course.js';

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

/** Addresses that are looked at, those with the newest permits first; in more of them a street is hardly drawn better. */
const maxAddresses = 5_000;
/** Records that are read without a pause for other requests. */
const atOnce = 250;
/** Metres around the box in which addresses count: streets reach over its edges. */
const margin = 400;
const metresPerDegree = 111_195;

export const streetsOfBox: DataHandler<typeof endpoints.streets> = async ({ query, release }) => {
  const [west = 0, south = 0, east = 0, north = 0] = query.bbox ?? [];
  const lngMetres = metresPerDegree * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [dx, dy] = [margin / lngMetres, margin / metresPerDegree];
  const around = [west - dx, south - dy, east + dx, north + dy];
  const addresses: StreetAddress[] = [];
  for await (const { address } of propertiesIn(release, around)) {
    const number = parseHouseNumber(address.street_no ?? '')?.value;
    if (number === undefined || address.street === null || address.latlng === null) continue;
    const [lat = 0, lng = 0] = address.latlng;
    const street = `${address.street}\n${address.city ?? ''}`;
    addresses.push({ street, number, x: (lng - west) * lngMetres, y: (lat - south) * metresPerDegree });
  }
  const box: Box = [0, 0, (east - west) * lngMetres, (north - south) * metresPerDegree];
  const degrees = ([x, y]: Spot) => [round(west + x / lngMetres), round(south + y / metresPerDegree)];
  const streets: StreetMap = {
    type: 'FeatureCollection',
    features: streetCourses(addresses).flatMap(({ street, points }) =>
      within(points, box).map((part) => ({
        type: 'Feature' as const,
        geometry: { type: 'LineString' as const, coordinates: part.map(degrees) },
        properties: { name: street.slice(0, street.indexOf('\n')) },
      })),
    ),
  };
  return { body: Buffer.from(JSON.stringify(streets)) };
};

/** A metre or so. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

async function* propertiesIn(release: ServedRelease, bbox: readonly number[]): AsyncGenerator<Property> {
  const clamped = bbox.map((degrees, i) =>
    Math.max(i % 2 === 0 ? -180 : -90, Math.min(180 / ((i % 2) + 1), degrees)),
  );
  const parsed = parseQuery(endpoints.property_search, { query: [['bbox', clamped.join(',')]], path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  let from: number | null = 0;
  for (let read = 0; from !== null && read < maxAddresses; read += atOnce) {
    const page = await release.searchProperties(parsed.value, from, atOnce);
    for (const item of page.items) yield JSON.parse(Buffer.from(item).toString()) as Property;
    from = page.next;
    await setImmediate();
  }
}

/** The parts of a line that lie in a box. */
function within(points: readonly Spot[], box: Box): Spot[][] {
  const parts: Spot[][] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    const cut = from && cutToBox(from, to, box);
    if (!cut) continue;
    const last = parts.at(-1);
    const end = last?.at(-1);
    if (last && end && end[0] === cut[0][0] && end[1] === cut[0][1]) last.push(cut[1]);
    else parts.push(cut);
  }
  return parts;
}

/** Liang and Barsky: the part of a straight line in a box; null if there is none. */
function cutToBox(from: Spot, to: Spot, [west, south, east, north]: Box): [Spot, Spot] | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [begin, end] = [0, 1];
  const edges = [
    [-dx, from[0] - west],
    [dx, east - from[0]],
    [-dy, from[1] - south],
    [dy, north - from[1]],
  ] as const;
  for (const [along, inside] of edges) {
    if (along === 0 && inside < 0) return null;
    if (along < 0) begin = Math.max(begin, inside / along);
    if (along > 0) end = Math.min(end, inside / along);
  }
  if (begin >= end) return null;
  const at = (share: number): Spot =>
    share === 0 ? from : share === 1 ? to : [from[0] + share * dx, from[1] + share * dy];
  return [at(begin), at(end)];
}
