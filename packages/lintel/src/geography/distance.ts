/** Distances on the ground for nearby points: a flat-earth formula, within 0.5 % below 100 km. */

/** Kilometres in a degree of latitude. */
export const kmPerDegree = 111.2;

export interface Point {
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
}

/** Kilometres between two points. */
export function kilometres(a: Point, b: Point): number {
  const dx = (a.lng - b.lng) * Math.cos(((a.lat + b.lat) * Math.PI) / 360);
  return Math.hypot(dx, a.lat - b.lat) * kmPerDegree;
}

/** The item nearest to the point, with its distance in kilometres; null of an empty list. */
export function nearest<T extends Point>(to: Point, items: Iterable<T>): { item: T; km: number } | null {
  let best: T | null = null;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const km = kilometres(to, item);
    if (km < bestKm) {
      best = item;
      bestKm = km;
    }
  }
  return best ? { item: best, km: bestKm } : null;
}

/** The arithmetic middle of points, which must be at least one. */
export function middle(points: readonly Point[]): Point {
  let lat = 0;
  let lng = 0;
  for (const point of points) {
    lat += point.lat;
    lng += point.lng;
  }
  return { lat: lat / points.length, lng: lng / points.length };
}
