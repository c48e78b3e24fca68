/** A place: what was built there in the last year and month by month, by whom, and how far the data can be relied on. */
import '../design/charts.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isPlaceKind, kindNames, type Place, type PlaceKind } from '../api/places';
import {
  activeContractorsQuery,
  coverageQuery,
  currentMetricsQuery,
  durationsQuery,
  monthlyMetricsQuery,
  placeQuery,
  releaseQuery,
  tagMixQuery,
} from '../api/queries';
import { useService } from '../api/service';
import { BarChart } from '../charts/bar-chart';
import { LineChart, monthsOf } from '../charts/line-chart';
import { DataTable } from '../design/data-table';
import { Facts, Part } from '../design/record-parts';
import { Failure, Notice } from '../shell/failure';
import { Page, WaitingPage } from '../shell/page';
import { addDays, contractorName, count, date, days, percent, sentence, shortMoney } from '../words/format';
import { MetricSelect } from './metric-select';
import { byMonth, type MetricId, metricOf } from './metrics';

/** Years of months that are shown. */
const years = 5;

export function PlacePage() {
  const { kind, id } = useParams({ from: '/places/$kind/$id' });
  const { lintel } = useService();
  const place = useQuery(placeQuery(lintel, id));
  const release = useQuery(releaseQuery(lintel));
  if (!isPlaceKind(kind)) return <Notice title="No such kind of place" />;
  const error = place.error ?? release.error;
  if (error) return <Failure error={error} retry={() => void place.refetch()} what="place" />;
  if (!place.data || !release.data) return <WaitingPage />;
  return <Loaded key={id} place={place.data} kind={kind} releasedAt={release.data.released_at} />;
}

interface PlaceProps {
  readonly place: Place;
  readonly kind: PlaceKind;
  readonly releasedAt: string;
}

function Loaded({ place, kind, releasedAt }: PlaceProps) {
  const { lintel } = useService();
  const current = useQuery(currentMetricsQuery(lintel, kind, place.geoId));
  const lastYear = { from: addDays(releasedAt, -364), to: releasedAt };
  const durations = useQuery(durationsQuery(lintel, place.geoId, lastYear)).data;
  const now = current.data;
  if (current.error)
    return <Failure error={current.error} retry={() => void current.refetch()} what="place" />;
  return (
    <Page
      title={place.name}
      crumbs={[
        kind === 'state' ? null : (
          <Link to="/places/$kind/$id" params={{ kind: 'state', id: place.state }} key="state">
            {place.state}
          </Link>
        ),
        kindNames[kind],
      ].filter((crumb) => crumb !== null)}
      lede={
        <p className="lede">
          <span className="soft">The 12 months up to {date(releasedAt)}. </span>
          <Link to="/" search={{ in: place.geoId }}>
            See the permits
          </Link>
          <span className="soft"> · </span>
          <Link to="/compare" search={{ place: [place.geoId] }}>
            Compare with other places
          </Link>
        </p>
      }
    >
      {now === null ? (
        <Notice title="No permits in these 12 months">
          <p>Either no source of this release covers this place, or its records end earlier.</p>
        </Notice>
      ) : (
        <Facts
          large
          facts={[
            ['Permits', count(now?.permit_count)],
            ['Contractors', count(now?.contractor_count)],
            ['Job value', shortMoney(now?.total_job_value)],
            ['Time to approve, median', days(durations?.approval?.median)],
            ['Time to build, median', days(durations?.construction?.median)],
            ['Inspections passed', percent(now?.avg_inspection_pass_rate)],
          ]}
        />
      )}
      <Months place={place} kind={kind} releasedAt={releasedAt} />
      {now ? (
        <div className="two">
          <TagMix place={place} kind={kind} />
          <Contractors place={place} releasedAt={releasedAt} />
        </div>
      ) : null}
      <Reliability place={place} kind={kind} releasedAt={releasedAt} />
      <Near place={place} />
    </Page>
  );
}

function Months({ place, kind, releasedAt }: PlaceProps) {
  const { lintel } = useService();
  const [id, setId] = useState<MetricId>('permits');
  const metric = metricOf(id);
  const period = { from: addDays(releasedAt, -365 * years), to: releasedAt };
  const monthly = useQuery(monthlyMetricsQuery(lintel, kind, place.geoId, period));
  const months = monthsOf(period.from, period.to);
  const durations = useQuery({
    ...durationsQuery(lintel, place.geoId, { from: months[0] ?? period.from, to: period.to }),
    enabled: metric.median !== undefined,
  });
  const { data, error, refetch } = metric.median === undefined ? monthly : durations;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const found = { rows: monthly.data ?? [], durations: durations.data?.months ?? [] };
  return (
    <Part title="Month by month" aside={<MetricSelect value={id} onChange={setId} />}>
      {data ? (
        <LineChart
          title={`${metric.name}, ${place.name}`}
          unit={`${metric.unit}; last ${years} years`}
          months={months}
          series={[{ name: metric.name, values: byMonth(metric, found, months) }]}
          show={metric.show}
          showTick={metric.showTick}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}

function TagMix({ place, kind }: Omit<PlaceProps, 'releasedAt'>) {
  const { lintel } = useService();
  const { data } = useQuery(tagMixQuery(lintel, kind, place.geoId));
  return (
    <Part title="Kinds of work">
      {data ? (
        <BarChart
          title={`Permits by tag, ${place.name}`}
          unit="Permits in 12 months; a permit may have several tags"
          bars={data.map(({ tag, permits }) => ({ name: sentence(tag), value: permits }))}
          show={(value) => count(value)}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}

function Contractors({ place, releasedAt }: Omit<PlaceProps, 'kind'>) {
  const { lintel } = useService();
  const { data } = useQuery(activeContractorsQuery(lintel, place.geoId, releasedAt));
  if (data?.length === 0) return null;
  return (
    <Part title="Active contractors, the largest first">
      {data ? (
        <DataTable
          label="Active contractors"
          rows={data}
          columns={[
            {
              head: 'Contractor',
              is: 'name',
              cell: (contractor) => (
                <Link to="/contractors/$id" params={{ id: contractor.id }}>
                  {contractorName(contractor)}
                </Link>
              ),
            },
            {
              head: 'Permits here, 12 months',
              is: 'number',
              cell: ({ status_tally: tally }) =>
                count(Object.values(tally).reduce((sum, one) => sum + one, 0)),
            },
            { head: 'In all', is: 'number', cell: ({ permit_count }) => count(permit_count) },
          ]}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}

/** Names of the fields whose fill the service measures. */
export const fieldNames: Readonly<Record<string, string>> = {
  fees: 'Fees',
  job_value: 'Job value',
  description: 'Description',
  contractor_id: 'Contractor',
  owner_name: 'Owner',
  property_type: 'Property type',
  property_year_built: 'Year built',
  property_building_area: 'Floor area',
  issue_date: 'Issue date',
  file_date: 'File date',
};

function Reliability({ place, kind, releasedAt }: PlaceProps) {
  const { lintel } = useService();
  const { data } = useQuery(coverageQuery(lintel, kind, place.geoId, releasedAt));
  if (!data) return null;
  const weak = new Map(data.map((row) => [row.field as string, row]));
  const reliable = Object.keys(fieldNames).filter((field) => !weak.has(field));
  return (
    <Part title="Can it be relied on?">
      {data[0]?.permits_total === 0 ? (
        <p>There are no permits of these 12 months to judge by.</p>
      ) : (
        <>
          {reliable.length > 0 ? (
            <p>
              Four of five permits or more state:{' '}
              {reliable.map((field) => fieldNames[field]?.toLowerCase()).join(', ')}.
            </p>
          ) : null}
          {data.length > 0 ? (
            <DataTable
              label="Fields stated less often"
              rows={data}
              columns={[
                { head: 'Stated less often', is: 'name', cell: ({ field }) => fieldNames[field] ?? field },
                { head: 'By how many permits', is: 'number', cell: ({ fill_pct }) => `${fill_pct} %` },
                {
                  head: 'So',
                  cell: ({ tier }) =>
                    tier === 'missing' ? 'do not use it here' : 'figures are of those that state it',
                },
              ]}
            />
          ) : null}
        </>
      )}
    </Part>
  );
}

/** Links of a list before the rest is asked for. */
const linksShown = 30;

function Near({ place }: { readonly place: Place }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const titles = {
    county: 'Counties',
    jurisdiction: 'Permit authorities',
    city: 'Cities',
    state: 'States',
    zip: 'ZIP codes',
  };
  return place.near
    .filter(({ places }) => places.length > 0)
    .map(({ kind, places }) => (
      <Part title={titles[kind]} key={kind}>
        <ul className="link-columns">
          {(open.has(kind) ? places : places.slice(0, linksShown)).map(({ geoId, name }) => (
            <li key={geoId}>
              <Link to="/places/$kind/$id" params={{ kind, id: geoId }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {places.length > linksShown && !open.has(kind) ? (
          <div>
            <button type="button" className="button small" onClick={() => setOpen(new Set([...open, kind]))}>
              Show all {count(places.length)}
            </button>
          </div>
        ) : null}
      </Part>
    ));
}
