/** A notice in place of content: what happened, and what can be done. */
import { createContext, type ReactNode, use } from 'react';

/** Whether the page already has its first heading; a notice in place of the whole page is that heading. */
const HeadingContext = createContext(false);
export const WithHeading = HeadingContext.Provider;

/** In place of a page that is not there. */
export function NoSuchPage() {
  return (
    <Notice
      title="No such page"
      actions={
        <a className="button" href="/">
          Explore permits
        </a>
      }
    >
      <p>The address may be cut short, or the page may have moved.</p>
    </Notice>
  );
}

export function Notice({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const Heading = use(HeadingContext) ? 'h2' : 'h1';
  return (
    <div className="notice" role="status">
      <Heading>{title}</Heading>
      {children}
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
  );
}
