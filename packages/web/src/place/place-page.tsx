/** A place: what was built there in the last year and month by month, by whom, and how far the data can be relied on. */
import '../design/charts.css';
import type { CurrentMetrics } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentMetricsQuery, durationsQuery, monthlyMetricsQuery, placeQuery } from '../api/place-queries';
import { isPlaceKind, kindNames, type Place, type PlaceKind } from '../api/places';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Facts } from '../design/record-parts';
import { Failure, Notice } from '../shell/failure';
import { NoSuchPage } from '../shell/notice';
import { Page, WaitingPage } from '../shell/page';
import { addDays, count, date, days, percent, shortMoney } from '../words/format';
import { ContractorsPart } from './contractors-part';
import { MonthsPart, monthsPeriod } from './months-part';
import { NearPart } from './near-part';
import { ReliabilityPart } from './reliability-part';
import { WorkPart } from './work-part';
import { changeOnYear } from './year-change';

export function PlacePage() {
  const { kind, id } = useParams({ from: '/places/$kind/$id' });
  const { lintel } = useService();
  const place = useQuery(placeQuery(lintel, id));
  const release = useQuery(releaseQuery(lintel));
  if (!isPlaceKind(kind)) return <NoSuchPage />;
  const error = place.error ?? release.error;
  if (error) return <Failure error={error} retry={() => void place.refetch()} what="place" />;
  if (!place.data || !release.data) return <WaitingPage />;
  return <Loaded key={id} place={place.data} kind={kind} releasedAt={release.data.released_at} />;
}

export interface PlaceProps {
  readonly place: Place;
  readonly kind: PlaceKind;
  readonly releasedAt: string;
}

function Loaded({ place, kind, releasedAt }: PlaceProps) {
  const { lintel } = useService();
  const current = useQuery(currentMetricsQuery(lintel, kind, place.geoId));
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
        <Year place={place} kind={kind} releasedAt={releasedAt} now={now} />
      )}
      <MonthsPart place={place} kind={kind} releasedAt={releasedAt} />
      {now ? (
        <div className="two">
          <WorkPart place={place} kind={kind} />
          <ContractorsPart place={place} releasedAt={releasedAt} />
        </div>
      ) : null}
      <ReliabilityPart place={place} kind={kind} releasedAt={releasedAt} />
      <NearPart place={place} />
    </Page>
  );
}

/** The figures of the last year, and how they differ from the year before. */
function Year({ place, kind, releasedAt, now }: PlaceProps & { readonly now: CurrentMetrics | undefined }) {
  const { lintel } = useService();
  const lastYear = { from: addDays(releasedAt, -364), to: releasedAt };
  const durations = useQuery(durationsQuery(lintel, place.geoId, lastYear)).data;
  const monthly = useQuery(monthlyMetricsQuery(lintel, kind, place.geoId, monthsPeriod(releasedAt))).data;
  const permits = changeOnYear(monthly, releasedAt, (month) => month.permit_count);
  const value = changeOnYear(monthly, releasedAt, (month) => month.total_job_value ?? 0);
  return (
    <Facts
      large
      facts={[
        ['Permits', withChange(count(now?.permit_count), permits)],
        ['Contractors', count(now?.contractor_count)],
        ['Job value', withChange(shortMoney(now?.total_job_value), value)],
        ['Time to approve, median', days(durations?.approval?.median)],
        ['Time to build, median', days(durations?.construction?.median)],
        ['Inspections passed', percent(now?.avg_inspection_pass_rate)],
      ]}
    />
  );
}

function withChange(figure: string, change: number | null): ReactNode {
  if (change === null) return figure;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return (
    <>
      {figure}
      <small className="change">
        {sign}
        {percent(Math.abs(change))} on the year before
      </small>
    </>
  );
}
