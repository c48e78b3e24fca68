/** The explorer: filters above, map and table side by side, on narrow screens one at a time. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { kindNames, kindOf, type Place } from '../api/places';
import { type ListedPermit, permitsQuery, placeQuery, releaseQuery } from '../api/queries';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { Failure, Notice, WithHeading } from '../shell/failure';
import { useTitle } from '../shell/title';
import { count, date } from '../words/format';
import { columns, defaultColumns } from './columns';
import { downloadPermits, type FileKind } from './download';
import { FilterBar } from './filter-bar';
import { activeFilters, type Filters, type Period, periodOf, withoutEmpty } from './filters';
import { PermitTable } from './permit-table';
import { StatesTable } from './states-table';

const ExplorerMap = lazy(() => import('../map/explorer-map'));

export function Explorer() {
  const { lintel } = useService();
  const filters = useSearch({ from: '/' });
  const release = useQuery(releaseQuery(lintel));
  if (release.error) return <Failure error={release.error} retry={() => void release.refetch()} />;
  if (!release.data) return <WaitingTable />;
  return filters.in === undefined ? (
    <Nation filters={filters} releasedAt={release.data.released_at} />
  ) : (
    <PlaceExplorer filters={filters} geoId={filters.in} releasedAt={release.data.released_at} />
  );
}

function useChange(): (changed: Partial<Filters>) => void {
  const navigate = useNavigate({ from: '/' });
  return useCallback(
    (changed) => void navigate({ search: (before: Filters) => withoutEmpty({ ...before, ...changed }) }),
    [navigate],
  );
}

/** Before a place is chosen: every state, on the map and in a table. */
function Nation({ filters, releasedAt }: { readonly filters: Filters; readonly releasedAt: string }) {
  const { lintel } = useService();
  const { data: release } = useQuery(releaseQuery(lintel));
  const change = useChange();
  useTitle('Explore permits');
  return (
    <div className="explorer" data-view={filters.view ?? 'table'}>
      <div className="explorer-head">
        <div>
          <h1>Building permits of the United States</h1>
          <p className="soft">
            {count(release?.counts.permits)} permits and {count(release?.counts.contractors)} contractors from{' '}
            {count(release?.counts.jurisdictions)} permit authorities,{' '}
            {release?.date_range?.from?.slice(0, 4)} to {date(releasedAt)}. Choose a state, or search for any
            place.
          </p>
        </div>
        <ViewSwitch view={filters.view} change={change} />
      </div>
      <div className="explorer-map">
        <Suspense fallback={<div className="waiting fill" />}>
          <ExplorerMap
            place={null}
            permits={none}
            pointed={null}
            onPoint={ignore}
            onPlace={(id) => change({ in: id })}
          />
        </Suspense>
      </div>
      <div className="explorer-table">
        <WithHeading value={true}>
          <StatesTable />
        </WithHeading>
      </div>
    </div>
  );
}

const none: readonly ListedPermit[] = [];
const ignore = () => {};

function PlaceExplorer({
  filters,
  geoId,
  releasedAt,
}: {
  readonly filters: Filters;
  readonly geoId: string;
  readonly releasedAt: string;
}) {
  const { lintel } = useService();
  const change = useChange();
  const period = periodOf(filters, releasedAt);
  const place = useQuery(placeQuery(lintel, geoId));
  const result = useInfiniteQuery(permitsQuery(lintel, filters, geoId, releasedAt));
  const permits = useMemo(() => result.data?.pages.flatMap(({ items }) => items) ?? none, [result.data]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [shown, setShown] = useState(defaultColumns);
  const counted = result.data?.pages[0]?.total_count ?? null;
  const total = result.hasNextPage ? (counted?.relation === 'eq' ? counted.value : null) : permits.length;
  useTitle(place.data ? `Permits in ${place.data.name}` : 'Explore permits');
  const { fetchNextPage } = result;
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (place.error && !place.data) {
    return <Failure error={place.error} retry={() => void place.refetch()} what="place" />;
  }
  return (
    <div className="explorer" data-view={filters.view ?? 'table'}>
      <div className="explorer-head">
        <div>
          <PlaceTitle place={place.data} geoId={geoId} />
          <p className="soft" aria-live="polite">
            {result.isPending ? (
              'Searching…'
            ) : result.error ? (
              ' '
            ) : (
              <ResultLine counted={counted} total={total} />
            )}
          </p>
        </div>
        <ViewSwitch view={filters.view} change={change} />
      </div>
      <div className="explorer-tools">
        <FilterBar filters={filters} period={period} change={change} />
        <div className="table-tools">
          <ColumnsButton shown={shown} onChange={setShown} />
          <DownloadButton permits={permits} total={total} name={fileName(place.data, period)} />
        </div>
      </div>
      <div className="explorer-map">
        <Suspense fallback={<div className="waiting fill" />}>
          <ExplorerMap
            place={place.data ?? null}
            permits={permits}
            pointed={pointed}
            onPoint={setPointed}
            onPlace={(id) => change({ in: id })}
          />
        </Suspense>
      </div>
      <div className="explorer-table">
        <WithHeading value={true}>
          {result.isPending ? (
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

function ResultLine({
  counted,
  total,
}: {
  readonly counted: { readonly value: number; readonly relation: string } | null;
  readonly total: number | null;
}) {
  if (total !== null) return `${count(total)} ${total === 1 ? 'permit' : 'permits'}, the newest first`;
  return counted === null
    ? 'Many permits, the newest first'
    : `More than ${count(counted.value)} permits, the newest first`;
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
            <button
              type="button"
              className="button"
              onClick={() =>
                change({
                  tags: undefined,
                  status: undefined,
                  type: undefined,
                  value: undefined,
                  contractor: undefined,
                  text: undefined,
                  number: undefined,
                  by: undefined,
                })
              }
            >
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
    <fieldset className="view-switch">
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
      <Button className="button small">
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

const fileKinds: readonly (readonly [FileKind, string, string])[] = [
  ['csv', 'CSV', 'for spreadsheets'],
  ['geojson', 'GeoJSON', 'for maps'],
  ['ndjson', 'NDJSON', 'a record a line'],
];

function DownloadButton({
  permits,
  total,
  name,
}: {
  readonly permits: readonly ListedPermit[];
  readonly total: number | null;
  readonly name: string;
}) {
  const isAll = total === permits.length;
  return (
    <DialogTrigger>
      <Button className="button small" isDisabled={permits.length === 0}>
        <Icon name="download" />
        Download
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Download">
          {({ close }) => (
            <>
              <p className="soft">
                {isAll
                  ? `All ${count(permits.length)} permits`
                  : `The ${count(permits.length)} permits loaded so far`}
              </p>
              {fileKinds.map(([kind, label, note]) => (
                <Button
                  key={kind}
                  className="button"
                  onPress={() => {
                    downloadPermits(kind, permits, name);
                    close();
                  }}
                >
                  {label} <span className="soft">{note}</span>
                </Button>
              ))}
            </>
          )}
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
