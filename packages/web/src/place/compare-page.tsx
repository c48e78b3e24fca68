/** Up to five places in one chart, and their figures of the last year side by side. */
import '../design/charts.css';
import type { ReleaseInfo } from '@lintel/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { officialQuery, placeQuery, yearQuery } from '../api/place-queries';
import { kindOf } from '../api/places';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { groupsQuery, lastDayOf, newestQuery, withSources } from '../api/summary-queries';
import { LineChart, monthsUpTo } from '../charts/line-chart';
import { type Column, DataTable } from '../design/data-table';
import { Icon } from '../design/icons';
import { Part } from '../design/record-parts';
import { withoutEmpty } from '../explorer/filters';
import { Failure, Notice } from '../shell/failure';
import { Page } from '../shell/page';
import { PlacePicker } from '../shell/place-picker';
import { WaitingPage } from '../shell/waiting-page';
import { notesOf, rowsShown, seriesOf } from '../summary/series';
import { figureOf, parametersOf } from '../summary/summary';
import { date, listed, rate, sentence, unknown } from '../words/format';
import { type Comparison, maxPlaces, spans, usualYears } from './comparison';
import { MetricSelect } from './metric-select';
import { type KnownMetric, metricOf, metrics, nameOf, valueIn } from './metrics';
import { SuggestedPlaces, useLargest } from './suggested-places';
import { TagSelect } from './tag-select';

const allMetrics: readonly KnownMetric[] = metrics;

export function ComparePage() {
  const { lintel } = useService();
  const comparison: Comparison = useSearch({ from: '/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const release = useQuery(releaseQuery(lintel));
  const change = (changed: Partial<Comparison>) =>
    void navigate({ search: (before: Comparison) => withoutEmpty({ ...before, ...changed }) });
  const given = comparison.place ?? [];
  const largest = useLargest(release.data);
  const example = largest?.slice(0, 2).map(({ id }) => id);
  if (release.error) return <Failure error={release.error} retry={() => void release.refetch()} />;
  if (!release.data || (given.length === 0 && example === undefined)) return <WaitingPage />;
  const ids = given.length === 0 ? (example ?? []) : given.slice(0, maxPlaces);
  return (
    <Page
      title="Compare places"
      lede={
        <p className="lede soft">
          Up to {maxPlaces} states, counties, cities, permit authorities or ZIP codes in one chart
          {given.length === 0 && ids.length > 0 ? '; as an example, those with the most permits' : ''}.
        </p>
      }
    >
      <div className="part">
        <ul className="place-chips" aria-label="Places compared">
          {ids.map((id) => (
            <PlaceChip key={id} id={id} onRemove={() => change({ place: ids.filter((one) => one !== id) })} />
          ))}
        </ul>
        <Controls comparison={comparison} ids={ids} change={change} />
        {given.length > ids.length ? (
          <p className="soft">
            Only the first {maxPlaces} of {given.length} places are compared.
          </p>
        ) : null}
        <SuggestedPlaces ids={ids} release={release.data} choose={(place) => change({ place })} />
      </div>
      {ids.length === 0 ? (
        <Notice title="Choose places to compare">
          <p>Type the name of a state, county, city or ZIP code above.</p>
        </Notice>
      ) : (
        <Comparisons comparison={comparison} ids={ids} release={release.data} />
      )}
    </Page>
  );
}

interface ControlsProps {
  readonly comparison: Comparison;
  readonly ids: readonly string[];
  change(changed: Partial<Comparison>): void;
}

/** Which places are compared, by what, of which permits, over how many years. */
function Controls({ comparison, ids, change }: ControlsProps) {
  return (
    <div className="controls">
      {ids.length < maxPlaces ? (
        <PlacePicker label="Add a place" onPick={(id) => change({ place: [...new Set([...ids, id])] })} />
      ) : null}
      <MetricSelect value={comparison.metric ?? 'permits'} onChange={(metric) => change({ metric })} />
      <TagSelect
        label="Of permits with the tag"
        value={comparison.tag ?? 'all'}
        onChange={(tag) => change({ tag: tag === 'all' ? undefined : tag })}
      />
      <label className="field">
        <span className="label">Period</span>
        <select
          className="input"
          value={comparison.years ?? usualYears}
          onChange={(event) => change({ years: spans.find((years) => years === Number(event.target.value)) })}
        >
          {spans.map((years) => (
            <option key={years} value={years}>
              {years === 1 ? 'Last 12 months' : `Last ${years} years`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function PlaceChip({ id, onRemove }: { readonly id: string; onRemove(): void }) {
  const { lintel } = useService();
  const { data } = useQuery(placeQuery(lintel, id));
  const name = data?.name ?? id;
  return (
    <li className="place-chip">
      {name}
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </li>
  );
}

interface ComparisonsProps {
  readonly comparison: Comparison;
  readonly ids: readonly string[];
  readonly release: ReleaseInfo;
}

function Comparisons({ comparison, ids, release }: ComparisonsProps) {
  const { tag = 'all' } = comparison;
  const metric = metricOf(comparison.metric ?? 'permits');
  const { failed, isWaiting, months, places, lastDay, sources } = useFigures(
    comparison,
    ids,
    metric,
    release,
  );
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} what="place" />;
  if (isWaiting) return <div className="waiting page-block" />;
  // A month that is whole in one place is not hatched because another place's records end in it.
  const partial = new Set(
    months.filter((month) => {
      const stated = places.filter(({ values }) => values.get(month) != null);
      return stated.length > 0 && stated.every((each) => each.partial.has(month));
    }),
  );
  const isDashed = places.some((each) => [...each.partial].some((month) => !partial.has(month)));
  const absent = places.filter(({ values }) => values.size === 0).map(({ name }) => name);
  const isSameDay = places.every((each) => each.lastDay === lastDay);
  // What none of them states is no column.
  const stated = allMetrics.filter((each) => places.some(({ year }) => valueIn(each, year) !== null));
  const what = tag === 'all' ? '' : ` with the tag ${sentence(tag).toLowerCase()}`;
  return (
    <>
      <LineChart
        title={`${metric.name} by month`}
        unit={`${metric.unit}${what}`}
        months={months}
        series={places}
        partial={partial}
        notes={[
          ...(isDashed ? ['Dashed: not a whole month of that place.'] : []),
          ...notesOf(
            withSources(release, sources),
            { begin: months[0] ?? null, lastDay },
            { partial, periods: months, series: places },
          ),
        ]}
        show={metric.show}
        showTick={metric.showTick}
      />
      {absent.length > 0 ? (
        <p className="soft">Nothing of {listed(absent)} is known in these months.</p>
      ) : null}
      <Part title={isSameDay ? `12 months up to ${date(lastDay)}` : 'The last 12 months of each place'}>
        <DataTable
          label="Figures of the last 12 months"
          rows={places}
          keyOf={({ id }) => id}
          columns={[
            placeColumn,
            ...(isSameDay ? [] : [lastDayColumn]),
            ...stated.map(metricColumn),
            ...(places.some((each) => perThousand(each) !== null) ? [perThousandColumn] : []),
          ]}
        />
      </Part>
    </>
  );
}

/** What the service says of the places, in their order: by month for the chart, of the last year for the table. */
function useFigures(
  { tag = 'all', years = usualYears }: Comparison,
  ids: readonly string[],
  { measure }: KnownMetric,
  release: ReleaseInfo,
) {
  const { lintel } = useService();
  const newest = useQueries({
    queries: ids.map((id) => newestQuery(lintel, { geo_id: id }, release.released_at)),
  });
  const areKnown = newest.every(({ data, error }) => data !== undefined || error !== null);
  const lastDays = newest.map(({ data }) => data?.day ?? null);
  const lastDay = lastDays.reduce<string>((last, day) => (day !== null && day > last ? day : last), '');
  const end = lastDay === '' ? lastDayOf(release) : lastDay;
  const sources = newest.map(({ data }) => data?.sources ?? null);
  const figures = useFiguresUpTo({ tag, years }, ids, measure, end, lastDays, areKnown);
  const places = figures.places.map(({ rows, ...place }, at) => {
    const { sources: own } = withSources(release, sources[at] ?? null);
    const shown = rowsShown(rows, ['month'], null, { sources: own });
    const { series, partial } = seriesOf(shown, 'month', undefined, figureOf(measure));
    return { ...place, values: series[0]?.values ?? new Map<string, number | null>(), partial };
  });
  const first = figures.months.findIndex((month) => places.some(({ values }) => values.get(month) != null));
  return {
    ...figures,
    places,
    // Months before those of which something is known would be an empty chart.
    months: figures.months.slice(Math.max(0, first)),
    lastDay: end,
    sources: sources.includes(null) ? null : sources.flatMap((ids) => ids ?? []),
  };
}

/** The same, with the day on which the chart ends and those on which each place's year ends. */
function useFiguresUpTo(
  { tag, years }: { readonly tag: string; readonly years: number },
  ids: readonly string[],
  measure: KnownMetric['measure'],
  lastDay: string,
  lastDays: readonly (string | null)[],
  enabled: boolean,
) {
  const { lintel } = useService();
  const months = monthsUpTo(lastDay, years);
  const summary = {
    group: ['month'],
    measure: [measure],
    from: months[0],
    to: lastDay,
    renewals: 'no',
  } as const;
  const tags = tag === 'all' ? undefined : [tag];
  const named = useQueries({ queries: ids.map((id) => placeQuery(lintel, id)) });
  const monthly = useQueries({
    queries: ids.map((id) => ({
      ...groupsQuery(lintel, parametersOf({ ...summary, in: id, tags }, lastDay)),
      enabled,
    })),
  });
  const yearly = useQueries({
    queries: ids.map((id, at) => ({
      ...yearQuery(lintel, { geo_id: id }, lastDays[at] ?? lastDay, tag),
      enabled,
    })),
  });
  const official = useQueries({
    queries: ids.map((id) => ({ ...officialQuery(lintel, id), enabled: kindOf(id) !== 'zip' })),
  });
  return {
    failed: [...named, ...monthly, ...yearly].find(({ error }) => error !== null),
    isWaiting: monthly.some(({ data }) => data === undefined),
    months,
    places: ids.map((id, at) => ({
      id,
      kind: kindOf(id) ?? 'state',
      name: named[at]?.data?.name ?? id,
      rows: monthly[at]?.data?.rows ?? [],
      lastDay: lastDays[at] ?? null,
      year: yearly[at]?.data?.rows[0],
      population: official[at]?.data?.population ?? null,
    })),
  };
}

type PlaceFigures = ReturnType<typeof useFigures>['places'][number];

const placeColumn: Column<PlaceFigures> = {
  head: 'Place',
  is: 'name',
  cell: ({ id, kind, name }) => (
    <Link to="/places/$kind/$id" params={{ kind, id }}>
      {name}
    </Link>
  ),
};

/** Where the records of places end on other days. */
const lastDayColumn: Column<PlaceFigures> = {
  head: 'Up to',
  is: 'line',
  cell: ({ lastDay }) => date(lastDay),
};

/** The metric of the last 12 months. */
function metricColumn(metric: KnownMetric): Column<PlaceFigures> {
  return {
    head: nameOf(metric),
    is: 'number',
    cell: ({ year }) => {
      const value = valueIn(metric, year);
      return value === null ? unknown : metric.show(value);
    },
  };
}

/** Permits of the last 12 months for 1,000 inhabitants, by whom somebody counted; null where nobody did. */
function perThousand({ year, population }: PlaceFigures): number | null {
  return year?.count == null || !population ? null : (1_000 * year.count) / population;
}

/** So that places of different size compare. */
const perThousandColumn: Column<PlaceFigures> = {
  head: 'Permits per 1,000 inhabitants',
  is: 'number',
  cell: (place) => {
    const value = perThousand(place);
    return value === null ? unknown : rate(value);
  },
};
