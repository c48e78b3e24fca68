/** A permit: its days, what it is for, where it is, who does the work, and where the record comes from. */
import '../design/charts.css';
import type { Permit } from '@lintel/client';
import { permitTitle } from '@lintel/contract/permit-title';
import { nameCase } from '@lintel/contract/title-case';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { contractorQuery } from '../api/contractor-queries';
import { permitQuery, permitsAtQuery } from '../api/permit-queries';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { type Fact, Facts, known, Part, Status } from '../design/record-parts';
import { RecordMap } from '../map/record-map';
import { Failure } from '../shell/failure';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import {
  area,
  cityLine,
  contractorName,
  count,
  days,
  money,
  percent,
  sentence,
  streetLine,
  title,
} from '../words/format';
import { PermitList } from './permit-list';
import { placeCrumbs } from './place-crumbs';
import { ProvenancePart } from './provenance';
import { TagsPart } from './tags-part';
import { Timeline } from './timeline';

export function PermitPage() {
  const { id } = useParams({ from: '/permits/$id' });
  const { lintel } = useService();
  const { data: permit, error, refetch } = useQuery(permitQuery(lintel, id));
  if (error) return <Failure error={error} retry={() => void refetch()} what="permit" />;
  if (!permit) return <WaitingPage />;
  return <PermitRecord permit={permit} />;
}

function PermitRecord({ permit }: { readonly permit: Permit }) {
  const { lintel } = useService();
  const { address_id } = permit.geo_ids;
  const { data: release } = useQuery(releaseQuery(lintel));
  const street = streetLine(permit.address);
  const place = [street, cityLine(permit.address)].filter(Boolean).join(', ');
  return (
    <Page
      title={permitTitle(permit)}
      documentTitle={`Permit ${permit.number ?? permit.id}`}
      crumbs={[...placeCrumbs(permit), `Permit ${permit.number ?? permit.id}`]}
      lede={
        <p className="lede">
          <Status status={permit.status} />
          {permit.status && place ? <span className="soft"> · </span> : null}
          {address_id ? (
            <Link to="/properties/$id" params={{ id: address_id }}>
              {place}
            </Link>
          ) : (
            place
          )}
        </p>
      }
    >
      <div className="columns">
        <div className="stack">
          <Part title="Timeline">
            {release ? (
              <Timeline
                permit={permit}
                localName={permit.jurisdiction ? title(permit.jurisdiction) : 'this place'}
                releasedAt={release.released_at}
              />
            ) : (
              <div className="waiting page-line" />
            )}
          </Part>
          {permit.description && !permitTitle(permit).startsWith(permit.description.replace(/\.$/, '')) ? (
            <Part title="Description">
              <p className="lede" dir="auto">
                {permit.description}
              </p>
            </Part>
          ) : null}
          <Part title="Record">
            <Facts facts={factsOf(permit)} />
            {permit.source_url === undefined ? null : (
              <p>
                <a href={permit.source_url}>The permit at its source</a>
              </p>
            )}
          </Part>
          <Building permit={permit} />
          {address_id ? <OtherPermits addressId={address_id} id={permit.id} /> : null}
        </div>
        <div className="stack">
          {permit.contractor_id ? <ContractorCard id={permit.contractor_id} /> : null}
          <OtherContractorsPart permit={permit} />
          <RecordMap points={[permit.address.latlng]} label={`Map of ${place}`} />
        </div>
      </div>
      <TagsPart permit={permit} />
      <ProvenancePart permit={permit} />
    </Page>
  );
}

function factsOf(permit: Permit): Fact[] {
  return known([
    ['Number', permit.number],
    ['Job value', permit.job_value === null ? null : money(permit.job_value)],
    [
      'Doubtful',
      permit.job_value_outlier ? 'The job value is far beyond what such permits are worth here' : null,
    ],
    ['Fees', permit.fees === null ? null : money(permit.fees)],
    ['Permit type', permit.type],
    ['Subtype', permit.subtype],
    ['Kind of record', permit.record_kind === undefined ? null : sentence(permit.record_kind)],
    [
      'Belongs to',
      permit.parent_number === undefined ? null : (
        <Link
          to="/"
          search={{ in: permit.geo_ids.jurisdiction_id ?? undefined, number: permit.parent_number }}
        >
          {permit.parent_number}
        </Link>
      ),
    ],
    ['Jurisdiction', permit.jurisdiction ? title(permit.jurisdiction) : null],
    [
      'Inspections passed',
      permit.inspection_pass_rate === undefined ? null : percent(permit.inspection_pass_rate),
    ],
    ['Parcel number', permit.parcel_number],
  ]);
}

function Building({ permit }: { readonly permit: Permit }) {
  const facts = known([
    ['Property type', permit.property_type ? sentence(permit.property_type) : null],
    ['Kind', permit.property_type_detail ? sentence(permit.property_type_detail) : null],
    ['Year built', permit.property_year_built === null ? null : String(permit.property_year_built)],
    ['Floor area', permit.property_building_area === null ? null : area(permit.property_building_area)],
    ['Lot', permit.property_lot_size === null ? null : area(permit.property_lot_size)],
    ['Stories', permit.property_story_count === null ? null : count(permit.property_story_count)],
    ['Units', permit.property_unit_count === null ? null : count(permit.property_unit_count)],
    [
      'Assessed value',
      permit.property_assess_market_value === null ? null : money(permit.property_assess_market_value),
    ],
    ['Owner', permit.property_owner_type ? sentence(permit.property_owner_type) : null],
    ['Census tract', permit.property_census_tract],
  ]);
  if (facts.length === 0) return null;
  return (
    <Part title="Property">
      <Facts facts={facts} />
    </Part>
  );
}

function OtherPermits({ addressId, id }: { readonly addressId: string; readonly id: string }) {
  const { lintel } = useService();
  const { data, hasNextPage } = useInfiniteQuery(permitsAtQuery(lintel, addressId));
  const others = data?.pages.flatMap(({ items }) => items).filter((permit) => permit.id !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <Part title="Other permits at this address">
      <PermitList permits={others} />
      {hasNextPage ? (
        <p>
          <Link to="/properties/$id" params={{ id: addressId }}>
            All permits at this address
          </Link>
        </p>
      ) : null}
    </Part>
  );
}

/** Further contractors that the source names. */
function OtherContractorsPart({ permit: { other_contractors: others } }: { readonly permit: Permit }) {
  if (others === undefined) return null;
  return (
    <Part title="Further contractors">
      <Facts
        facts={others.map(
          ({ id, name, role }): Fact => [
            role === null ? 'Contractor' : sentence(role),
            <Link key={id} to="/contractors/$id" params={{ id }}>
              {name === null ? id : nameCase(name)}
            </Link>,
          ],
        )}
      />
    </Part>
  );
}

function ContractorCard({ id }: { readonly id: string }) {
  const { lintel } = useService();
  const { data } = useQuery(contractorQuery(lintel, id));
  if (!data) return null;
  return (
    <Part title="Contractor">
      <div>
        <p>
          <Link to="/contractors/$id" params={{ id }}>
            <strong>{contractorName(data)}</strong>
          </Link>
        </p>
        <p className="soft">
          {[
            data.classification_derived.length > 0 ? sentence(data.classification_derived[0] ?? '') : null,
            data.address?.city ? cityLine(data.address) : null,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <Facts
        facts={known([
          ['Permits here', count(data.permit_count)],
          ['License', data.license],
          [
            'Time to build, average',
            data.avg_construction_duration === null ? null : days(data.avg_construction_duration),
          ],
          [
            'Inspections passed',
            data.avg_inspection_pass_rate === null ? null : percent(data.avg_inspection_pass_rate),
          ],
        ])}
      />
    </Part>
  );
}
