/** Small parts that every page of records shares: a status, tags, terms with values, sections. */
import type { ReactNode } from 'react';
import { sentence, statusNames } from '../words/format';

/** Signs of the statuses: an empty ring, a half, a full disc, a dash. */
const signs: Readonly<Record<string, ReactNode>> = {
  in_review: <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  active: (
    <>
      <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
    </>
  ),
  final: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  inactive: <path d="M1 5h8" stroke="currentColor" strokeWidth="2" />,
};

/** Nothing where no status is published. */
export function Status({ status }: { readonly status: string | null | undefined }) {
  if (!status) return null;
  return (
    <span className="status" data-status={status}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {signs[status]}
      </svg>
      {statusNames[status] ?? sentence(status)}
    </span>
  );
}

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="tags">
      {tags.map((tag) => (
        <span className="tag" key={tag}>
          {sentence(tag)}
        </span>
      ))}
    </span>
  );
}

export type Fact = readonly [term: string, value: ReactNode];

/** Those terms whose value is known. */
export function known(facts: readonly Fact[]): Fact[] {
  return facts.filter(([, value]) => value != null && value !== '');
}

/** Terms with values. */
export function Facts({
  facts,
  large = false,
}: {
  readonly facts: readonly Fact[];
  readonly large?: boolean;
}) {
  return (
    <dl className={large ? 'facts large' : 'facts'}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A section with its heading and, at the right, what can be done with it. */
export function Part({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="part">
      <div className="part-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
