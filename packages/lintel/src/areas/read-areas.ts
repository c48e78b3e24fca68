/** Reads a set of named areas from GeoJSON (RFC 7946), and refuses what is not whole: nothing is repaired. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  areaKey,
  type Corner,
  maxAreaCorners,
  maxAreaFileBytes,
  maxAreas,
  maxSetCorners,
  nearest,
  type Ring,
  readGeometry,
} from '@lintel/contract/plain';
import { messageOf, UserError } from '../base/user-error.js';
import type { AreaSet, NamedArea } from '../format/areas/area-sets.js';

interface AreaColumns {
  /** The property that tells one area of the set from another. */
  readonly key: string;
  /** The property with the name of an area for people; absent: the key. */
  readonly name?: string;
}

/** Decimals of degrees that are kept: a centimetre. */
const decimals = 1e7;
/** Longitudes and latitudes around the states and territories of the United States. */
const unitedStates = { south: -15, north: 72 };
const isInUnitedStates = ([lng, lat]: Corner) =>
  lat >= unitedStates.south && lat <= unitedStates.north && (lng <= -64 || lng >= 144);

type Feature = Readonly<Record<string, unknown>>;

/** The areas of a file; throws a UserError that says which feature is at fault. */
export async function readAreas(path: string, set: string, columns: AreaColumns): Promise<AreaSet> {
  const features = featuresOf(await readJson(path), path);
  const areas = features.map((feature, i) => areaOf(feature, i, { set, path, columns }));
  const twice = areas.find(({ id }, i) => areas.findIndex((other) => other.id === id) !== i);
  if (twice !== undefined) throw keyTwice(areas, twice, columns.key);
  const corners = areas
    .flatMap(({ polygons }) => polygons.flat())
    .reduce((sum, ring) => sum + ring.length, 0);
  if (corners > maxSetCorners) {
    throw new UserError(
      `The areas of ${path} have ${counted(corners)} corners, at most ${counted(maxSetCorners)} are taken.`,
      { hint: 'Simplify them, for example by: ogr2ogr -simplify 0.00005 SIMPLE.geojson FILE.geojson' },
    );
  }
  return { id: set, areas };
}

const counted = (number: number) => number.toLocaleString('en-US');

async function readJson(path: string): Promise<unknown> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UserError(`There is no file ${path}.`);
  if (found.size > maxAreaFileBytes) {
    const most = counted(maxAreaFileBytes / (1 << 20));
    throw new UserError(`${path} is larger than ${most} MB.`, { hint: 'Simplify its polygons first.' });
  }
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UserError(`${path} is no GeoJSON: ${messageOf(error)}`, {
      hint: 'Shapefiles and others become GeoJSON by: ogr2ogr -t_srs EPSG:4326 FILE.geojson FILE.shp',
      cause: error,
    });
  }
}

function featuresOf(json: unknown, path: string): readonly Feature[] {
  const { type, features } = (json ?? {}) as Feature;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    const what = typeof type === 'string' ? `a ${type}` : 'no object of GeoJSON';
    throw new UserError(`${path} is ${what}, not a FeatureCollection with a feature for each area.`);
  }
  if (features.length === 0) throw new UserError(`${path} has no features.`);
  if (features.length > maxAreas)
    throw new UserError(
      `${path} has ${counted(features.length)} features, at most ${counted(maxAreas)} are taken.`,
    );
  return features.map((feature) => (feature ?? {}) as Feature);
}

interface FeatureOf {
  readonly set: string;
  readonly path: string;
  readonly columns: AreaColumns;
}

function areaOf(feature: Feature, i: number, { set, path, columns }: FeatureOf): NamedArea {
  const properties = (feature.properties ?? {}) as Feature;
  const where = `feature ${i + 1} of ${path}`;
  const key = textOf(properties, columns.key, where);
  const slug = areaKey(key);
  if (slug === '')
    throw new UserError(`The ${columns.key} of ${where}, '${key}', has no letter or digit to make an id of.`);
  const name = columns.name === undefined ? key : textOf(properties, columns.name, where);
  const subject = `${columns.key} ${key} (${where})`;
  const read = readGeometry(feature.geometry, subject, maxAreaCorners);
  if ('fault' in read) {
    throw new UserError(`${read.fault.charAt(0).toUpperCase()}${read.fault.slice(1)}`, {
      hint: 'Coordinates are longitude and latitude (WGS 84); others become so by: ogr2ogr -t_srs EPSG:4326 NEW.geojson FILE',
    });
  }
  const abroad = read.polygons.flat(2).find((corner) => !isInUnitedStates(corner));
  if (abroad !== undefined) {
    const [lng, lat] = abroad;
    const isSwapped = isInUnitedStates([lat, lng]);
    throw new UserError(`${subject} has a corner ${lng} ${lat}, which is outside the United States.`, {
      hint: isSwapped
        ? `Longitude is first in GeoJSON: did the file mean ${lat} ${lng}?`
        : 'Only places of the United States have permits here.',
    });
  }
  return { id: `${set}:${slug}`, key, name, polygons: read.polygons.map((rings) => rings.map(rounded)) };
}

const rounded = (ring: Ring): Ring =>
  ring.map(([lng, lat]) => [Math.round(lng * decimals) / decimals, Math.round(lat * decimals) / decimals]);

/** A property as one line of text. */
function textOf(properties: Feature, name: string, where: string): string {
  const value = properties[name];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.trim() !== '') return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const known = Object.keys(properties);
  const [near] = name in properties ? [] : [nearest(name, known)];
  throw new UserError(
    name in properties
      ? `The ${name} of ${where} is ${JSON.stringify(value)}, not a text or a number.`
      : `There is no property ${name} in ${where}.`,
    { hint: `${near ? `Did you mean ${near}? ` : ''}It has: ${known.join(', ') || 'none'}.` },
  );
}

function keyTwice(areas: readonly NamedArea[], { id }: NamedArea, column: string): UserError {
  const same = areas.flatMap((area, i) => (area.id === id ? [`${i + 1} ('${area.key}')`] : []));
  return new UserError(
    `The features ${same.slice(0, 3).join(' and ')} have the same ${column}: both would be ${id}.`,
    {
      hint: 'Name a property that differs, or put the polygons of one area into one feature (MultiPolygon).',
    },
  );
}
