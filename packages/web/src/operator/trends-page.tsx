/**
 * How the service has fared in the last 30 days: what is the matter, answers, disk, rows by source and day, what the gate
 * said, and the releases that are kept.
 */
import '../design/charts.css';
import type { ListedRelease, ListedSource } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Asked } from '../account/asked';
import { ColumnChart } from '../charts/column-chart';
import type { Series } from '../charts/line-chart';
import { DataTable, TwoLines } from '../design/data-table';
import { Part } from '../design/record-parts';
import { count, date, shortCount, shortDate } from '../words/format';
import { releasesQuery, sourcesQuery, trendsQuery } from './api';
import { OperatorPage } from './operator-page';
import { AnswersByDay, Disk, TimesByDay, Verdicts } from './service-trends';
import { Findings, share } from './sources-page';
import { ago } from './words';

/** As many as charts have colours for. */
const maxSeries = 5;

export function TrendsPage() {
  const sources = useQuery(sourcesQuery);
  const releases = useQuery(releasesQuery);
  return (
    <OperatorPage title="Trends" lede={<p className="lede">The last 30 days, by the days of UTC.</p>}>
      <Asked of={sources}>
        {({ sources: all }) => (
          <>
            <Findings of={all} />
            <ServiceParts />
            <Part title="Rows by source and day">
              <RowsByDay sources={all} />
            </Part>
            <Part title="Freshness and defects">
              <SourceTable sources={all} />
            </Part>
          </>
        )}
      </Asked>
      <Part title="Releases that are kept">
        <Asked of={releases}>{({ releases: kept }) => <Releases releases={kept} />}</Asked>
      </Part>
    </OperatorPage>
  );
}

/** The service itself: its answers, its disk, and what the gate said. */
function ServiceParts() {
  const trends = useQuery(trendsQuery);
  return (
    <Asked of={trends}>
      {({ days, verdicts }) => (
        <>
          <Part title="Answers">
            <AnswersByDay days={days} />
            <TimesByDay days={days} />
          </Part>
          <Part title="Disk">
            <Disk days={days} />
          </Part>
          <Part title="Verdicts of the gate">
            <Verdicts verdicts={verdicts} />
          </Part>
        </>
      )}
    </Asked>
  );
}

type Day = ListedSource['daily'][number];
const rowsOf = ({ rows }: Day) => rows;

/** New and changed rows of each day; of many sources those with the most, and the others together. */
export function RowsByDay({ sources }: { readonly sources: readonly ListedSource[] }) {
  const ordered = sources
    .map(({ id, daily }) => ({ id, daily, rows: daily.reduce((sum, { rows }) => sum + rows, 0) }))
    .filter(({ rows }) => rows > 0)
    .sort((one, other) => other.rows - one.rows);
  const days = sources[0]?.daily.map((day) => day.date) ?? [];
  if (ordered.length === 0)
    return (
      <p className="soft">
        No run of the last 30 days brought a new or changed row. The first run of a source, which brings
        everything, is not counted.
      </p>
    );
  const own = ordered.length > maxSeries ? ordered.slice(0, maxSeries - 1) : ordered;
  const series: Series[] = own.map(({ id, daily }) => ({
    name: id,
    values: new Map(daily.map((day) => [day.date, rowsOf(day)])),
  }));
  const others = ordered.slice(own.length);
  if (others.length > 0) {
    const sum = (at: number) => others.reduce((rows, { daily }) => rows + (daily[at]?.rows ?? 0), 0);
    series.push({ name: 'Others', values: new Map(days.map((day, at) => [day, sum(at)])) });
  }
  return (
    <ColumnChart
      title="New and changed rows by day and source"
      unit="Rows that runs of each day brought (UTC), without the first one of a source, which brings everything; today is not over"
      series={series}
      periods={days}
      partial={new Set(days.slice(-1))}
      nameOf={shortDate}
      show={count}
      showTick={shortCount}
    />
  );
}

function SourceTable({ sources }: { readonly sources: readonly ListedSource[] }) {
  const sumOf = (source: ListedSource, what: 'rows' | 'quarantined' | 'failed') =>
    source.daily.reduce((sum, day) => sum + day[what], 0);
  return (
    <DataTable
      label="Sources"
      isCards
      rows={sources}
      columns={[
        {
          head: 'Source',
          is: 'name',
          cell: ({ id, name }) => (
            <TwoLines
              first={
                <Link to="/operator/sources/$id" params={{ id }}>
                  {id}
                </Link>
              }
              second={name}
            />
          ),
        },
        { head: 'Last read', cell: ({ last_run: run }) => (run === null ? 'Never' : ago(run.started_at)) },
        { head: 'Renewed', cell: ({ updates }) => updates ?? '–' },
        { head: 'New or changed in 30 days', is: 'number', cell: (source) => count(sumOf(source, 'rows')) },
        { head: 'Not readable', is: 'number', cell: (source) => count(sumOf(source, 'quarantined')) },
        { head: 'Failed runs', is: 'number', cell: (source) => count(sumOf(source, 'failed')) },
        {
          head: 'Rows with a defect',
          is: 'number',
          cell: ({ release }) => (release === null ? '–' : share(release.defective, release.refined)),
        },
      ]}
    />
  );
}

function Releases({ releases }: { readonly releases: readonly ListedRelease[] }) {
  return (
    <DataTable
      label="Releases"
      rows={releases}
      columns={[
        {
          head: 'Release',
          is: 'name',
          cell: ({ id, published }) => (
            <TwoLines
              first={
                <Link to="/operator/releases/$id" params={{ id }}>
                  {id}
                </Link>
              }
              second={published ? 'Published' : 'Not published'}
            />
          ),
        },
        { head: 'Date', cell: ({ released_at: day }) => (day === null ? '–' : date(day.slice(0, 10))) },
        { head: 'Permits', is: 'number', cell: ({ counts }) => count(counts?.permits) },
        {
          head: 'On disk',
          is: 'number',
          cell: ({ bytes }) => (bytes === null ? '–' : `${count(Math.round(bytes / 1e6))} MB`),
        },
      ]}
    />
  );
}
