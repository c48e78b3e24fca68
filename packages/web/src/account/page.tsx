/** What pages of the dashboard share: a heading, and how they look while they wait. */
import type { ReactNode } from 'react';
import '../design/record-pages.css';
import { WithHeading } from '../shell/notice';
import { useTitle } from '../shell/title';

export function AccountPage({
  title,
  lede,
  children,
}: {
  readonly title: string;
  readonly lede?: ReactNode;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="page">
      <div className="page-head">
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
