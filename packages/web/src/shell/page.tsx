/** What pages of one record share: a heading, waiting, a lazy map. */
import '../design/charts.css';
import '../design/record-pages.css';
import { lazy, type ReactNode, Suspense } from 'react';
import { WithHeading } from './failure';
import { useTitle } from './title';

const LazyMap = lazy(() => import('../map/small-map'));

export function Page({
  title,
  documentTitle = title,
  crumbs,
  lede,
  children,
}: {
  readonly title: string;
  readonly documentTitle?: string;
  readonly crumbs?: readonly ReactNode[];
  readonly lede?: ReactNode;
  readonly children: ReactNode;
}) {
  useTitle(documentTitle);
  return (
    <div className="page">
      <div className="page-head">
        {crumbs && crumbs.length > 0 ? (
          <nav aria-label="Where this is">
            <ol className="crumbs">
              {crumbs.map((crumb, at) => (
                <li key={at}>{crumb}</li>
              ))}
            </ol>
          </nav>
        ) : null}
        <h1>{title}</h1>
        {lede}
      </div>
      <WithHeading value={true}>{children}</WithHeading>
    </div>
  );
}

export function WaitingPage() {
  return (
    <div className="page" role="status" aria-label="Loading">
      <div className="waiting page-line" />
      <div className="waiting page-block" />
    </div>
  );
}

export function SmallMap({
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
