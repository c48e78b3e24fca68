/** What is being built around a point, and around the person who asks: where that is, the browser tells with their leave. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { farthest, nearestQuery } from '../api/near-queries';
import { useService } from '../api/service';
import { placeCrumbs } from '../permit/place-crumbs';
import { Failure, Notice } from '../shell/failure';
import { Page } from '../shell/page';
import { PlacesHeld } from '../shell/places-held';
import { useTitle } from '../shell/title';
import { WaitingPage } from '../shell/waiting-page';
import { distance } from '../words/distance';
import { cityLine, streetLine, title } from '../words/format';
import type { Point } from './locate';
import { NearColumns } from './near-part';

/** Milliseconds in which the browser must tell where it is, and how old that may be. */
const patience = { timeout: 20_000, maximumAge: 60_000 };

/** Asks the browser where it is, and goes to the page of that point. */
export function HerePage() {
  const navigate = useNavigate();
  useTitle('Near me');
  const [refused, setRefused] = useState<'denied' | 'unknown' | null>(null);
  useEffect(() => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        void navigate({
          to: '/address',
          search: { at: `${latitude.toFixed(5)},${longitude.toFixed(5)}` },
          replace: true,
        }),
      ({ code, PERMISSION_DENIED }) => setRefused(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
      patience,
    );
  }, [navigate]);
  if (refused === null) return <WaitingPage />;
  return (
    <Notice
      title={refused === 'denied' ? 'Your browser may not say where you are' : 'Where you are is not known'}
    >
      <p>
        {refused === 'denied'
          ? 'Allow it in the settings of your browser for this page, or type your address into the search above.'
          : 'Your browser could not find it out. Type your address into the search above.'}
      </p>
    </Notice>
  );
}

export function PointPage({ point }: { readonly point: Point }) {
  const { lintel } = useService();
  const { data: nearest, error, refetch } = useQuery(nearestQuery(lintel, point));
  if (error) return <Failure error={error} retry={() => void refetch()} what="point" />;
  if (nearest === undefined) return <WaitingPage />;
  if (nearest === null) return <NothingNear />;
  const { address, geo_ids: ids } = nearest;
  const street = streetLine(address);
  return (
    <Page
      title={street === null ? 'Around this point' : `Near ${street}`}
      crumbs={[...placeCrumbs(nearest), 'Point']}
      lede={
        <p className="lede">
          <span className="soft">{cityLine(address)} · </span>
          {point.join(', ')}
        </p>
      }
    >
      <NearColumns
        place={{ point, between: [], within: 0 }}
        name={street ?? point.join(', ')}
        jurisdictionId={ids.jurisdiction_id}
        jurisdiction={address.jurisdiction ? title(address.jurisdiction) : 'The authority'}
      />
    </Page>
  );
}

function NothingNear() {
  return (
    <Notice
      title="No permits near this point"
      actions={
        <Link to="/" search={{}} className="button">
          Explore permits
        </Link>
      }
    >
      <p>
        No permit of this release lies within {distance(farthest)}.{' '}
        <PlacesHeld before="Permits here are of " after="." />
      </p>
    </Notice>
  );
}
