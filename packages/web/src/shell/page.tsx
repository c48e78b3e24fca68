/** The frame of a page: its heading with what leads to it. */
import '../design/record-pages.css';
import type { ReactNode } from 'react';
import { WithHeading } from './notice';
import { useTitle } from './title';

export function Page({
  title,
  documentTitle = title,
  nav,
  crumbs,
  lede,
  actions,
  children,
}: {
  readonly title: string;
  readonly documentTitle?: string;
  /** Above the heading: pages beside this one. */
  readonly nav?: ReactNode;
  readonly crumbs?: readonly ReactNode[];
  readonly lede?: ReactNode;
  /** What can be done with what the page is about. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useTitle(documentTitle);
  return (
    <div className="page">
      {nav}
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
        {actions ? <div className="page-actions">{actions}</div> : null}
      </div>
      <WithHeading value={true}>{children}</WithHeading>
    </div>
  );
}
