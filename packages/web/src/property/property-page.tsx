/** A property: the building, its owner, and every permit at its address. */
import '../design/charts.css';
import type { Property } from '@lintel/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { contractorsOf, namesQuery } from '../api/near-queries';
import { permitsAtQuery, propertyQuery } from '../api/permit-queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { type Fact, Facts, known, Part, Tags } from '../design/record-parts';
import { type Estimate, locateQuery } from '../near/locate';
import { NearColumns } from '../near/near-part';
import { MorePermits, PermitList } from '../permit/permit-list';
import { placeCrumbs } from '../permit/place-crumbs';
import { Failure, Notice } from '../shell/failure';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { area, cityLine, count, date, money, sentence, streetLine, title } from '../words/format';
import { ChangedPart } from './changed-part';
import { YearsPart } from './years-part';

export function PropertyPage() {
  const { id } = useParams({ from: '/properties/$id' });
  const { lintel } = useService();
  const { data: property, error, refetch } = useQuery(propertyQuery(lintel, id));
  if (error) return <Failure error={error} retry={() => void refetch()} what="address" />;
  if (property === undefined) return <WaitingPage />;
  if (property === null) {
    return (
      <Notice
        title="No permits at this address"
        actions={
          <Link to="/" search={{}} className="button">
            Explore permits
          </Link>
        }
      >
        <p>This release knows the address, or its id is mistyped, but has no permit there.</p>
      </Notice>
    );
  }
  return <PropertyRecord property={property} />;
}

function PropertyRecord({ property }: { readonly property: Property }) {
  const { lintel } = useService();
  const found = useInfiniteQuery(permitsAtQuery(lintel, property.id));
  const permits = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const { address } = property;
  const street = streetLine(address) ?? 'Address without a street';
  const place = usePlace(address);
  const ids = contractorsOf(permits);
  const names = useQuery({
    ...namesQuery(lintel, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const here = (
    <>
      <Part title="Permits at this address">
        <PermitList permits={permits} builders={names.data} />
        {found.data ? <MorePermits found={found} shown={permits.length} all={property.permit_count} /> : null}
      </Part>
      <YearsPart property={property} />
      <ChangedPart addressId={property.id} />
    </>
  );
  const facts = factsOf(property);
  const about = (
    <>
      {facts.length > 0 ? (
        <Part title="Building">
          <Facts facts={facts} />
        </Part>
      ) : null}
      {property.tags.length > 0 ? (
        <Part title="Work done here">
          <Tags tags={property.tags} />
        </Part>
      ) : null}
    </>
  );
  return (
    <Page
      title={street}
      crumbs={[...placeCrumbs(property), 'Property']}
      lede={<p className="lede soft">{cityLine(address)}</p>}
      actions={
        <Link className="button small" to="/summary" search={{ in: property.id, group: ['year', 'tag'] }}>
          <Icon name="chart" />
          Summarize
        </Link>
      }
    >
      <Facts
        large
        facts={known([
          ['Permits', count(property.permit_count)],
          ['Contractors', property.contractor_count === 0 ? null : count(property.contractor_count)],
          ['Job value, all', property.total_job_value === null ? null : money(property.total_job_value)],
          ['Last permit', property.last_permit_date === null ? null : date(property.last_permit_date)],
        ])}
      />
      {place ? (
        <NearColumns
          place={place}
          name={street}
          jurisdictionId={property.geo_ids.jurisdiction_id}
          jurisdiction={address.jurisdiction ? title(address.jurisdiction) : 'The authority'}
          first={here}
          listedId={property.id}
        >
          {about}
        </NearColumns>
      ) : (
        <div className="columns">
          <div className="stack">{here}</div>
          <div className="stack">{about}</div>
        </div>
      )}
    </Page>
  );
}

/** Where the address is; where its permits do not say, between its neighbours. Null where that is not known. */
function usePlace(address: Property['address']): Estimate | null {
  const { lintel } = useService();
  const [lat, lng] = address.latlng ?? [];
  const isKnown = lat !== undefined && lng !== undefined;
  const text = [streetLine(address), cityLine(address)].filter(Boolean).join(', ');
  const { data } = useQuery({
    ...locateQuery(lintel, text),
    enabled: !isKnown && address.street_no !== null,
  });
  return useMemo(
    () => (isKnown ? { point: [lat, lng], between: [], within: 0 } : (data?.place ?? null)),
    [isKnown, lat, lng, data],
  );
}

function factsOf(property: Property): Fact[] {
  return known([
    ['Property type', property.property_type ? sentence(property.property_type) : null],
    ['Kind', property.property_type_detail ? sentence(property.property_type_detail) : null],
    ['Year built', property.year_built === null ? null : String(property.year_built)],
    ['Floor area', property.building_area === null ? null : area(property.building_area)],
    ['Lot', property.lot_size === null ? null : area(property.lot_size)],
    ['Stories', property.story_count === null ? null : count(property.story_count)],
    ['Units', property.unit_count === null ? null : count(property.unit_count)],
    ['Assessed value', property.assess_market_value === null ? null : money(property.assess_market_value)],
    ['Owner', property.owner_type ? sentence(property.owner_type) : null],
  ]);
}
