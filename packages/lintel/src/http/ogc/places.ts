/**
 * States and counties as collections: outlines with the ids and names of the interface. Counties without an
 * outline of today (Connecticut's planning regions) are left out.
 */
import { geoId } from '@lintel/contract';
import type { MultiPolygon, Polygon } from 'geojson';
import { type DegreeBox, touches } from '../../geography/outline-in-box.js';
import { type Outline, readOutlines } from '../../geography/outlines.js';
import { readTable } from '../../geography/table.js';
import type { ServedRelease } from '../../releases/release.js';
import type { Collection, Conditions, Feature } from './collection.js';

/** An outline with the id of its place. */
interface OutlinedPlace {
  readonly id: string;
  readonly outline: Outline;
}

function memoized(read: () => readonly OutlinedPlace[]): () => readonly OutlinedPlace[] {
  let places: readonly OutlinedPlace[] | null = null;
  return () => {
    places ??= read();
    return places;
  };
}

/** Digits after the point of a degree: a metre. */
const decimals = 5;

function rounded(geometry: Polygon | MultiPolygon): Polygon | MultiPolygon {
  const near = (degrees: number) => Number(degrees.toFixed(decimals));
  const polygon = (rings: Polygon['coordinates']) => rings.map((ring) => ring.map((each) => each.map(near)));
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: polygon(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(polygon) };
}

/** The properties of a place that the release knows. */
async function propertiesOf(
  release: ServedRelease,
  kind: 'state' | 'county',
  { id, outline }: OutlinedPlace,
): Promise<Feature['properties'] | null> {
  const record = await release.place(kind, id);
  if (record === null) return null;
  const { geo_id, name, state } = JSON.parse(record.toString()) as Readonly<Record<string, string>>;
  return { geo_id, name, state, geoid: outline.geoid };
}

/** The feature of a place with its outline, whose thousands of points are the work. */
function featureOf({ id, outline }: OutlinedPlace, properties: Feature['properties']): Feature {
  return { id, geometry: rounded(outline.geometry), properties };
}

/** The box as one or, over the antimeridian, two whose west is not greater than their east. */
function boxesOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): DegreeBox[] {
  if (west <= east) return [{ west, south, east, north }];
  return [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ];
}

function placeCollection(
  about: Pick<Collection, 'id' | 'title' | 'description'>,
  kind: 'state' | 'county',
  places: () => readonly OutlinedPlace[],
): Collection {
  /** The places in the box, each with its position. */
  function* placesIn({ bbox }: Conditions, from: number) {
    const boxes = bbox === null ? null : boxesOf(bbox);
    for (const [i, place] of places().slice(from).entries()) {
      const isThere = boxes?.some((box) => touches(place.outline, box)) ?? true;
      if (isThere) yield { at: from + i, place };
    }
  }
  return {
    ...about,
    // Of the country: American Samoa, and islands on both sides of the antimeridian.
    extent: () => [-180, -15, 180, 72],
    geometry: 'MultiPolygon',
    isTemporal: false,
    resource: 'places',
    properties: [
      { name: 'geo_id', description: 'geo_id of the place, as the interface takes it.', type: 'string' },
      { name: 'name', description: 'Name with the state.', type: 'string' },
      { name: 'state', description: 'Two-letter state abbreviation.', type: 'string' },
      { name: 'geoid', description: 'Census GEOID.', type: 'string' },
    ],
    extra: {},
    async page({ release, conditions, passes, from, limit, work }) {
      const features: Feature[] = [];
      for (const { at, place } of placesIn(conditions, from)) {
        const properties = await propertiesOf(release, kind, place);
        if (properties === null || !passes((name) => properties[name])) continue;
        if (features.length === limit) return { features, next: at };
        features.push(work.during(() => featureOf(place, properties)));
      }
      return { features, next: null };
    },
    async count(release, conditions) {
      if (!conditions.isComplete || conditions.comparisons.length > 0) return null;
      let count = 0;
      for (const { place } of placesIn(conditions, 0))
        if ((await release.place(kind, place.id)) !== null) count += 1;
      return count;
    },
    async feature(release, id) {
      const place = places().find((each) => each.id === id);
      const properties = place === undefined ? null : await propertiesOf(release, kind, place);
      return place === undefined || properties === null ? null : featureOf(place, properties);
    },
  };
}

export const stateCollection = placeCollection(
  { id: 'states', title: 'States', description: 'States as outlines of 2017, simplified to about 100 m.' },
  'state',
  memoized(() => {
    const codes = new Map(readTable('states', ([code = '', fips = '']) => [fips, code]));
    return readOutlines('states').flatMap((outline) => {
      const code = codes.get(outline.geoid);
      return code === undefined ? [] : [{ id: code, outline }];
    });
  }),
);

export const countyCollection = placeCollection(
  {
    id: 'counties',
    title: 'Counties',
    description: 'Counties as outlines of 2017, simplified to about 100 m.',
  },
  'county',
  memoized(() =>
    readOutlines('counties').map((outline) => ({ id: geoId('county', outline.geoid), outline })),
  ),
);
