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
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology<Record<Kind, GeometryCollection>>;
  return feature(topology, topology.objects[kind]).features.flatMap(({ id, geometry, properties }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
      ? [{ geoid: String(id), name: String((properties as { name?: unknown } | null)?.name ?? ''), geometry }]
      : [],
  );
}

/** The rings of each part of an outline; the first ring of a part is its edge, others are holes. */
export function partsOf({ geometry }: Outline): readonly (readonly (readonly Position[])[])[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}
