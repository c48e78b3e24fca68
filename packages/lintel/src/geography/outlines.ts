/**
 * The outlines of counties and states of the us-atlas package (Census cartographic boundaries of 2017,
 * simplified to about 100 m). Reading takes about 100 ms.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export interface Outline {
  /** Census GEOID: five digits of a county, two of a state. Connecticut's counties are its old ones. */
  readonly geoid: string;
  /** Name without `County`, `Parish` …; of a state its whole name. */
  readonly name: string;
  /** Degrees, longitude first (WGS 84). */
  readonly geometry: Polygon | MultiPolygon;
}

type Kind = 'counties' | 'states';

/** Reads the outlines of a kind. */
export function readOutlines(kind: Kind): Outline[] {
  return outlinesIn('us-atlas/counties-10m.json', kind);
}

/** The box of drawn outlines. */
export const drawnSize = { width: 975, height: 610 } as const;

/**
 * The outlines of a kind as a map of the country shows them: x and y in a box of `drawnSize` instead of degrees
 * (Albers projection, Alaska and Hawaii below the south-west).
 */
export function readDrawnOutlines(kind: Kind): Outline[] {
  return outlinesIn('us-atlas/counties-albers-10m.json', kind);
}

function outlinesIn(file: string, kind: Kind): Outline[] {
  const path = createRequire(import.meta.url).resolve(file);
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<Record<Kind, GeometryCollection>>;
  return feature(topology, topology.objects[kind]).features.flatMap(({ id, geometry, properties }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
      ? [
          {
            geoid: String(id),
            name: String((properties as { name?: unknown } | null)?.name ?? ''),
            geometry: closed(geometry),
          },
        ]
      : [],
  );
}

/** The outline with its rings closed (RFC 7946, section 3.1.6): us-atlas leaves one of Illinois open. */
function closed(geometry: Polygon | MultiPolygon): Polygon | MultiPolygon {
  return geometry.type === 'Polygon'
    ? { ...geometry, coordinates: geometry.coordinates.map(closedRing) }
    : { ...geometry, coordinates: geometry.coordinates.map((part) => part.map(closedRing)) };
}

function closedRing(ring: Position[]): Position[] {
  const [first] = ring;
  const last = ring.at(-1);
  const isClosed = first === undefined || (first[0] === last?.[0] && first[1] === last?.[1]);
  return isClosed ? ring : [...ring, first];
}

/** The rings of each part of an outline; the first ring of a part is its edge, others are holes. */
export function partsOf({ geometry }: Outline): readonly (readonly (readonly Position[])[])[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}
