/** An address as it was typed, also one without any permit, or a point: what is being built around it. */
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useService } from '../api/service';
import { placeCrumbs } from '../permit/place-crumbs';
import { Failure, Notice } from '../shell/failure';
import { Page } from '../shell/page';
import { PlacesHeld } from '../shell/places-held';
import { WaitingPage } from '../shell/waiting-page';
import { title } from '../words/format';
import { type Located, locateQuery, type Point } from './locate';
import { NearColumns } from './near-part';
import { HerePage, PointPage } from './point-page';

export function AddressPage() {
  const { q = '', at } = useSearch({ from: '/address' });
  if (at === 'here') return <HerePage />;
  const point = at === undefined ? null : pointOf(at);
  return point === null ? <TypedAddress q={q} /> : <PointPage point={point} />;
}

function pointOf(at: string): Point | null {
  const [lat = Number.NaN, lng = Number.NaN, ...rest] = at.split(',').map(Number);
  return rest.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lat, lng] : null;
}

function TypedAddress({ q }: { readonly q: string }) {
  const { lintel } = useService();
  const { data: located, error, refetch } = useQuery({ ...locateQuery(lintel, q), enabled: q !== '' });
  if (error) return <Failure error={error} retry={() => void refetch()} what="address" />;
  if (q !== '' && located === undefined) return <WaitingPage />;
  if (!located) return <UnknownStreet text={q} />;
  if (located.id !== null) return <Navigate to="/properties/$id" params={{ id: located.id }} replace />;
  return <AddressRecord located={located} />;
}

function AddressRecord({ located: { street, city, place, around } }: { readonly located: Located }) {
  const { jurisdiction } = around.address;
  return (
    <Page
      title={street}
      crumbs={[...placeCrumbs(around), 'Address']}
      lede={
        <p className="lede">
          <span className="soft">{city} · </span>No permit at this address in this release
        </p>
      }
    >
      {place === null ? (
        <Notice title="Where is this?">
          <p>
            No permit near this house number says where the street runs. Search with the number of a neighbor.
          </p>
        </Notice>
      ) : (
        <NearColumns
          place={place}
          name={street}
          jurisdictionId={around.geo_ids.jurisdiction_id}
          jurisdiction={jurisdiction ? title(jurisdiction) : 'The authority'}
        />
      )}
    </Page>
  );
}

function UnknownStreet({ text }: { readonly text: string }) {
  return (
    <Notice
      title={text === '' ? 'Which address?' : 'This street is not known here'}
      actions={
        <Link to="/" search={{}} className="button">
          Explore permits
        </Link>
      }
    >
      <p>
        {text === '' ? (
          'Type an address into the search above, such as a house number, a street and a city.'
        ) : (
          <>
            No permit of this release is in the street of “{text}”.{' '}
            <PlacesHeld before="Permits here are of " after="." />
          </>
        )}
      </p>
    </Notice>
  );
}
