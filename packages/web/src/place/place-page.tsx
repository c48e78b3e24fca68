/** A place or an area of the operator: what was built there in the last year and month by month, by whom, and how far the data can be relied on. */
import '../design/charts.css';
import type { OfficialCounts, ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { officialQuery, placeQuery, yearQuery } from '../api/place-queries';
import {
  filtersOf,
  isPlaceKind,
  kindNames,
  kindOf,
  locationOf,
  type Place,
  type PlaceKind,
  placeOfArea,
} from '../api/places';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { beginQuery, notBefore, useLastDay, useReleaseOf } from '../api/summary-queries';
import { Icon } from '../design/icons';
import { type Fact, Facts } from '../design/record-parts';
import { Failure, Notice } from '../shell/failure';
import { NoSuchPage } from '../shell/notice';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { WatchButton } from '../watch/watch-button';
import { addDays, count, date, days, listed, percent, rate, shortMoney, unknown } from '../words/format';
import { ContractorsPart } from './contractors-part';
import { MapPart } from './map-part';
import { MonthsPart } from './months-part';
import { NearPart } from './near-part';
import { OfficialPart } from './official-part';
import { ReliabilityPart } from './reliability-part';
import { WorkPart } from './work-part';
import { changeOf } from './year-change';

export function PlacePage() {
  const { kind, id } = useParams({ from: '/places/$kind/$id' });
  const { lintel } = useService();
  const release = useQuery(releaseQuery(lintel));
  const isArea = kind === 'area';
  const found = useQuery({ ...placeQuery(lintel, id), enabled: !isArea });
  const area = isArea ? release.data?.areas?.find((one) => one.id === id) : undefined;
  const place = area === undefined ? found.data : placeOfArea(area);
  const where = locationOf({ kind: isArea ? 'area' : 'state', geoId: id });
  const lastDay = useLastDay(undefined, release.data, where);
  const ownRelease = useReleaseOf(where, release.data);
  const begin = useQuery(beginQuery(lintel, where));
  if (!isArea && (!isPlaceKind(kind) || kindOf(id) !== kind)) return <NoSuchPage />;
  if (isArea && release.data && area === undefined) return <NoSuchPage />;
  const failed = [found, release, begin].find(({ error }) => error !== null);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} what="place" />;
  if (!place || !ownRelease || lastDay === undefined || begin.data === undefined) return <WaitingPage />;
  return (
    <Loaded
      key={id}
      place={place}
      kind={kind}
      release={ownRelease}
      begin={notBefore(begin.data, ownRelease)}
      lastDay={lastDay}
    />
  );
}

export interface PlaceProps {
  readonly place: Place;
  readonly kind: PlaceKind | 'area';
  readonly release: ReleaseInfo;
  /** The day from which there may be permits; null without any. */
  readonly begin: string | null;
  /** The day of the newest permit; that of the release without any. */
  readonly lastDay: string;
}

function Loaded(props: PlaceProps) {
  const { place, kind, release, begin, lastDay } = props;
  const isOld = lastDay < addDays(release.released_at, -31);
  return (
    <Page
      title={place.name}
      crumbs={[
        kind === 'state' || kind === 'area' ? null : (
          <Link to="/places/$kind/$id" params={{ kind: 'state', id: place.state }} key="state">
            {place.state}
          </Link>
        ),
        kind === 'area' ? 'Area' : kindNames[kind],
      ].filter((crumb) => crumb !== null)}
      lede={
        begin === null ? null : (
          <p className="lede soft">
            The 12 months up to {date(lastDay)}
            {isOld ? ', the newest record here' : ''}; renewals are not counted
          </p>
        )
      }
      actions={<PlaceActions place={place} kind={kind} hasPermits={begin !== null} />}
    >
      {begin === null ? (
        <Notice title="No permits here">
          <p>No source of this release covers this place: what was built there is not known here.</p>
        </Notice>
      ) : (
        <>
          <Year place={place} begin={begin} lastDay={lastDay} />
          <MonthsPart {...props} />
          <div className="two">
            <WorkPart place={place} release={release} lastDay={lastDay} />
            <ContractorsPart place={place} lastDay={lastDay} />
          </div>
          <MapPart place={place} release={release} lastDay={lastDay} />
          {kind === 'area' ? null : <ReliabilityPart place={place} kind={kind} lastDay={lastDay} />}
        </>
      )}
      {kind === 'zip' || kind === 'area' ? null : <OfficialPart place={place} release={release} />}
      <NearPart place={place} />
    </Page>
  );
}

/** What leads on from here: where there are no permits, only the watch that tells of the first ones. */
function PlaceActions({
  place,
  kind,
  hasPermits,
}: Pick<PlaceProps, 'place' | 'kind'> & { readonly hasPermits: boolean }) {
  const watch = (
    <WatchButton
      name={`Permits in ${place.name}`}
      search={kind === 'area' ? `area=${place.geoId}` : `geo_id=${place.geoId}`}
    />
  );
  if (!hasPermits) return watch;
  return (
    <>
      <Link className="button small" to="/" search={filtersOf(place)}>
        See the permits
      </Link>
      <Link className="button small" to="/summary" search={filtersOf(place)}>
        <Icon name="chart" />
        Summarize
      </Link>
      {kind === 'area' ? (
        <Link className="button small" to="/summary" search={{ group: ['area'] }}>
          Compare with other areas
        </Link>
      ) : (
        <Link className="button small" to="/compare" search={{ place: [place.geoId] }}>
          Compare with other places
        </Link>
      )}
      {watch}
    </>
  );
}

/** The figures of the last year, and how they differ from the year before. */
function Year({ place, begin, lastDay }: Pick<PlaceProps, 'place' | 'begin' | 'lastDay'>) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(yearQuery(lintel, locationOf(place), lastDay));
  // A year before of which a part is missing would show growth where records begin.
  const isWhole = begin !== null && begin <= addDays(lastDay, -729);
  const yearBefore = yearQuery(lintel, locationOf(place), addDays(lastDay, -365));
  const before = useQuery({ ...yearBefore, enabled: isWhole }).data?.rows[0];
  const official = useQuery({
    ...officialQuery(lintel, place.geoId),
    enabled: place.kind !== 'zip' && place.kind !== 'area',
  }).data;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  // Other keys: the same element in another place would count as one that moved.
  if (!data) return <div key="waiting" className="waiting figures" />;
  const [now] = data.rows;
  const all: readonly (readonly [term: string, figure: string, change?: number | null])[] = [
    ['Permits', count(now?.count), changeOf(now, before, 'count')],
    ['Contractors', now?.contractors_n === 0 ? unknown : count(now?.contractors)],
    ['Job value', shortMoney(now?.sum_job_value), changeOf(now, before, 'sum_job_value')],
    ['Time to approve, median', days(now?.median_approval_duration)],
    ['Time to build, median', days(now?.median_construction_duration)],
    ['Inspections passed', percent(now?.avg_inspection_pass_rate)],
  ];
  const stated = all.filter(([, figure]) => figure !== unknown);
  const unstated = all
    .filter(([, figure]) => figure === unknown)
    .map(([term]) => term.toLowerCase().replace(', median', ''));
  return (
    <div key="come" className="stack figures">
      <Facts
        large
        facts={[
          ...stated.map(([term, figure, change = null]): Fact => [term, withChange(figure, change)]),
          ...perThousand(now?.count, official),
        ]}
      />
      {unstated.length > 0 ? <p className="small-note">Not published here: {listed(unstated)}.</p> : null}
    </div>
  );
}

/** Permits of the year for 1,000 inhabitants and homes, where somebody states them. */
function perThousand(
  permits: number | null | undefined,
  official: Pick<OfficialCounts, 'population' | 'homes' | 'population_source'> | undefined,
): Fact[] {
  if (permits == null || official === undefined) return [];
  const by = official.population_source === 'operator' ? '' : ', by the Building Permits Survey';
  const rates = [
    ['inhabitants', official.population],
    ['homes', official.homes],
  ] as const;
  return rates.flatMap(([of, all]): Fact[] =>
    all
      ? [
          [
            `Permits per 1,000 ${of}`,
            <>
              {rate((1_000 * permits) / all)}
              <small className="change">
                of {count(all)}
                {by}
              </small>
            </>,
          ],
        ]
      : [],
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
