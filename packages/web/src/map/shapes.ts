/** Shapes of states and counties, from the Census Bureau's cartographic boundaries (us-atlas), at 1:10 million. */
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

interface Named {
  readonly name: string;
}

export type Shapes = FeatureCollection<Geometry, Named>;

let states: Promise<Shapes> | null = null;
let counties: Promise<Shapes> | null = null;

/** States; the id of each is its FIPS code. */
export function stateShapes(): Promise<Shapes> {
  states ??= load(statesUrl, 'states');
  return states;
}

/** Counties; the id of each is its FIPS code, which begins with that of its state. */
export function countyShapes(): Promise<Shapes> {
  counties ??= load(countiesUrl, 'counties');
  return counties;
}

async function load(url: string, layer: string): Promise<Shapes> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const topology = (await response.json()) as Topology;
  return feature(topology, topology.objects[layer] as GeometryCollection<Named>);
}

/** The county of the name as the service writes it (`Harris County, TX`), in the state of the FIPS code. */
export function findCounty(shapes: Shapes, name: string, stateFips: string): Feature<Geometry, Named> | null {
  const wanted = plain(name.replace(/, [A-Z]{2}$/, ''));
  const inState = shapes.features.filter(({ id }) => String(id).startsWith(stateFips));
  return inState.find(({ properties }) => plain(properties.name) === wanted) ?? null;
}

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
