/** A property: the building, its owner, and every permit at its address. */
import '../design/charts.css';
import type { Property } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ListedPermit } from '../api/list-fields';
import { permitsAtQuery, propertyQuery } from '../api/permit-queries';
import { useService } from '../api/service';
import { type Fact, Facts, known, Part, Tags } from '../design/record-parts';
import { RecordMap } from '../map/record-map';
import { PermitList } from '../permit/permit-list';
import { placeCrumbs } from '../permit/place-crumbs';
import { Failure, Notice } from '../shell/failure';
import { Page, WaitingPage } from '../shell/page';
import { area, cityLine, count, date, money, sentence, shortMoney, streetLine } from '../words/format';

export function PropertyPage() {
  const { id } = useParams({ from: '/properties/$id' });
  const { lintel } = useService();
  const { data: property, error, refetch } = useQuery(propertyQuery(lintel, id));
  const { data: permits = [] } = useQuery(permitsAtQuery(lintel, id));
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
  return <PropertyRecord property={property} permits={permits} />;
}

function PropertyRecord({
  property,
  permits,
}: {
  readonly property: Property;
  readonly permits: readonly ListedPermit[];
}) {
  const { address } = property;
  const street = streetLine(address) ?? 'Address without a street';
  return (
    <Page
      title={street}
      crumbs={[...placeCrumbs(property), 'Property']}
      lede={
        <p className="lede">
          <span className="soft">{cityLine(address)} · </span>
          <Link to="/summary" search={{ in: property.id, group: ['year', 'tag'] }}>
            Summarise
          </Link>
        </p>
      }
    >
      <Facts
        large
        facts={[
          ['Permits', count(property.permit_count)],
          ['Contractors', count(property.contractor_count)],
          ['Job value, all', shortMoney(property.total_job_value)],
          ['Last permit', date(property.last_permit_date)],
        ]}
      />
      <div className="columns">
        <div className="stack">
          <Part title="Permits">
            <PermitList permits={permits} />
          </Part>
        </div>
        <div className="stack">
          <Part title="Building">
            <Facts facts={factsOf(property)} />
          </Part>
          <RecordMap points={[address.latlng]} label={`Map of ${street}`} />
          <Part title="Work done here">
            <Tags tags={property.tags} />
          </Part>
        </div>
      </div>
    </Page>
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
