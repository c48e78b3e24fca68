/**
 * Named areas (C85): sets of polygons that an operator has named, such as council districts. A home keeps each set as a
 * file; a release has those that it was built with, and how many of its permits lie in each.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ring } from '@lintel/contract/plain';

/** The file of a release with its areas; there is none without any. */
export const areasFile = 'areas.json';
/** The name of the dictionary with the areas of each permit. */
export const areasDictionary = 'areas';

export interface NamedArea {
  /** `SET:KEY`, for example `council-districts:5`. */
  readonly id: string;
  /** What the file of its set calls it. */
  readonly key: string;
  readonly name: string;
  /** Its polygons, as the coordinates of a MultiPolygon of GeoJSON. */
  readonly polygons: readonly (readonly Ring[])[];
}

export interface AreaSet {
  readonly id: string;
  readonly areas: readonly NamedArea[];
}

/** A set in a release. */
interface ReleasedSet extends AreaSet {
  readonly areas: readonly ReleasedArea[];
  /** Permits that have a point, but in none of its areas. */
  readonly outside: number;
}

interface ReleasedArea extends NamedArea {
  readonly permits: number;
}

export interface ReleasedAreas {
  readonly sets: readonly ReleasedSet[];
  /** Permits without a point, which are in no area. */
  readonly withoutPoint: number;
}

const noAreas: ReleasedAreas = { sets: [], withoutPoint: 0 };

/** The areas of the release in a directory. */
export function readReleasedAreas(directory: string): ReleasedAreas {
  const path = join(directory, areasFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ReleasedAreas) : noAreas;
}

/** The set of an area. */
export const setOf = (area: string) => area.slice(0, area.indexOf(':'));
