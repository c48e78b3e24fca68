/**
 * The county outlines (outlines.ts) in an R-tree.
 *
 * A point is first looked for inside the outlines; a point in none (a pier, a lake front cut off by the
 * simplification) goes to the outline whose edge is nearest. Loading reads one 0.8 MB file, about 100 ms.
 */
import type { Position } from 'geojson';
import whichPolygon from 'which-polygon';
import { kmPerDegree, middle, type Point } from './distance.js';
import { partsOf, readOutlines } from './outlines.js';

export interface CountyShapes {
  /** GEOIDs that have a shape. Those of 2017: Connecticut's are its old counties. */
  readonly geoids: ReadonlySet<string>;
  /** The GEOID of the county that holds the point, or null. */
  holding(lat: number, lng: number): string | null;
  /** The GEOID of the county whose edge is nearest, if it is within `limitKm`; for points that no county holds. */
  nearest(lat: number, lng: number, limitKm: number): string | null;
  /** The middle of the corners of a county's first outline; null without a shape. */
  middle(geoid: string): Point | null;
}

interface Part {
  readonly geoid: string;
  readonly rings: readonly (readonly Position[])[];
}

/** Reads and indexes the outlines. */
export function loadCountyShapes(): CountyShapes {
  const parts: Part[] = readOutlines('counties').flatMap((outline) =>
    partsOf(outline).map((rings) => ({ geoid: outline.geoid, rings })),
  );
  const query = whichPolygon<Part>({
    type: 'FeatureCollection',
    features: parts.map((part) => ({
      type: 'Feature',
      properties: part,
      geometry: { type: 'Polygon', coordinates: part.rings as Position[][] },
    })),
  });
  return {
    geoids: new Set(parts.map((part) => part.geoid)),
    holding: (lat, lng) => query([lng, lat])?.geoid ?? null,
    nearest(lat, lng, limitKm) {
      const dLat = limitKm / kmPerDegree;
      const dLng = dLat / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
      const near = query.bbox([lng - dLng, lat - dLat, lng + dLng, lat + dLat]);
      return nearestPart(near, lat, lng, limitKm)?.geoid ?? null;
    },
    middle(geoid) {
      const ring = parts.find((part) => part.geoid === geoid)?.rings[0];
      return ring ? middle(ring.map(([lng = 0, lat = 0]) => ({ lat, lng }))) : null;
    },
  };
}

/** The part with the nearest edge, if it is within the limit. */
function nearestPart(parts: readonly Part[], lat: number, lng: number, limitKm: number): Part | null {
  const lngScale = Math.cos((lat * Math.PI) / 180);
  const limit = limitKm / kmPerDegree;
  let best: Part | null = null;
  let bestSquare = limit * limit;
  for (const part of parts) {
    for (const ring of part.rings) {
      for (let at = 1; at < ring.length; at++) {
        const square = squareToSegment(ring[at - 1], ring[at], lat, lng, lngScale);
        if (square < bestSquare) {
          best = part;
          bestSquare = square;
        }
      }
    }
  }
  return best;
}

/** Square of the distance from a point to a segment, in degrees of latitude. */
function squareToSegment(
  from: Position | undefined,
  to: Position | undefined,
  lat: number,
  lng: number,
  lngScale: number,
): number {
  const x1 = ((from?.[0] ?? 0) - lng) * lngScale;
  const y1 = (from?.[1] ?? 0) - lat;
  const dx = ((to?.[0] ?? 0) - lng) * lngScale - x1;
  const dy = (to?.[1] ?? 0) - lat - y1;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  const x = x1 + along * dx;
  const y = y1 + along * dy;
  return x * x + y * y;
}
