/** The small map of a record's page, loaded when it is shown. */
import { lazy, Suspense } from 'react';

const LazyMap = lazy(() => import('./small-map'));

export function RecordMap({
  points,
  label,
}: {
  readonly points: readonly (readonly number[] | null | undefined)[];
  readonly label: string;
}) {
  const known = points.flatMap((point) =>
    point && point.length === 2 ? [[point[0] ?? 0, point[1] ?? 0] as const] : [],
  );
  if (known.length === 0) return null;
  return (
    <Suspense fallback={<div className="small-map waiting" />}>
      <LazyMap points={known} label={label} />
    </Suspense>
  );
}
