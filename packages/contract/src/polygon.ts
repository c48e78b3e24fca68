/**
 * Polygons in requests (C75) as GeoJSON (RFC 7946) or WKT, and those of named areas
 * (C85), read to rings of corners. Nothing is repaired: a text that
 * is cut short would else be another area.
 */
import { maxPolygonCorners } from './limits.js';

/** Longitude and latitude in degrees (WGS 84). */
export type Corner = readonly [lng: number, lat: number];
/** Corners of which the last is the first. */
export type Ring = readonly Corner[];

/** All rings of a polygon or of several, edges and holes; what an odd number of them contains is in it. */
export type PolygonRead = { readonly rings: readonly Ring[] } | { readonly fault: string };

const example = 'POLYGON((-97.8 30.2, -97.7 30.2, -97.7 30.3, -97.8 30.2))';

/** The rings of a text, or what is wrong with it. */
export function readPolygon(text: string): PolygonRead {
  const parts = text.trimStart().startsWith('{') ? partsOfGeoJson(text) : partsOfWkt(text);
  if (typeof parts === 'string') return { fault: parts };
  return ringsOf(parts, 'within', maxPolygonCorners);
}

/** Polygons of GeoJSON, each a list of rings; what is wrong is said of `subject`. */
export function readGeometry(
  geometry: unknown,
  subject: string,
  maxCorners: number,
): { readonly polygons: readonly (readonly Ring[])[] } | { readonly fault: string } {
  const parts = partsOf(geometry, subject);
  if (typeof parts === 'string') return { fault: parts };
  const read = ringsOf(parts, subject, maxCorners);
  return 'fault' in read ? read : { polygons: parts as readonly (readonly Ring[])[] };
}

function ringsOf(parts: readonly (readonly unknown[])[], subject: string, maxCorners: number): PolygonRead {
  const rings = parts.flat();
  const fault = faultOf(rings, subject, maxCorners);
  return fault === null ? { rings: rings as Ring[] } : { fault };
}

/** Polygons as lists of rings, unchecked; or why there are none. */
type Parts = readonly (readonly unknown[])[] | string;

function partsOfGeoJson(text: string): Parts {
  try {
    return partsOf(JSON.parse(text), 'within');
  } catch {
    return 'within begins as GeoJSON does, but is no whole JSON object.';
  }
}

function partsOf(value: unknown, subject: string): Parts {
  const { type, coordinates, geometry, features } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'Feature') return partsOf(geometry, subject);
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    const all = features.map((feature) => partsOf(feature, subject));
    return all.find((parts) => typeof parts === 'string') ?? (all as (readonly unknown[])[][]).flat();
  }
  const parts = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (parts === null)
    return notPolygon(type === undefined ? 'an object without a type' : `a ${String(type)}`, subject);
  return Array.isArray(parts) && parts.every(Array.isArray)
    ? parts
    : `the coordinates of ${subject} are not those of a polygon: lists of rings, which are lists of [longitude, latitude].`;
}

const notPolygon = (what: string, subject: string) =>
  `${subject} is ${what}, not a Polygon or MultiPolygon${subject === 'within' ? '; for a circle give near and radius_m' : ''}.`;

function partsOfWkt(text: string): Parts {
  const [, name = '', body = ''] =
    /^\s*(?:SRID=4326;\s*)?([a-z]+)\s*(?:Z|M|ZM)?\s*(\(.*\))\s*$/is.exec(text) ?? [];
  const type = name.toUpperCase();
  if (type === '') return `within is neither GeoJSON nor WKT such as ${example}, longitude first.`;
  if (type !== 'POLYGON' && type !== 'MULTIPOLYGON') return notPolygon(`a ${type}`, 'within');
  const number = String.raw`[-+]?[\d.]+(?:e[-+]?\d+)?`;
  const corner = new RegExp(`(${number})\\s+(${number})(?:\\s+${number}){0,2}`, 'gi');
  const json = body
    .replace(corner, (_, lng: string, lat: string) => JSON.stringify([Number(lng), Number(lat)]))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const coordinates: unknown = JSON.parse(json);
    return partsOf({ type: type === 'POLYGON' ? 'Polygon' : 'MultiPolygon', coordinates }, 'within');
  } catch {
    return `within begins as WKT does, but its corners or brackets are not those of ${example}.`;
  }
}

/** What is wrong with the rings; null if nothing is. */
function faultOf(rings: readonly unknown[], subject: string, maxCorners: number): string | null {
  if (rings.length === 0) return `${subject} has no ring.`;
  const corners = rings.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? ring.length : 0), 0);
  if (corners > maxCorners)
    return `${subject} has ${corners.toLocaleString('en-US')} corners, at most ${maxCorners.toLocaleString('en-US')} are taken; simplify it.`;
  for (const [i, ring] of rings.entries()) {
    const fault = ringFault(ring);
    if (fault !== null) return `ring ${i + 1} of ${subject} ${fault}`;
  }
  return null;
}

function ringFault(ring: unknown): string | null {
  if (!Array.isArray(ring)) return 'is not a list of corners.';
  for (const [i, corner] of ring.entries()) {
    const [lng, lat] = Array.isArray(corner) ? (corner as unknown[]) : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || Number.isNaN(lng + lat))
      return `has a corner ${i + 1} that is not longitude and latitude.`;
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) {
      const isSwapped = Math.abs(lng) <= 90 && Math.abs(lat) <= 180;
      const hint = isSwapped ? `did you mean ${lat} ${lng}? ` : '';
      return `has a corner ${i + 1}, ${lng} ${lat}: ${hint}Longitude is first, -180 to 180, then latitude, -90 to 90.`;
    }
  }
  const corners = ring as Corner[];
  const [first, last] = [corners[0], corners.at(-1)];
  if (first === undefined || corners.length < 4)
    return `has ${corners.length} corners: a ring has four or more, of which the last is the first.`;
  if (first[0] !== last?.[0] || first[1] !== last[1])
    return `does not end where it begins: add ${first[0]} ${first[1]} at its end.`;
  return null;
}
