/** Permits in sum: by one or two groupings, as a chart and a table. The address holds what is asked. */
import '../design/charts.css';
import '../design/summary.css';
import type { AggregateRow, PermitGroups, ReleaseInfo } from '@lintel/client';
import { type MeasureId, measuredFields } from '@lintel/contract/aggregate';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withAreaNames } from '../api/areas';
import { placeQuery } from '../api/place-queries';
import type { Place } from '../api/places';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import {
  authoritiesQuery,
  beginQuery,
  groupsQuery,
  notBefore,
  useLastDay,
  useReleaseOf,
} from '../api/summary-queries';
import { FilterBar } from '../explorer/filter-bar';
import { type Filters, withoutEmpty } from '../explorer/filters';
import { areaParameters } from '../explorer/within';
import { Failure, Notice } from '../shell/failure';
import { LeftOut } from '../shell/left-out';
import { Page } from '../shell/page';
import { WaitingPage } from '../shell/waiting-page';
import { addDays, counted, date } from '../words/format';
import { leftOut } from '../words/query-text';
import { questionsOf } from './questions';
import { rowsShown } from './series';
import { ShareButton } from './share-button';
import {
  byWords,
  chartedFigure,
  figureOf,
  groupsOf,
  measuresOf,
  parametersOf,
  placeAndArea,
  type Summary,
  summaryOf,
} from './summary';
import type { SummaryAddress } from './summary-address';
import { SummaryChart, whereOf } from './summary-chart';
import { SummaryControls } from './summary-controls';
import { SummaryTable } from './summary-table';

export function SummaryPage() {
  const { lintel } = useService();
  const address = useSearch({ from: '/summary' });
  const summary = summaryOf(address);
  const release = useQuery(releaseQuery(lintel));
  const place = useQuery({ ...placeQuery(lintel, summary.in ?? ''), enabled: summary.in !== undefined });
  const lastDay = useLastDay(summary.in, release.data, areaParameters(summary));
  const ownRelease = useReleaseOf(placeAndArea(summary), release.data);
  const error = release.error ?? place.error;
  if (error) return <Failure error={error} retry={() => void release.refetch()} what="place" />;
  if (!ownRelease || lastDay === undefined || (summary.in !== undefined && !place.data))
    return <WaitingPage />;
  const { group, measure, chart } = summary;
  return (
    <>
      <LeftOut names={leftOut({ ...address }, { group, measure, chart })} />
      <Loaded summary={summary} release={ownRelease} place={place.data ?? null} lastDay={lastDay} />
    </>
  );
}

export interface SummaryProps {
  readonly summary: Summary;
  readonly release: ReleaseInfo;
  /** Null for the whole release. */
  readonly place: Place | null;
  /** The day of the newest permit there. */
  readonly lastDay: string;
}

/** From when to when there are permits: `begin` is null where it is not known. */
export interface Extent {
  readonly begin: string | null;
  readonly lastDay: string;
}

function Loaded(props: SummaryProps) {
  const { summary, release, place, lastDay } = props;
  const { lintel } = useService();
  const navigate = useNavigate({ from: '/summary' });
  const change = (changed: Partial<Summary>) =>
    void navigate({ search: (before: SummaryAddress) => withoutEmpty({ ...before, ...changed }) });
  const begin = notBefore(useQuery(beginQuery(lintel, placeAndArea(summary))).data ?? null, release);
  const where = whereOf(summary, release, place);
  const answer = useQuery(groupsQuery(lintel, parametersOf(summary, lastDay)));
  const { data: authorities } = useQuery(authoritiesQuery(lintel, placeAndArea(summary)));
  const period = { from: summary.from ?? begin ?? '1990-01-01', to: summary.to ?? lastDay };
  return (
    <Page
      title={`${chartedFigure(summary).name} ${byWords(groupsOf(summary))}${where === undefined ? '' : `, ${where}`}`}
      lede={
        <p className="lede soft">
          {date(period.from)} to {date(period.to)}
          {begin === null || period.to === lastDay ? '' : `, the newest permit here is of ${date(lastDay)}`}
        </p>
      }
      actions={
        <Link className="button small" to="/" search={listOf(summary, period)}>
          See the permits
        </Link>
      }
    >
      <nav aria-label="Questions">
        <ul className="questions">
          {questionsOf(release, authorities).map(({ title, asked }) => (
            <li key={title}>
              <Link className="button small" to="/summary" search={{ in: summary.in, ...asked }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SummaryControls summary={summary} change={change} />
      <FilterBar
        filters={{ ...summary, ...period }}
        period={period}
        change={(changed) => change(periodChange(changed, lastDay))}
      />
      {answer.error ? (
        <Failure error={answer.error} retry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Answer
          {...props}
          answer={{
            ...answer.data,
            rows: withAreaNames(
              rowsShown(answer.data.rows, groupsOf(summary), begin, release),
              release.areas,
            ),
          }}
          extent={{ begin, lastDay }}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Page>
  );
}

/** The permits of the summary, as the explorer lists them. */
function listOf(
  { group: _, measure: _measure, chart: _chart, ...filters }: Summary,
  period: { from: string },
): Filters {
  return { ...filters, from: period.from };
}

/** Here no period is all there is: the last 12 months are named by their days. */
function periodChange(changed: Partial<Filters>, lastDay: string): Partial<Filters> {
  const isLastYear = 'from' in changed && changed.from === undefined;
  return isLastYear ? { ...changed, from: addDays(lastDay, -364) } : changed;
}

/** What was found, with the rows that are shown. */
export interface Groups extends Pick<PermitGroups, 'group_count' | 'permit_count'> {
  readonly rows: readonly AggregateRow[];
}

function Answer({
  answer,
  extent,
  ...props
}: SummaryProps & { readonly answer: Groups; readonly extent: Extent }) {
  if (answer.permit_count === 0) {
    return (
      <Notice title="No permits found">
        <p>No permit here fits the filters above: widen the period, or leave one of them out.</p>
      </Notice>
    );
  }
  const isCut = answer.rows.some(({ others }) => others);
  return (
    <>
      {groupsOf(props.summary).length === 0 ? null : (
        <ChartOrNone {...props} answer={answer} extent={extent} />
      )}
      <p className="summary-actions">
        <ShareButton summary={props.summary} />
        <span className="soft" role="status">
          {counted(answer.permit_count, 'permit')}
          {isCut
            ? `; of ${counted(answer.group_count, 'group')} the first ${answer.rows.length - 1} are shown, the others are one row`
            : ''}
          .
        </span>
      </p>
      <SummaryTable {...props} answer={answer} />
    </>
  );
}

/** The chart; of another measure that was asked where no permit states the first; or that there is nothing to draw. */
function ChartOrNone(props: SummaryProps & { readonly answer: Groups; readonly extent: Extent }) {
  const { summary, answer } = props;
  const isKnown = (id: MeasureId) =>
    figureOf(id).field === null || answer.rows.some((row) => row.count !== 0 && row[id] != null);
  const { id, name, field } = chartedFigure(summary);
  if (field === null || isKnown(id)) return <SummaryChart {...props} />;
  const other = measuresOf(summary).find(isKnown);
  const none = `None of the ${counted(answer.permit_count, 'permit')} found states ${
    field === 'contractors' ? 'a contractor' : measuredFields[field].title
  }.`;
  if (other !== undefined) {
    return (
      <>
        <p className="soft">
          {none} The chart shows {figureOf(other).name.toLowerCase()} instead.
        </p>
        <SummaryChart {...props} summary={{ ...summary, chart: other }} />
      </>
    );
  }
  return (
    <Notice title={`${name}: not known here`}>
      <p>{none} Measure something else, or look at another place.</p>
    </Notice>
  );
}
