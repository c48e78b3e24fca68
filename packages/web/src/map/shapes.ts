/** Shapes of states and counties, from the Census Bureau's cartographic boundaries (us-atlas), at 1:10 million. */
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';
import { states as stateCodes } from '../api/states';

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

interface Named {
  readonly name: string;
}

export type Shapes = FeatureCollection<Geometry, Named>;

let states: Promise<Shapes> | null = null;
let counties: Promise<Shapes> | null = null;

/** The states and the District of Columbia; the id of each is its FIPS code. */
export function stateShapes(): Promise<Shapes> {
  states ??= load(statesUrl, 'states').then(withoutTerritories);
  return states;
}

/** Counties; the id of each is its FIPS code, which begins with that of its state. */
export function countyShapes(): Promise<Shapes> {
  counties ??= load(countiesUrl, 'counties').then(withoutTerritories);
  return counties;
}

async function load(url: string, layer: string): Promise<Shapes> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const topology = (await response.json()) as Topology;
  return feature(topology, topology.objects[layer] as GeometryCollection<Named>);
}

/** Territories have greater codes than states; no record is placed in them. */
function withoutTerritories(shapes: Shapes): Shapes {
  return { ...shapes, features: shapes.features.filter(({ id }) => String(id).slice(0, 2) <= '56') };
}

/** The county of the name as the service writes it (`Harris County, TX`), in the state of the FIPS code. */
export function findCounty(shapes: Shapes, name: string, stateFips: string): Feature<Geometry, Named> | null {
  const wanted = countyKey(
    stateFips,
    name.replace(/, [A-Z]{2}$/, ''),
    / city$/i.test(name.replace(/, .*/, '')),
  );
  return countiesByKey(shapes).get(wanted) ?? null;
}

/** Counties are found thousands at a time. */
const byKey = new WeakMap<Shapes, ReadonlyMap<string, Feature<Geometry, Named>>>();

function countiesByKey(shapes: Shapes): ReadonlyMap<string, Feature<Geometry, Named>> {
  const known =
    byKey.get(shapes) ??
    new Map(
      shapes.features.map((county) => {
        const fips = String(county.id).padStart(5, '0');
        const isCity = Number(fips.slice(2)) >= firstCity;
        return [countyKey(fips.slice(0, 2), county.properties.name, isCity), county];
      }),
    );
  byKey.set(shapes, known);
  return known;
}

/** Cities that are no part of a county have codes from here on: Baltimore lies beside the county of Baltimore. */
const firstCity = 510;

const countyKey = (stateFips: string, name: string, isCity: boolean) =>
  `${stateFips} ${isCity} ${plain(isCity ? name.replace(/ city$/i, '') : name)}`;

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ (?:county|parish|borough|census area|municipality|city and borough|planning region)$/, '')
    .replace(/[^a-z]/g, '');
}

/** The box around a shape. A shape that crosses the antimeridian (Alaska) is taken east of it to -130°. */
export function boxOf(geometry: Geometry): Box {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  eachPosition(geometry, ([longitude = 0, latitude = 0]) => {
    if (longitude > 0) return;
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  });
  return box;
}

function eachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) ring.forEach(visit);
  if (geometry.type === 'MultiPolygon') {
    for (const polygon of geometry.coordinates) for (const ring of polygon) ring.forEach(visit);
  }
}

/** The box around points of latitude and longitude; null without one. Outliers are few and are kept. */
export function boxOfPoints(points: readonly (readonly [number, number])[]): Box | null {
  if (points.length === 0) return null;
  const latitudes = points.map(([latitude]) => latitude);
  const longitudes = points.map(([, longitude]) => longitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** Where the name of each shape is written: the middle of its largest part. States also have their postal code. */
export function namesOf(shapes: Shapes): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.features.map(({ id, properties, geometry }) => ({
      type: 'Feature',
      id: Number(id),
      properties: { name: properties.name, code: codeOf.get(String(id)) ?? properties.name },
      geometry: { type: 'Point', coordinates: middleOf(geometry) },
    })),
  };
}

const codeOf = new Map(Object.entries(stateCodes).map(([code, [, fips]]) => [fips, code]));

/** The centroid of the outline with the largest area. */
function middleOf(geometry: Geometry): Position {
  const outlines =
    geometry.type === 'Polygon'
      ? geometry.coordinates.slice(0, 1)
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
        : [];
  let largest = { area: 0, x: 0, y: 0 };
  for (const outline of outlines) {
    let [area, x, y] = [0, 0, 0];
    outline.forEach(([x1 = 0, y1 = 0], at) => {
      const [x2 = 0, y2 = 0] = outline[(at + 1) % outline.length] ?? [];
      const cross = x1 * y2 - x2 * y1;
      area += cross;
      x += (x1 + x2) * cross;
      y += (y1 + y2) * cross;
    });
    if (Math.abs(area) > Math.abs(largest.area)) largest = { area, x, y };
  }
  return [largest.x / (3 * largest.area), largest.y / (3 * largest.area)];
}

/** Every tenth meridian and parallel around the states. */
export function graticule(): FeatureCollection {
  const lines: Position[][] = [];
  for (let longitude = -180; longitude <= -40; longitude += 10) {
    lines.push([
      [longitude, 0],
      [longitude, 80],
    ]);
  }
  for (let latitude = 0; latitude <= 80; latitude += 10) {
    lines.push([
      [-180, latitude],
      [-40, latitude],
    ]);
  }
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } },
    ],
  };
}
