/** What is being built around a point: open permits by distance, how long they should still take, and who builds. */
import '../design/near.css';
import type { TagId } from '@lintel/client';
import { permitTitle } from '@lintel/contract/permit-title';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  contractorsOf,
  durationsByTypeQuery,
  type NearKind,
  type NearPermit,
  type NearPermits,
  namesQuery,
  nearQuery,
  openYears,
  unstatedYears,
} from '../api/near-queries';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { useLastDay } from '../api/summary-queries';
import { Part, Status, Tags } from '../design/record-parts';
import { RecordMap } from '../map/record-map';
import { Failure } from '../shell/failure';
import { WatchButton } from '../watch/watch-button';
import { distance } from '../words/distance';
import { addDays, counted, date, days, shortMoney, streetLine } from '../words/format';
import { type Expected, expectedOf, expectedWords } from './expected';
import type { Estimate, Point } from './locate';

/** Distances that can be chosen, in metres, and how they are called. */
const distanceNames = { 91: '300 ft', 305: '1,000 ft', 805: '½ mile' } as const;
type Distance = keyof typeof distanceNames;
const distances = [91, 305, 805] as const satisfies readonly Distance[];
/** Points that are this near are one, and so many addresses at one are not where it says. */
const sameMetres = 3;
const manyAddresses = 3;

/** Open permits of the address itself that are listed once more among its neighbors. */
const ownShown = 3;

/** What changes a street, by the first of these tags that a permit carries: told in the list, among wiring and alarms. */
const changesStreet: readonly TagId[] = ['demolition', 'new_dwelling', 'new_construction', 'adu'];

/** Permits that a list shows before one asks for more, and of one address. */
const firstShown = 12;
const shownOfAddress = 3;

interface NearProps {
  readonly place: Estimate;
  /** The authority that gives permits there; null where it is not known. */
  readonly jurisdictionId: string | null;
  readonly jurisdiction: string;
  /** What comes before what is near. */
  readonly first?: ReactNode;
  /** The address whose permits are listed there already. */
  readonly listedId?: string;
  /** What is said of the place beside the map. */
  readonly children?: ReactNode;
  /** What the surroundings are called. */
  readonly name: string;
}

export function NearColumns(props: NearProps) {
  const { place, jurisdictionId, jurisdiction, name, first, listedId, children } = props;
  const [metres, setMetres] = useState<Distance>(305);
  const [pointed, setPointed] = useState<string | null>(null);
  const near = useNear(place.point, metres, jurisdictionId);
  const found = {
    ...near,
    open: withoutMany(listedId, near.open),
    unstated: without(listedId, near.unstated),
    done: without(listedId, near.done),
  };
  const { open, unstated, done } = found;
  // An authority that publishes no status has one list, not an empty one before it.
  const isUnstated = open?.permits.length === 0 && unstated !== undefined && unstated.permits.length > 0;
  const shown = [open, unstated, done].flatMap((list) => list?.permits ?? []);
  const atPoint = shown.filter((near) => near.metres < sameMetres);
  const addresses = new Set(atPoint.map(({ permit }) => streetLine(permit.address))).size;
  const here = addresses > 1 ? 'Same point' : 'Here';
  return (
    <div className="columns near">
      <div className="stack">
        {first}
        <Part
          title={`${isUnstated ? 'Begun' : 'Being built'} within ${distanceNames[metres]}`}
          aside={
            <div className="near-tools">
              <Distances chosen={metres} choose={setMetres} />
              <WatchButton
                label="Watch this block"
                name={`Within ${distanceNames[metres]} of ${name}`}
                search={`near=${place.point.map((degrees) => degrees.toFixed(6)).join(',')}&radius_m=${metres}`}
              />
            </div>
          }
        >
          {found.error ? <Failure error={found.error} /> : null}
          <NearSummary found={found} metres={metres} jurisdiction={jurisdiction} />
          {addresses >= manyAddresses ? (
            <p className="soft">
              {addresses} addresses below have the same point as this one: it is that of a block or a larger
              area, so distances say little here.
            </p>
          ) : null}
          <NearList found={found} kind={isUnstated ? 'unstated' : 'open'} here={here} onPoint={setPointed} />
        </Part>
        {!isUnstated && unstated && unstated.permits.length > 0 ? (
          <Part title={`Begun in the last ${unstatedYears} years, state not published`}>
            <NearList found={found} kind="unstated" here={here} onPoint={setPointed} />
          </Part>
        ) : null}
        {done && done.permits.length > 0 ? (
          <Part title="Completed in the last 12 months">
            <NearList found={found} kind="done" here={here} onPoint={setPointed} />
          </Part>
        ) : null}
      </div>
      <div className="stack">
        <div className="near-map">
          <RecordMap
            points={[place.point]}
            label={`Map of permits within ${distanceNames[metres]}`}
            around={{ metres, permits: shown.map(({ permit }) => permit), pointed }}
          />
          {place.between.length > 0 ? <EstimateNote place={place} /> : null}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Permits of other addresses. */
function without(addressId: string | undefined, near: NearPermits | undefined): NearPermits | undefined {
  if (near === undefined || addressId === undefined) return near;
  return { ...near, permits: near.permits.filter(({ permit }) => permit.geo_ids.address_id !== addressId) };
}

/** Open ones of the address itself stay, for the days that they have left, unless they hide the neighbors. */
function withoutMany(addressId: string | undefined, near: NearPermits | undefined): NearPermits | undefined {
  const others = without(addressId, near);
  const own = (near?.permits.length ?? 0) - (others?.permits.length ?? 0);
  return own > ownShown ? others && { ...others, own } : near;
}

function Distances({ chosen, choose }: { readonly chosen: Distance; choose(metres: Distance): void }) {
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">How far around</legend>
      {distances.map((metres) => (
        <button
          type="button"
          className="button small"
          key={metres}
          aria-pressed={metres === chosen}
          onClick={() => choose(metres)}
        >
          {distanceNames[metres]}
        </button>
      ))}
    </fieldset>
  );
}

function EstimateNote({ place: { between, within } }: { readonly place: Estimate }) {
  return (
    <p className="small-note">
      No permit says where this house is. Its place is estimated from {between.join(' and ')} in the same
      street,{' '}
      {within === 0
        ? 'which have one point, so it is known roughly only.'
        : `and may be off by ${distance(within)}.`}
    </p>
  );
}

type Near = ReturnType<typeof useNear>;

/** Everything around a point, each part as it comes. */
function useNear(point: Point, metres: number, jurisdictionId: string | null) {
  const { lintel } = useService();
  const { data: release } = useQuery(releaseQuery(lintel));
  const lastDay = useLastDay(jurisdictionId ?? undefined, release);
  const enabled = lastDay !== undefined;
  const ask = (kind: NearKind) => ({
    ...nearQuery(lintel, point, metres, lastDay ?? '', kind),
    enabled,
  });
  const open = useQuery(ask('open'));
  const unstated = useQuery(ask('unstated'));
  const done = useQuery(ask('done'));
  const durations = useQuery({
    ...durationsByTypeQuery(lintel, jurisdictionId ?? '', lastDay ?? ''),
    enabled: enabled && jurisdictionId !== null,
  });
  const ids = contractorsOf(
    [...(open.data?.permits ?? []), ...(unstated.data?.permits ?? [])].map(({ permit }) => permit),
  );
  const isComplete = open.data !== undefined && unstated.data !== undefined;
  const names = useQuery({ ...namesQuery(lintel, ids), enabled: isComplete && ids.length > 0 });
  return {
    lastDay,
    releasedAt: release?.released_at,
    open: open.data,
    unstated: unstated.data,
    done: done.data,
    durations: durations.data,
    names: names.data,
    error: open.error ?? unstated.error,
  };
}

function NearSummary({
  found: { open, unstated, lastDay, releasedAt, durations },
  metres,
  jurisdiction,
}: {
  readonly found: Near;
  readonly metres: Distance;
  readonly jurisdiction: string;
}) {
  if (!open || !unstated || lastDay === undefined || releasedAt === undefined) {
    return <div className="waiting page-line" role="status" aria-label="Loading" />;
  }
  const value = open.permits.reduce((sum, { permit }) => sum + (permit.job_value ?? 0), 0);
  const saysWhen = durations?.of({ type: null }) != null;
  const total = open.total ?? open.permits.length;
  return (
    <p className="soft">
      {total > 0 && open.own === total
        ? `${counted(total, 'open permit')} of the last ${openYears} years, all at this address. `
        : total > 0
          ? `${counted(total, 'open permit')} of the last ${openYears} years${value > 0 ? `, worth ${shortMoney(value)}` : ''}. `
          : unstated.permits.length > 0
            ? `Of the last ${unstatedYears} years; ${jurisdiction} does not say which are still open. `
            : `No open permits within ${distanceNames[metres]}. `}
      {open.own === undefined
        ? total > open.permits.length
          ? `The nearest and the newest ${open.permits.length} are below. `
          : ''
        : open.own === total
          ? ''
          : `${counted(open.own, 'of the nearest is', 'of the nearest are')} at this address itself. `}
      {total > 0 && durations && !saysWhen
        ? `${jurisdiction} does not say when works end, so how long these still take is not known. `
        : ''}
      {total > 0 && saysWhen
        ? 'Days left are by how long permits of the same type took here from issue to completion. '
        : ''}
      {lastDay < addDays(releasedAt, -31) ? `As of ${date(lastDay)}, the newest record here.` : ''}
    </p>
  );
}

function NearList({
  found,
  kind,
  here,
  onPoint,
}: {
  readonly found: Near;
  readonly kind: NearKind;
  /** What is said of permits that have the point itself. */
  readonly here: string;
  onPoint(id: string | null): void;
}) {
  const [isWhole, setWhole] = useState(false);
  const permits = fewOfAddress(found[kind]?.permits ?? []);
  const shown = isWhole ? permits : permits.slice(0, kind === 'done' ? 5 : firstShown);
  return (
    <>
      <ul className="near-list" onMouseLeave={() => onPoint(null)}>
        {shown.map((one) => (
          <NearRow key={one.permit.id} near={one} found={found} kind={kind} here={here} onPoint={onPoint} />
        ))}
      </ul>
      {permits.length > shown.length ? (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          Show {permits.length - shown.length} more
        </button>
      ) : null}
    </>
  );
}

interface NearRowOf extends NearPermit {
  /** Further permits of the address, which the list leaves out. */
  readonly further: number;
}

/** The first permits of each address: one big site must not hide the street. */
function fewOfAddress(permits: readonly NearPermit[]): NearRowOf[] {
  const addresses = new Map<string, NearPermit[]>();
  for (const near of permits) {
    const address = near.permit.geo_ids.address_id ?? near.permit.id;
    addresses.set(address, [...(addresses.get(address) ?? []), near]);
  }
  return [...addresses.values()].flatMap((all) => {
    const few = all.slice(0, shownOfAddress);
    return few.map((near, i) => ({ ...near, further: i === few.length - 1 ? all.length - few.length : 0 }));
  });
}

function NearRow({
  near: { permit, metres, further },
  found: { names, durations, lastDay },
  kind,
  here,
  onPoint,
}: {
  readonly near: NearRowOf;
  readonly found: Near;
  readonly kind: NearKind;
  readonly here: string;
  onPoint(id: string | null): void;
}) {
  const { contractor_id: contractor } = permit;
  const name = contractor == null ? undefined : names?.get(contractor);
  const expected =
    kind === 'open' && durations && lastDay !== undefined
      ? expectedOf(permit, durations.of(permit), lastDay)
      : null;
  const day = kind === 'done' ? permit.final_date : permit.start_date;
  const mark = changesStreet.find((tag) => permit.tags.includes(tag));
  return (
    // What the row has is in its links; the map shows it beside them.
    <li onMouseEnter={() => onPoint(permit.id)} onFocus={() => onPoint(permit.id)}>
      <span className="metres tabular">{metres < sameMetres ? here : distance(metres)}</span>
      <span className="what">
        <Link to="/permits/$id" params={{ id: permit.id }}>
          {permitTitle(permit)}
        </Link>
        {mark ? <Tags tags={[mark]} /> : null}
        <small className="soft">
          {[
            streetLine(permit.address),
            permit.job_value === null ? null : shortMoney(permit.job_value),
            day
              ? `${kind === 'done' ? 'completed' : permit.issue_date ? 'issued' : 'filed'} ${date(kind === 'open' ? (permit.issue_date ?? day) : day)}`
              : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {contractor && name ? (
          <small>
            <Link to="/contractors/$id" params={{ id: contractor }}>
              {name}
            </Link>
          </small>
        ) : null}
        {further > 0 && permit.geo_ids.address_id !== null ? (
          <small>
            <Link to="/properties/$id" params={{ id: permit.geo_ids.address_id }}>
              {further} more at {streetLine(permit.address) ?? 'this address'}
            </Link>
          </small>
        ) : null}
      </span>
      <span className="state">
        {kind === 'unstated' ? null : <Status status={permit.status} />}
        {expected ? <ExpectedNote expected={expected} /> : null}
      </span>
    </li>
  );
}

function ExpectedNote({ expected }: { readonly expected: Expected }) {
  const { least, most, of } = expected;
  return (
    <small
      className={expected.left < 0 ? 'late' : 'soft'}
      title={`Of ${counted(of, 'such permit')} completed here, half took ${days(least)} to ${days(most)} from now.`}
    >
      {expectedWords(expected)}
    </small>
  );
}
