/** The small map of a record's page, loaded when it is shown. */
import { lazy, Suspense } from 'react';
import type { ListedPermit } from '../api/list-fields';

const LazyMap = lazy(() => import('./small-map'));

/** What is around the point of a small map. */
export interface Around {
  /** Radius of the circle that is drawn. */
  readonly metres: number;
  readonly permits: readonly ListedPermit[];
  /** The permit in a list that the pointer is at. */
  readonly pointed: string | null;
}

export function RecordMap({
  points,
  label,
  around,
}: {
  readonly points: readonly (readonly number[] | null | undefined)[];
  readonly label: string;
  readonly around?: Around;
}) {
  const known = points.flatMap((point) =>
    point && point.length === 2 ? [[point[0] ?? 0, point[1] ?? 0] as const] : [],
  );
  if (known.length === 0) return null;
  return (
    <Suspense fallback={<div className="small-map waiting" />}>
      <LazyMap points={known} label={label} around={around} />
    </Suspense>
  );
}
