/** A contractor: licence, contact, activity by month, what it does, where, beside whom, and its permits. */
import '../design/charts.css';
import type { Contractor, ReleaseInfo } from '@lintel/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { activityQuery, contractorPermitsQuery, contractorQuery } from '../api/contractor-queries';
import type { ListedPermit } from '../api/list-fields';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { lastDayOf, useReleaseOf } from '../api/summary-queries';
import { BarChart } from '../charts/bar-chart';
import { ColumnChart } from '../charts/column-chart';
import { monthsOf } from '../charts/line-chart';
import { Icon } from '../design/icons';
import { type Fact, Facts, known, Part } from '../design/record-parts';
import { everywhere } from '../explorer/filters';
import { RecordMap } from '../map/record-map';
import { MorePermits, PermitList } from '../permit/permit-list';
import { Failure } from '../shell/failure';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { notesOf, rowsShown, seriesOf } from '../summary/series';
import { figureOf } from '../summary/summary';
import type { Extent } from '../summary/summary-page';
import { WatchButton } from '../watch/watch-button';
import {
  cityLine,
  contractorName,
  count,
  date,
  days,
  month,
  percent,
  sentence,
  shortMoney,
  statusNames,
  streetLine,
  title,
  unknown,
} from '../words/format';
import { BesidePart } from './beside-part';
import { MailLink, PhoneLink, WebsiteLink } from './contact-links';
import { peersOf } from './peers';
import { SpellingsPart } from './spellings-part';

export function ContractorPage() {
  const { id } = useParams({ from: '/contractors/$id' });
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(contractorQuery(lintel, id));
  const release = useQuery(releaseQuery(lintel));
  if (error) return <Failure error={error} retry={() => void refetch()} what="contractor" />;
  if (!data || !release.data) return <WaitingPage />;
  return <ContractorRecord contractor={data} release={release.data} lastDay={lastDayOf(release.data)} />;
}

interface ContractorRecordProps {
  readonly contractor: Contractor;
  readonly release: ReleaseInfo;
  /** The day of the newest permit of the release. */
  readonly lastDay: string;
}

interface WithPermitsProps extends ContractorRecordProps {
  /** The first ones, the address with the newest permit first. */
  readonly permits: readonly ListedPermit[];
}

function ContractorRecord({ contractor, release, lastDay }: ContractorRecordProps) {
  const { lintel } = useService();
  const ownRelease = useReleaseOf(whereOf(contractor), release) ?? release;
  const found = useInfiniteQuery(contractorPermitsQuery(lintel, contractor.id));
  const permits = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = contractor.permit_count + contractor.other_permit_count;
  const points = permits.flatMap(({ address }) => (address.latlng ? [address.latlng] : []));
  const listed =
    permits.length < all ? (
      <span className="small-note">Of the {count(permits.length)} permits that are listed below</span>
    ) : null;
  return (
    <Page
      title={contractorName(contractor)}
      crumbs={[
        <Link to="/contractors" key="all">
          Contractors
        </Link>,
        'Contractor',
      ]}
      lede={
        <p className="lede soft">
          {aboutContractor(contractor)}
          {contractor.permit_count === 0
            ? ' No permit has it as main contractor, and only main contractors are counted by month and kind of work.'
            : null}
        </p>
      }
      actions={
        <ContractorActions contractor={contractor} permits={permits} release={release} lastDay={lastDay} />
      }
    >
      <Facts large facts={figuresOf(contractor, permits)} />
      <div className="columns">
        <div className="stack">
          {contractor.permit_count > 0 ? (
            <Work contractor={contractor} permits={permits} release={ownRelease} lastDay={lastDay} />
          ) : null}
          <SpellingsPart id={contractor.id} />
        </div>
        <div className="stack">
          <FactsPart title="Contact" facts={contactOf(contractor)} />
          <FactsPart title="License" facts={licenceOf(contractor)} />
          <BesidePart id={contractor.id} permits={permits} note={listed} />
          {points.length > 0 ? (
            <figure className="map-figure">
              <RecordMap points={points} label="Map of the permits" />
              {listed && <figcaption>{listed}</figcaption>}
            </figure>
          ) : null}
          {contractor.permit_count > 0 ? <Statuses contractor={contractor} /> : null}
        </div>
      </div>
      <Part title="Permits by address">
        <PermitList permits={permits} byAddress />
        {found.data ? <MorePermits found={found} shown={permits.length} all={all} /> : null}
      </Part>
    </Page>
  );
}

/** What leads on from here, by its name where that is long enough to be searched for. */
function ContractorActions({ contractor, permits, lastDay }: WithPermitsProps) {
  const name = nameOf(contractor);
  const peers = peersOf(contractor, permits);
  if (name === undefined) return null;
  return (
    <>
      {contractor.permit_count === 0 ? null : (
        <>
          <Link
            className="button small"
            to="/"
            search={{ by: name, from: contractor.first_seen_date ?? undefined, to: lastDay }}
          >
            Permits of this name
          </Link>
          <Link className="button small" to="/summary" search={{ by: name, group: ['year', 'tag'] }}>
            <Icon name="chart" />
            Summarize
          </Link>
        </>
      )}
      {peers === null ? null : (
        <Link className="button small" to="/contractors" search={peers.search}>
          {peers.name}
        </Link>
      )}
      <WatchButton
        name={`Permits of ${contractorName(contractor)}`}
        search={String(new URLSearchParams(whereOf(contractor)))}
      />
    </>
  );
}

/** Figures that are known. */
function figuresOf(contractor: Contractor, permits: readonly ListedPermit[]): Fact[] {
  const all: Fact[] = [
    ['Permits', count(contractor.permit_count)],
    [
      'On further permits',
      contractor.other_permit_count === 0 ? unknown : count(contractor.other_permit_count),
    ],
    ['Job value, all', shortMoney(contractor.total_job_value)],
    ['Job value, average', shortMoney(contractor.avg_job_value)],
    ['Time to build, average', days(contractor.avg_construction_duration)],
    ['Inspections passed', percent(contractor.avg_inspection_pass_rate)],
    ...seenOf(contractor.first_seen_date, newestOf(permits)),
  ];
  return all.filter(([, value]) => value !== unknown);
}

/** The days of its first and last permits, of one day once. */
function seenOf(first: string | null, last: string | undefined): Fact[] {
  if (first !== null && first === last) return [['Seen here', date(first)]];
  return [
    ['First permit here', date(first)],
    ['Last permit here', date(last)],
  ];
}

/** From its first to its last permit, as far as these are known. */
const extentOf = (
  { first_seen_date: begin }: Contractor,
  permits: readonly ListedPermit[],
  lastDay: string,
): Extent => ({ begin, lastDay: newestOf(permits) ?? lastDay });

/** The day of the newest of some permits. */
function newestOf(permits: readonly ListedPermit[]): string | undefined {
  return permits
    .flatMap(({ start_date: day }) => day ?? [])
    .sort()
    .at(-1);
}

/** Nothing where no fact is known. */
function FactsPart({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <Part title={title}>
      <Facts facts={facts} />
    </Part>
  );
}

/** When it worked, and what on. */
function Work(props: WithPermitsProps) {
  const { contractor, permits, release, lastDay } = props;
  return (
    <>
      <Part title="Activity">
        <Activity {...props} />
      </Part>
      <Part title="Kinds of work">
        <BarChart
          title="Permits by tag"
          unit="Permits, all years; a permit may have several tags"
          bars={tally(contractor.tag_tally, sentence)}
          show={(value) => count(value)}
          notes={notesOf(release, extentOf(contractor, permits, lastDay))}
        />
      </Part>
    </>
  );
}

function Statuses({ contractor }: { readonly contractor: Contractor }) {
  const statuses = tally(contractor.status_tally, (id) => statusNames[id] ?? sentence(id));
  if (Object.keys(contractor.status_tally).every((id) => id === 'unknown')) return null;
  return (
    <FactsPart
      title="Status of its permits"
      facts={statuses.map(({ name, value }) => [name, count(value)])}
    />
  );
}

/** From its first to its last month with permits: before and after it, it may have worked where no source is. */
function Activity({ contractor, permits, release, lastDay }: WithPermitsProps) {
  const { lintel } = useService();
  const { data: activity } = useQuery(activityQuery(lintel, contractor, lastDay));
  if (!activity) return <div className="waiting page-block" />;
  const [first] = activity;
  const last = activity.at(-1);
  if (first === undefined || last === undefined) {
    const areRenewals = permits.some(({ record_kind: kind }) => kind === 'renewal');
    return (
      <p className="soft">
        {areRenewals
          ? `${contractor.permit_count === 1 ? 'Its permit here is a renewal' : 'Its permits here are renewals'}: those are not counted by month.`
          : 'No permit of it has a date.'}
      </p>
    );
  }
  const months = monthsOf(first.date, last.date);
  const rows = months.map((day) => ({
    month: day.slice(0, 7),
    count: activity.find(({ date }) => date === day)?.permit_count ?? 0,
    partial: false,
    others: false,
  }));
  const found = seriesOf(rowsShown(rows, ['month'], null, release), 'month', undefined, figureOf('count'));
  return (
    <ColumnChart
      title="Permits by month"
      unit="Permits that start in the month, from its first to its last"
      {...found}
      nameOf={month}
      show={(value) => count(value)}
      notes={notesOf(release, extentOf(contractor, permits, lastDay), found)}
    />
  );
}

/** The name by which permits are searched; undefined where it is too short for that. */
function nameOf({ business_name: business, name }: Contractor): string | undefined {
  const known = business ?? name ?? '';
  return known.length >= 3 ? known : undefined;
}

/** Where its permits are found: by its license where that is known, else by its name; nothing where it has neither. */
function whereOf(contractor: Contractor) {
  const name = nameOf(contractor);
  if (contractor.license) return { contractor_license: contractor.license, geo_id: everywhere };
  return name === undefined ? {} : { contractor_name: name, geo_id: everywhere };
}

/** What it does, and where it is. */
function aboutContractor({ classification_derived, classification, address }: Contractor): string {
  const does = classification_derived.map(sentence).join(', ') || classification;
  const where = address ? [streetLine(address), cityLine(address)].filter(Boolean).join(', ') : null;
  return [does, where].filter(Boolean).join(' · ');
}

function contactOf(contractor: Contractor): Fact[] {
  return known([
    ['Contact person', contractor.business_name && contractor.name ? title(contractor.name) : null],
    ['Also called', contractor.dba],
    ['Phone', contractor.primary_phone && <PhoneLink number={contractor.primary_phone} />],
    ['Email', contractor.primary_email && <MailLink address={contractor.primary_email} />],
    ['Website', contractor.website && <WebsiteLink website={contractor.website} />],
    ['Employees', range(contractor.employee_count)],
    ['Revenue', range(contractor.revenue)],
  ]);
}

function licenceOf(contractor: Contractor): Fact[] {
  return known([
    ['Number', contractor.license],
    ['Class', contractor.classification && sentence(contractor.classification)],
    ['Issued', contractor.license_issue_date ? date(contractor.license_issue_date) : null],
    ['Renewed', contractor.license_act_date ? date(contractor.license_act_date) : null],
    ['Expires', contractor.license_exp_date ? date(contractor.license_exp_date) : null],
    ['Ended', contractor.license_inact_date ? date(contractor.license_inact_date) : null],
  ]);
}

/** A range as sources write it (`1-4`), with the dash of ranges. */
function range(text: string | null): string | null {
  return text?.replace(/(?<=\d)-(?=\$?\d)/, '–') ?? null;
}

/** Counts, the greatest first. */
function tally(
  counts: Readonly<Record<string, number | undefined>>,
  name: (id: string) => string,
): { name: string; value: number }[] {
  return Object.entries(counts)
    .map(([id, value]) => ({ name: name(id), value: value ?? 0 }))
    .sort((one, other) => other.value - one.value)
    .slice(0, 12);
}
