/** The explorer: filters above, map and table side by side, on narrow screens one at a time. */
import type { ReleaseInfo } from '@lintel/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { kindNames, kindOf, type Place } from '../api/places';
import { type ListedPermit, permitsQuery, placeQuery, releaseQuery } from '../api/queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import type { DownloadPanelProps } from '../download/download-panel';
import { percentOf, useDownload } from '../download/state';
import { Failure, Notice, WithHeading } from '../shell/failure';
import { useTitle } from '../shell/title';
import { count, date } from '../words/format';
import { areaKinds, areaViewOf } from './areas';
import { columns, defaultColumns } from './columns';
import { FilterBar } from './filter-bar';
import {
  type AreaKind,
  activeFilters,
  cleared,
  type Filters,
  type Period,
  periodOf,
  searchParameters,
  tilesAddress,
  withoutEmpty,
} from './filters';
import { PermitTable } from './permit-table';

const ExplorerMap = lazy(() => import('../map/explorer-map'));
const AreasTable = lazy(() => import('./areas-table'));
const AreaBar = lazy(() => import('./area-bar'));
const DownloadPanel = lazy(() => import('../download/download-panel'));

export function Explorer() {
  const { lintel } = useService();
  const filters = useSearch({ from: '/' });
  const release = useQuery(releaseQuery(lintel));
  if (release.error) return <Failure error={release.error} retry={() => void release.refetch()} />;
  if (!release.data) return <WaitingTable />;
  return <Loaded filters={filters} release={release.data} />;
}

const none: readonly ListedPermit[] = [];

function Loaded({ filters, release }: { readonly filters: Filters; readonly release: ReleaseInfo }) {
  const { lintel } = useService();
  const navigate = useNavigate({ from: '/' });
  const change = useCallback(
    (changed: Partial<Filters>) =>
      void navigate({ search: (before: Filters) => withoutEmpty({ ...before, ...changed }) }),
    [navigate],
  );
  const releasedAt = release.released_at;
  const period = periodOf(filters, releasedAt);
  const place = useQuery({ ...placeQuery(lintel, filters.in ?? ''), enabled: filters.in !== undefined });
  const shownPlace = filters.in === undefined ? null : (place.data ?? null);
  const areas = useMemo(
    () => (filters.in === undefined || shownPlace ? areaViewOf(filters, shownPlace) : null),
    [filters, shownPlace],
  );
  const isByArea = areas?.isAlone === true;
  const result = useInfiniteQuery(permitsQuery(lintel, filters, releasedAt));
  const permits = useMemo(() => result.data?.pages.flatMap(({ items }) => items) ?? none, [result.data]);
  const parameters = useMemo(() => searchParameters(filters, releasedAt), [filters, releasedAt]);
  const tiles = useMemo(() => tilesAddress(parameters), [parameters]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [shown, setShown] = useState(defaultColumns);
  const first = result.data?.pages[0];
  const total = result.hasNextPage ? exactly(first) : permits.length;
  useTitle(place.data ? `Permits in ${place.data.name}` : 'Explore permits');
  const { fetchNextPage } = result;
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const openPlace = useCallback((id: string) => change({ in: id, list: undefined }), [change]);
  if (filters.in !== undefined && place.error && !place.data) {
    return <Failure error={place.error} retry={() => void place.refetch()} what="place" />;
  }
  return (
    <div className="explorer" data-view={filters.view ?? 'table'}>
      <div className="explorer-head">
        <div>
          {filters.in === undefined ? (
            <h1>Building permits of the United States</h1>
          ) : (
            <PlaceTitle place={place.data} geoId={filters.in} />
          )}
          <p className="soft" aria-live="polite">
            {isByArea ? (
              <ReleaseLine release={release} />
            ) : result.isPending ? (
              'Searching…'
            ) : result.error ? (
              ' '
            ) : (
              <ResultLine page={first} total={total} />
            )}
          </p>
        </div>
      </div>
      <div className="explorer-tools">
        <ViewSwitch view={filters.view} change={change} />
        {isByArea ? (
          <Suspense fallback={<div className="filter-bar" />}>
            <AreaBar view={areas} change={change} />
          </Suspense>
        ) : (
          <FilterBar filters={filters} period={period} change={change} />
        )}
        <div className="table-tools">
          <ListSwitch
            kinds={filters.in === undefined || shownPlace ? areaKinds(shownPlace) : []}
            list={filters.list}
            change={change}
          />
          {isByArea ? null : (
            <>
              <ColumnsButton shown={shown} onChange={setShown} />
              <DownloadButton
                permits={permits}
                total={totalOf(total, first)}
                parameters={parameters}
                name={fileName(place.data, period)}
              />
            </>
          )}
        </div>
      </div>
      <div className="explorer-map">
        <Suspense fallback={<div className="waiting fill" />}>
          <ExplorerMap
            place={shownPlace}
            areas={areas}
            tiles={tiles}
            permits={permits}
            pointed={pointed}
            onPlace={openPlace}
          />
        </Suspense>
      </div>
      <div className="explorer-table">
        <WithHeading value={true}>
          {isByArea ? (
            <Suspense fallback={<WaitingTable />}>
              <AreasTable view={areas} />
            </Suspense>
          ) : result.isPending ? (
            <WaitingTable />
          ) : result.error && permits.length === 0 ? (
            <Failure error={result.error} retry={() => void result.refetch()} />
          ) : permits.length === 0 ? (
            <NothingFound filters={filters} period={period} change={change} />
          ) : (
            <>
              <PermitTable
                permits={permits}
                shown={shown}
                total={total}
                hasMore={result.hasNextPage && !result.isFetchNextPageError}
                isLoadingMore={result.isFetchingNextPage}
                onMore={more}
                pointed={pointed}
                onPoint={setPointed}
              />
              {result.isFetchNextPageError ? (
                <Failure error={result.error} retry={() => void fetchNextPage()} />
              ) : null}
            </>
          )}
        </WithHeading>
      </div>
    </div>
  );
}

interface Counted {
  readonly total_count?: { readonly value: number; readonly relation: string } | null;
  readonly total_estimate?: { readonly value: number } | null;
}

/** How many there are in all, if that is known exactly. */
function exactly(page: Counted | undefined): number | null {
  return page?.total_count?.relation === 'eq' ? page.total_count.value : null;
}

/** How many there are in all, at least about. */
function totalOf(exact: number | null, page: Counted | undefined): DownloadPanelProps['total'] {
  if (exact !== null) return { value: exact, isExact: true };
  const about = page?.total_estimate?.value;
  return about === undefined ? null : { value: about, isExact: false };
}

function ReleaseLine({ release }: { readonly release: ReleaseInfo }) {
  return `${count(release.counts.permits)} permits of ${count(release.counts.jurisdictions)} permit authorities, up to ${date(release.released_at)}`;
}

const listNames: Readonly<Record<AreaKind, string>> = { states: 'By state', counties: 'By county' };

function ListSwitch({
  kinds,
  list,
  change,
}: {
  readonly kinds: readonly AreaKind[];
  readonly list: Filters['list'];
  change(changed: Partial<Filters>): void;
}) {
  if (kinds.length === 0) return null;
  const shown = kinds.find((kind) => kind === list);
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">What is shown</legend>
      {([undefined, ...kinds] as const).map((kind) => (
        <button
          type="button"
          className="button small"
          key={kind ?? 'permits'}
          aria-pressed={shown === kind}
          onClick={() => change({ list: kind })}
        >
          {kind === undefined ? 'Permits' : listNames[kind]}
        </button>
      ))}
    </fieldset>
  );
}

function PlaceTitle({ place, geoId }: { readonly place: Place | undefined; readonly geoId: string }) {
  const kind = kindOf(geoId);
  const { short, rest } = splitName(place?.name ?? '');
  return (
    <>
      <h1>
        {place ? <>Permits in {short}</> : <span className="waiting title-waiting" />}
        {rest ? <span className="rest">, {rest}</span> : null}
      </h1>
      {place && kind !== null && kind !== 'address' ? (
        <Link className="about" to="/places/$kind/$id" params={{ kind, id: geoId }}>
          Figures of this {kindNames[kind].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}
        </Link>
      ) : null}
    </>
  );
}

/** `Austin, Travis County, TX` in its first part and the rest. */
function splitName(name: string): { short: string; rest: string } {
  const at = name.indexOf(', ');
  return at < 0 ? { short: name, rest: '' } : { short: name.slice(0, at), rest: name.slice(at + 2) };
}

function ResultLine({ page, total }: { readonly page: Counted | undefined; readonly total: number | null }) {
  if (total !== null) return `${count(total)} ${total === 1 ? 'permit' : 'permits'}, the newest first`;
  const about = page?.total_estimate?.value ?? null;
  return about === null
    ? 'Many permits, the newest first'
    : `About ${count(about)} permits, the newest first`;
}

function NothingFound({
  filters,
  period,
  change,
}: {
  readonly filters: Filters;
  readonly period: Period;
  change(changed: Partial<Filters>): void;
}) {
  return (
    <Notice
      title="No permits found"
      actions={
        <>
          {activeFilters(filters) > 0 ? (
            <button type="button" className="button" onClick={() => change(cleared)}>
              Clear the filters
            </button>
          ) : null}
          <button type="button" className="button" onClick={() => change({ from: '1990-01-01' })}>
            Look in all years
          </button>
          <Link className="button" to="/data">
            See what is covered
          </Link>
        </>
      }
    >
      <p>
        Between {date(period.from)} and {date(period.to)} this release has no permit here that fits. It may be
        that no source covers this place: then nothing is known of what was done.
      </p>
    </Notice>
  );
}

function ViewSwitch({
  view,
  change,
}: {
  readonly view: Filters['view'];
  change(changed: Partial<Filters>): void;
}) {
  return (
    <fieldset className="switch view-switch">
      <legend className="visually-hidden">View</legend>
      <button
        type="button"
        className="button small"
        aria-pressed={view !== 'map'}
        onClick={() => change({ view: undefined })}
      >
        <Icon name="table" />
        Table
      </button>
      <button
        type="button"
        className="button small"
        aria-pressed={view === 'map'}
        onClick={() => change({ view: 'map' })}
      >
        <Icon name="map" />
        Map
      </button>
    </fieldset>
  );
}

function ColumnsButton({
  shown,
  onChange,
}: {
  readonly shown: readonly string[];
  onChange(shown: readonly string[]): void;
}) {
  return (
    <DialogTrigger>
      <Button className="button small columns-button">
        <Icon name="columns" />
        Columns
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Columns">
          <fieldset className="fields">
            <legend>Columns of the table</legend>
            <div className="choices two-columns">
              {columns.map(({ id, name }) => (
                <label className="choice" key={id}>
                  <input
                    type="checkbox"
                    checked={shown.includes(id)}
                    disabled={id === 'work'}
                    onChange={() =>
                      onChange(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id])
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function DownloadButton(props: DownloadPanelProps) {
  const download = useDownload();
  const percent = download === null ? null : percentOf(download);
  return (
    <DialogTrigger>
      <Button
        className={download === null ? 'button small' : 'button small on'}
        isDisabled={props.permits.length === 0 && download === null}
      >
        <Icon name="download" />
        {download === null || percent === null || download.phase === 'failed'
          ? 'Download'
          : download.phase === 'done'
            ? 'Downloaded'
            : download.phase === 'stopped'
              ? 'Stopped'
              : `${percent} %`}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Download" className="download">
          <Suspense fallback={<div className="waiting field-waiting" />}>
            <DownloadPanel {...props} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
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
