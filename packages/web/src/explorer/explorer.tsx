/** The explorer: filters above, map and table side by side, on narrow screens one at a time. */
import type { PermitSearchParameters, ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { type Total, unlocatedQuery } from '../api/permit-queries';
import { areasQuery, placeQuery } from '../api/place-queries';
import { type Place, placeOfArea } from '../api/places';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { authoritiesQuery, useLastDay } from '../api/summary-queries';
import { Icon } from '../design/icons';
import type { ExplorerMapProps } from '../map/explorer-map';
import { Failure, WithHeading } from '../shell/failure';
import { useTitle } from '../shell/title';
import { useNarrow } from '../shell/use-narrow';
import { WatchButton } from '../watch/watch-button';
import { type AreaView, areaKinds, areaViewOf } from './areas';
import { columnsOf, fieldsOf } from './columns';
import { ExplorerHead } from './explorer-head';
import { FilterBar } from './filter-bar';
import {
  activeFilters,
  type Filters,
  type Period,
  periodOf,
  searchParameters,
  tilesAddress,
  watchedSearch,
  withoutEmpty,
} from './filters';
import { Landing } from './landing';
import { PermitTable } from './permit-table';
import { ListSwitch, ViewSwitch } from './switches';
import { ColumnsButton, DownloadButton } from './table-buttons';
import { type FoundPermits, usePermits } from './use-permits';
import { WiderLine } from './wider-line';
import { areaParameters } from './within';

const ExplorerMap = lazy(() => import('../map/explorer-map'));
const AreasTable = lazy(() => import('./areas-table'));
const AreaBar = lazy(() => import('./area-bar'));
const NothingFound = lazy(() => import('./nothing-found'));
const Outdated = lazy(() => import('./outdated'));

export function Explorer() {
  const { lintel } = useService();
  const filters = useSearch({ from: '/' });
  const release = useQuery(releaseQuery(lintel));
  const place = useQuery({ ...placeQuery(lintel, filters.in ?? ''), enabled: filters.in !== undefined });
  const isOneCity = release.data?.counts.jurisdictions === 1;
  const isAnywhere = filters.in === undefined && filters.list === undefined && filters.within === undefined;
  const authorities = useQuery({ ...authoritiesQuery(lintel), enabled: isOneCity && isAnywhere });
  if (release.error) return <Failure error={release.error} retry={() => void release.refetch()} />;
  if (!release.data) return <WaitingTable />;
  if (isOneCity && isAnywhere) {
    const only = authorities.data?.rows.length === 1 ? authorities.data.rows[0]?.jurisdiction : null;
    if (authorities.isPending) return <WaitingTable />;
    if (only) return <Navigate to="/" search={{ ...filters, in: only }} replace />;
  }
  if (filters.in !== undefined && place.error && !place.data) {
    return <Failure error={place.error} retry={() => void place.refetch()} what="place" />;
  }
  const shown = filters.in === undefined ? undefined : place.data;
  return <MapAndTable filters={filters} release={release.data} place={shown} />;
}

interface MapAndTableProps {
  readonly filters: Filters;
  readonly release: ReleaseInfo;
  /** Undefined for the whole release, and before the place is known. */
  readonly place: Place | undefined;
}

/** What is searched, up to which day; the day may still change while the newest record is looked for. */
function useSearched(filters: Filters, release: ReleaseInfo) {
  const newestDay = useLastDay(filters.in, release, areaParameters(filters));
  const lastDay = newestDay ?? release.released_at;
  const parameters = useMemo(() => searchParameters(filters, lastDay), [filters, lastDay]);
  return { parameters, lastDay, isDayKnown: newestDay !== undefined };
}

function MapAndTable({ filters, release, place }: MapAndTableProps) {
  const { parameters, lastDay, isDayKnown } = useSearched(filters, release);
  const isKnown = filters.in === undefined || place !== undefined;
  const areas = useAreaView(filters, isKnown ? (place ?? null) : undefined);
  const isByArea = areas?.isAlone === true;
  const found = usePermits(filters, lastDay, isDayKnown);
  const isMapWanted = useMapWanted(filters, isByArea || found.state !== 'searching');
  const groups = useAreaGroups(areas, parameters, isDayKnown && (isByArea || isMapWanted));
  const shown = useMemo(() => columnsOf(filters.columns, found.permits), [filters.columns, found.permits]);
  const period = periodOf(filters, lastDay);
  const change = useChange();
  const [pointed, setPointed] = useState<string | null>(null);
  const titled = filters.in === undefined ? onlyArea(filters, release) : place;
  useTitle(titled ? `Permits in ${titled.name}` : 'Explore permits');
  const ofTable = { filters, change };
  return (
    <div className="explorer" data-view={filters.view ?? 'table'}>
      <ExplorerHead
        geoId={filters.in ?? titled?.geoId}
        isArea={filters.within !== undefined}
        place={titled}
        release={release}
        lastDay={lastDay}
        found={isByArea ? null : found}
        areaPermits={areas?.metric === null ? null : groups.data?.permits}
        period={period}
        isUsualPeriod={hasUsualPeriod(filters)}
      />
      {isByArea ? null : <Strip filters={filters} release={release} lastDay={lastDay} />}
      <ExplorerTools
        {...ofTable}
        period={period}
        kinds={isKnown ? areaKinds(place ?? null) : []}
        areas={isByArea ? areas : null}
      >
        <PermitTools
          {...{ found, shown, parameters, filters, change }}
          placeName={place?.name ?? 'all places'}
          name={fileName(place, period)}
        />
      </ExplorerTools>
      <div className="explorer-map">
        <MapPane
          {...{ areas, filters, period, pointed, change, parameters, found }}
          isWanted={isMapWanted}
          place={isKnown ? (place ?? null) : undefined}
          groups={groups.data?.areas}
          onPoint={setPointed}
        />
      </div>
      <div className="explorer-table">
        <WithHeading value={true}>
          <Suspense fallback={<WaitingTable />}>
            {isByArea && areas !== null ? (
              <AreasTable
                {...ofTable}
                view={areas}
                period={period}
                areas={groups.data?.areas}
                error={groups.error}
                retry={() => void groups.refetch()}
              />
            ) : (
              <Permits
                {...{ ...ofTable, found, shown, lastDay, pointed }}
                placeName={place?.name ?? null}
                onPoint={setPointed}
              />
            )}
          </Suspense>
        </WithHeading>
      </div>
    </div>
  );
}

interface MapPaneProps extends Omit<ExplorerMapProps, 'onPlace' | 'tiles' | 'permits' | 'unlocated'> {
  readonly isWanted: boolean;
  readonly parameters: PermitSearchParameters;
  readonly found: FoundPermits;
}

/** The map, once it is wanted. A state or county that is chosen there is searched. */
function MapPane({ isWanted, parameters, found, ...props }: MapPaneProps) {
  const { change, areas } = props;
  const tiles = useMemo(() => tilesAddress(parameters), [parameters]);
  const unlocated = useUnlocated(parameters, isWanted && areas?.isAlone !== true ? found.total : null);
  const openPlace = useCallback((id: string) => change({ ...anywhere, metric: undefined, in: id }), [change]);
  if (!isWanted) return <div className="waiting fill" />;
  return (
    <Suspense fallback={<div className="waiting fill" />}>
      <ExplorerMap {...props} {...{ tiles, unlocated }} permits={found.permits} onPlace={openPlace} />
    </Suspense>
  );
}

/** How many permits of a search have no point; 0 while that is not known exactly. */
function useUnlocated(parameters: PermitSearchParameters, total: Total | null): number {
  const { lintel } = useService();
  // Of a part of the map all have one.
  const { bbox, near, within } = parameters;
  const isOfMap = (bbox ?? near ?? within) !== undefined;
  const found = total?.isExact ? total.value : 0;
  const { data } = useQuery({
    ...unlocatedQuery(lintel, parameters, found),
    enabled: found > 0 && !isOfMap,
  });
  return data ?? 0;
}

/** The states or counties that the filters ask for; none in a part of the map, or before the place is known. */
function useAreaView(filters: Filters, place: Place | null | undefined): AreaView | null {
  return useMemo(
    () => (place === undefined || filters.within !== undefined ? null : areaViewOf(filters, place)),
    [filters, place],
  );
}

/** The permits of the search by state or county, where those are shown. */
function useAreaGroups(areas: AreaView | null, parameters: PermitSearchParameters, isWanted: boolean) {
  const { lintel } = useService();
  return useQuery({
    ...areasQuery(
      lintel,
      areas?.wanted ?? { kind: 'state', state: null },
      parameters,
      areas?.isAlone === true,
    ),
    enabled: isWanted && areas !== null && areas.metric !== null,
  });
}

/** The map's code is larger than all others': it is loaded when the list is there, and on a phone when it is looked at. */
function useMapWanted({ view }: Filters, isListThere: boolean): boolean {
  const isSeen = !useNarrow() || view === 'map';
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isSeen && isListThere) setWanted(true);
  }, [isSeen, isListThere]);
  return isWanted;
}

/** What there is, for those who have not asked for anything yet. */
function Strip({
  filters,
  release,
  lastDay,
}: {
  readonly filters: Filters;
  readonly release: ReleaseInfo;
  readonly lastDay: string;
}) {
  const isAll = filters.in === undefined || release.counts.jurisdictions === 1;
  const isUnasked = hasUsualPeriod(filters) && activeFilters(filters) === 0 && filters.within === undefined;
  if (!isAll || !isUnasked) return null;
  return (
    // Its names of places come late: where there are several they have a line of their own from the first.
    <section
      className={release.counts.jurisdictions > 1 ? 'landing many' : 'landing'}
      aria-label="What is here"
    >
      <Landing release={release} geoId={filters.in} lastDay={lastDay} />
    </section>
  );
}

/** The one area of the operator that is looked at. */
function onlyArea({ area = [], within }: Filters, { areas = [] }: ReleaseInfo): Place | undefined {
  const found =
    area.length === 1 && within === undefined ? areas.find(({ id }) => id === area[0]) : undefined;
  return found && placeOfArea(found);
}

/** What another place ends. */
const anywhere = { list: undefined, within: undefined, map: undefined } satisfies Partial<Filters>;

/** Whether the period is the one that is shown unless another is chosen. */
function hasUsualPeriod({ from, to, number }: Filters): boolean {
  return from === undefined && to === undefined && number === undefined;
}

/** Changes some filters and keeps the others, in the address of the page. */
function useChange(): (changed: Partial<Filters>, isReplaced?: boolean) => void {
  const navigate = useNavigate({ from: '/' });
  return useCallback(
    (changed, replace = false) =>
      void navigate({ search: (before: Filters) => withoutEmpty({ ...before, ...changed }), replace }),
    [navigate],
  );
}

interface ExplorerToolsProps {
  readonly filters: Filters;
  readonly period: Period;
  /** The kinds of places that can be listed instead of permits. */
  readonly kinds: ReturnType<typeof areaKinds>;
  /** The places that are listed; null while permits are. */
  readonly areas: AreaView | null;
  change(changed: Partial<Filters>): void;
  /** What can be done with permits. */
  readonly children: ReactNode;
}

/** What is above map and table: which of them is shown, the filters, what is listed. */
function ExplorerTools({ filters, period, kinds, areas, change, children }: ExplorerToolsProps) {
  return (
    <div className="explorer-tools">
      <ViewSwitch view={filters.view} change={change} />
      {areas?.metric === null ? null : <FilterBar filters={filters} period={period} change={change} />}
      <div className="table-tools">
        <ListSwitch kinds={kinds} list={filters.list} change={change} />
        {areas ? (
          <Suspense>
            <AreaBar view={areas} change={change} />
          </Suspense>
        ) : (
          children
        )}
      </div>
    </div>
  );
}

interface PermitToolsProps {
  readonly filters: Filters;
  readonly placeName: string;
  readonly found: FoundPermits;
  /** Ids of the columns of the table. */
  readonly shown: readonly string[];
  readonly parameters: ReturnType<typeof searchParameters>;
  /** Of a downloaded file, without what its format adds. */
  readonly name: string;
  change(changed: Partial<Filters>): void;
}

/** What can be done with the table of permits. */
function PermitTools({ found, shown, parameters, filters, placeName, name, change }: PermitToolsProps) {
  return (
    <>
      <ColumnsButton
        shown={shown}
        onChange={(chosen) => {
          const columns = columnsOf(chosen, found.permits);
          const usual = columnsOf(undefined, found.permits);
          change({ columns: String(columns) === String(usual) ? undefined : columns });
        }}
      />
      <DownloadButton
        permits={found.permits}
        total={found.total}
        parameters={parameters}
        fields={fieldsOf(shown)}
        name={name}
      />
      <SummariseLink filters={filters} />
      <WatchButton name={`Permits in ${placeName}`} search={watchedSearch(parameters)} />
    </>
  );
}

interface PermitsProps {
  readonly filters: Filters;
  readonly found: FoundPermits;
  readonly shown: readonly string[];
  readonly lastDay: string;
  readonly placeName: string | null;
  readonly pointed: string | null;
  onPoint(id: string | null): void;
  change(changed: Partial<Filters>): void;
}

function Permits({ filters, found, shown, lastDay, placeName, pointed, onPoint, change }: PermitsProps) {
  const { state, permits, error, retry, widerPlace } = found;
  if (state === 'searching') return <WaitingTable />;
  if (state === 'failed') return <Failure error={error} retry={retry} />;
  const wider = widerPlace === null ? null : <WiderLine wider={widerPlace} placeName={placeName} />;
  if (permits.length === 0) {
    return (
      <>
        {wider}
        <NothingFound
          filters={filters}
          releasedAt={lastDay}
          placeName={placeName}
          reason={found.emptyReason}
          change={change}
        />
      </>
    );
  }
  return (
    <>
      {wider}
      <PermitTable
        found={found}
        shown={shown}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        pointed={pointed}
        onPoint={onPoint}
      />
      {found.isOutdated ? (
        <Outdated onStartAgain={retry} />
      ) : error ? (
        <Failure error={error} retry={retry} />
      ) : null}
    </>
  );
}

function SummariseLink({ filters }: { readonly filters: Filters }) {
  return (
    <Link className="button small" to="/summary" search={filters}>
      <Icon name="chart" />
      <span className="tool-name">Summarize</span>
    </Link>
  );
}

function fileName(place: Place | undefined, { from, to }: Period): string {
  const name = (place?.name ?? 'permits').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `permits-${name}-${from}-${to}`;
}

function WaitingTable() {
  return (
    <div className="waiting-table" role="status" aria-label="Loading">
      {Array.from({ length: 12 }, (_, row) => (
        <div className="waiting" key={row} />
      ))}
    </div>
  );
}
