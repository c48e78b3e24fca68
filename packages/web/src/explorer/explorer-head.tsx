/** The explorer's heading: the place that is looked at, and how many permits were found. */
import type { ReleaseInfo } from '@lintel/client';
import { Link } from '@tanstack/react-router';
import type { Place } from '../api/places';
import { addDays, counted, date } from '../words/format';
import type { Period } from './filters';
import type { Found } from './use-permits';

interface ExplorerHeadProps {
  /** The id of the place; undefined for the whole release. */
  readonly geoId: string | undefined;
  /** Whether a part of the map is searched. */
  readonly isArea: boolean;
  /** The place, once it is known. */
  readonly place: Place | undefined;
  readonly release: ReleaseInfo;
  /** The day of the newest permit. */
  readonly lastDay: string;
  /** What was found; null where figures of areas are shown instead. */
  readonly found: Found | null;
  /** The permits of these areas, undefined before they are known, null for the official count; and their period. */
  readonly areaPermits: number | null | undefined;
  readonly period: Period;
  /** Whether nobody has chosen a period. */
  readonly isUsualPeriod: boolean;
}

export function ExplorerHead({
  geoId,
  isArea,
  place,
  release,
  lastDay,
  found,
  areaPermits,
  period,
  isUsualPeriod,
}: ExplorerHeadProps) {
  const isOld = isUsualPeriod && lastDay < addDays(release.released_at, -31);
  return (
    <div className="explorer-head">
      {geoId !== undefined ? (
        <PlaceTitle place={place} />
      ) : (
        <h1>{isArea ? 'Permits in this area' : 'Building permits of the United States'}</h1>
      )}
      <p className="soft" aria-live="polite">
        {found === null ? areasLine(areaPermits, period) : foundLine(found, isOld ? lastDay : null)}
      </p>
    </div>
  );
}

function PlaceTitle({ place }: { readonly place: Place | undefined }) {
  const { short, rest } = splitName(place?.name ?? '');
  return (
    <>
      <h1>
        {place ? <>Permits in {short}</> : <span className="waiting title-waiting" />}
        {rest ? <span className="rest">, {rest}</span> : null}
      </h1>
      {place && place.kind !== 'address' ? (
        <Link className="about" to="/places/$kind/$id" params={{ kind: place.kind, id: place.geoId }}>
          {short} in figures
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

function areasLine(permits: number | null | undefined, { from, to }: Period): string {
  if (permits === null) return 'The official count has the homes of a year, and follows no filter';
  return permits === undefined ? '\u00a0' : `${counted(permits, 'permit')}, ${date(from)} to ${date(to)}`;
}

/** How many were found, in what order; of old records of which months. */
function foundLine({ state, total, isByValue }: Found, oldDay: string | null): string {
  if (state === 'searching') return 'Searching…';
  if (state === 'failed') return '\u00a0';
  const months = oldDay === null ? '' : ` in the 12 months up to ${date(oldDay)}, the newest record here`;
  if (total?.value === 0) return `No permits${months}`;
  const number =
    total === null ? 'Many permits' : `${total.isExact ? '' : 'About '}${counted(total.value, 'permit')}`;
  if (months !== '' || total?.value === 1) return `${number}${months}`;
  return `${number}, ${isByValue ? 'the largest job value first' : 'the newest first'}`;
}
