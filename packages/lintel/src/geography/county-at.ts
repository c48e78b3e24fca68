/**
 * From a point to the county of today. The shapes are those of 2017; a point in a shape that is no longer a
 * county belongs to the county of the nearest known place in that shape, since the new counties consist of
 * towns that did not cross the old lines.
 */
import { type CountyShapes, loadCountyShapes } from './county-shapes.js';
import { nearest, type Point } from './distance.js';
import type { County } from './geography.js';

/** How far from the shore a point still belongs to a county, in kilometres. */
const shoreKm = 25;

/** A known place with its county. */
interface CountyPoint extends Point {
  readonly countyGeoid: string;
}

/** Looks points up; reads the shapes at the first one. `places` helps where counties were redrawn. */
export function countyFinder(
  byGeoid: ReadonlyMap<string, County>,
  places: readonly CountyPoint[],
): (lat: number, lng: number) => County | null {
  let shapes: CountyShapes | null = null;
  let redrawn: ReadonlyMap<string, readonly CountyPoint[]> = new Map();
  return (lat, lng) => {
    if (!Number.isFinite(lat) || !Number.isFinite(lng)) return null;
    if (shapes === null) {
      shapes = loadCountyShapes();
      redrawn = placesByRedrawnShape(shapes, byGeoid, places);
    }
    const shape = shapes.holding(lat, lng) ?? shapes.nearest(lat, lng, shoreKm);
    if (shape === null) return null;
    const county = byGeoid.get(shape);
    if (county) return county;
    const near = nearest({ lat, lng }, redrawn.get(shape) ?? []);
    return (near && byGeoid.get(near.item.countyGeoid)) ?? null;
  };
}

/** The known places in each shape that is no longer a county. */
function placesByRedrawnShape(
  shapes: CountyShapes,
  byGeoid: ReadonlyMap<string, County>,
  places: readonly CountyPoint[],
): Map<string, CountyPoint[]> {
  const byShape = new Map<string, CountyPoint[]>();
  for (const place of places) {
    // Only counties without their own shape are in redrawn ones.
    if (shapes.geoids.has(place.countyGeoid)) continue;
    const shape = shapes.holding(place.lat, place.lng) ?? shapes.nearest(place.lat, place.lng, shoreKm);
    if (shape === null || byGeoid.has(shape)) continue;
    const inside = byShape.get(shape);
    if (inside) inside.push(place);
    else byShape.set(shape, [place]);
  }
  return byShape;
}
