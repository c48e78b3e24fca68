/** A contractor: licence, activity by month, what it does, where, and its permits. */
import '../design/charts.css';
import type { Contractor } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { contractorMetricsQuery, contractorPermitsQuery, contractorQuery } from '../api/contractor-queries';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { lastDayOf } from '../api/summary-queries';
import { BarChart } from '../charts/bar-chart';
import { ColumnChart } from '../charts/column-chart';
import { monthsOf } from '../charts/line-chart';
import { type Fact, Facts, known, Part } from '../design/record-parts';
import { RecordMap } from '../map/record-map';
import { PermitList } from '../permit/permit-list';
import { Failure } from '../shell/failure';
import { Page, WaitingPage } from '../shell/page';
import { WatchButton } from '../watch/watch-button';
import {
  addDays,
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
  telephone,
  title,
} from '../words/format';
import { SpellingsPart } from './spellings-part';

export function ContractorPage() {
  const { id } = useParams({ from: '/contractors/$id' });
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(contractorQuery(lintel, id));
  const release = useQuery(releaseQuery(lintel));
  if (error) return <Failure error={error} retry={() => void refetch()} what="contractor" />;
  if (!data || !release.data) return <WaitingPage />;
  return <ContractorRecord contractor={data} lastDay={lastDayOf(release.data)} />;
}

interface ContractorRecordProps {
  readonly contractor: Contractor;
  /** The day of the newest permit of the release. */
  readonly lastDay: string;
}

function ContractorRecord({ contractor, lastDay }: ContractorRecordProps) {
  const { lintel } = useService();
  const { data: permits = [] } = useQuery(contractorPermitsQuery(lintel, contractor.id));
  const all = contractor.permit_count + contractor.other_permit_count;
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
        <p className="lede">
          <span className="soft">{aboutContractor(contractor)}</span>{' '}
          {contractor.permit_count === 0 ? (
            'No permit has it as main contractor, and only main contractors are counted by month and kind of work.'
          ) : nameOf(contractor) ? (
            <Link to="/summary" search={{ by: nameOf(contractor), group: ['year', 'tag'] }}>
              Summarise permits of this name
            </Link>
          ) : null}{' '}
          {nameOf(contractor) ? (
            <WatchButton name={`Permits of ${contractorName(contractor)}`} search={searchOf(contractor)} />
          ) : null}
        </p>
      }
    >
      <Facts large facts={figuresOf(contractor)} />
      <div className="columns">
        <div className="stack">
          {contractor.permit_count > 0 ? <Work contractor={contractor} lastDay={lastDay} /> : null}
          <SpellingsPart id={contractor.id} />
          <Part title="Permits">
            <PermitList permits={permits} withAddress />
            {permits.length < all ? (
              <p className="soft">
                {count(permits.length)} of {count(all)}, grouped by address.
              </p>
            ) : null}
          </Part>
        </div>
        <div className="stack">
          <FactsPart title="License" facts={licenceOf(contractor)} />
          <RecordMap points={permits.map((permit) => permit.address.latlng)} label="Map of the permits" />
          <FactsPart title="Contact" facts={contactOf(contractor)} />
          {contractor.permit_count > 0 ? <Statuses contractor={contractor} /> : null}
        </div>
      </div>
    </Page>
  );
}

/** Figures that are known. */
function figuresOf(contractor: Contractor): Fact[] {
  const all: Fact[] = [
    ['Permits', count(contractor.permit_count)],
    ['On further permits', count(contractor.other_permit_count)],
    ['Job value, all', shortMoney(contractor.total_job_value)],
    ['Job value, average', shortMoney(contractor.avg_job_value)],
    ['Time to build, average', days(contractor.avg_construction_duration)],
    ['Inspections passed', percent(contractor.avg_inspection_pass_rate)],
  ];
  return all.filter(([, value]) => value !== '–');
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
function Work({ contractor, lastDay }: ContractorRecordProps) {
  return (
    <>
      <Part title="Activity">
        <Activity id={contractor.id} lastDay={lastDay} />
      </Part>
      <Part title="Kinds of work">
        <BarChart
          title="Permits by tag"
          unit="Permits, all years; a permit may have several tags"
          bars={tally(contractor.tag_tally, sentence)}
          show={(value) => count(value)}
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

/** Years of activity that are shown. */
const years = 5;

function Activity({ id, lastDay }: { readonly id: string; readonly lastDay: string }) {
  const { lintel } = useService();
  const period = { from: addDays(lastDay, -365 * years), to: lastDay };
  const { data: activity } = useQuery(contractorMetricsQuery(lintel, id, period));
  if (!activity) return <div className="waiting page-block" />;
  const months = monthsOf(period.from, period.to);
  const permitsIn = (each: string) => activity.find(({ date }) => date === each)?.permit_count ?? 0;
  return (
    <ColumnChart
      title="Permits by month"
      unit={`Permits that start in the month, ${years} years up to ${date(lastDay)}`}
      periods={months}
      nameOf={month}
      series={[{ name: 'Permits', values: new Map(months.map((each) => [each, permitsIn(each)])) }]}
      show={(value) => count(value)}
    />
  );
}

/** The name by which permits are searched; undefined where it is too short for that. */
function nameOf({ business_name: business, name }: Contractor): string | undefined {
  const known = business ?? name ?? '';
  return known.length >= 3 ? known : undefined;
}

/** A search for its permits: by its licence where that is known, else by its name. */
function searchOf(contractor: Contractor): string {
  const by = contractor.license
    ? { contractor_license: contractor.license }
    : { contractor_name: nameOf(contractor) ?? '' };
  return `${new URLSearchParams(by)}&bbox=-180,-90,180,90`;
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
    ['Phone', contractor.primary_phone && telephone(contractor.primary_phone)],
    ['Email', contractor.primary_email],
    ['Website', contractor.website],
    ['Employees', range(contractor.employee_count)],
    ['Revenue', range(contractor.revenue)],
  ]);
}

function licenceOf(contractor: Contractor): Fact[] {
  return known([
    ['Number', contractor.license],
    ['Class', contractor.classification],
    ['Issued', contractor.license_issue_date ? date(contractor.license_issue_date) : null],
    ['Renewed', contractor.license_act_date ? date(contractor.license_act_date) : null],
    ['Expires', contractor.license_exp_date ? date(contractor.license_exp_date) : null],
    ['Ended', contractor.license_inact_date ? date(contractor.license_inact_date) : null],
    ['First seen here', contractor.first_seen_date ? date(contractor.first_seen_date) : null],
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
