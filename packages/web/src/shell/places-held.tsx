/** The authorities with the most permits here, as links to these, and how many more there are. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useService } from '../api/service';
import { authoritiesQuery } from '../api/summary-queries';

/** What was searched for may lie where no permits are from. Nothing, nor the words around, before these are known. */
export function PlacesHeld({ before, after = '' }: { readonly before: string; readonly after?: string }) {
  const { lintel } = useService();
  const { data } = useQuery(authoritiesQuery(lintel));
  const places = (data?.rows ?? []).filter(({ jurisdiction }) => jurisdiction != null);
  const further = (data?.group_count ?? 0) - places.length;
  if (places.length === 0) return null;
  return (
    <>
      {before}
      {places.map(({ jurisdiction, jurisdiction_name: name }, at) => (
        <Fragment key={jurisdiction}>
          {at === 0 ? null : ' · '}
          <Link to="/" search={{ in: jurisdiction ?? undefined }}>
            {name}
          </Link>
        </Fragment>
      ))}
      {further > 0 ? (
        <>
          {' '}
          and <Link to="/data">{further} more</Link>
        </>
      ) : null}
      {after}
    </>
  );
}
