/** The frame of pages for people who are not signed in: one narrow column. */
import type { ReactNode } from 'react';
import { WithHeading } from '../../shell/notice';
import { useTitle } from '../../shell/title';

/** A page with one narrow column. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return (
    <div className="door">
      <h1>{title}</h1>
      <WithHeading value={true}>{children}</WithHeading>
    </div>
  );
}
