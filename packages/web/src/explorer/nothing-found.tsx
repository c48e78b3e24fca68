/** Why a search found nothing: where no source covers the place, or which of the filters leaves nothing. */
import type { EmptyReason } from '@lintel/client';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countQuery } from '../api/permit-queries';
import { useService } from '../api/service';
import { Notice } from '../shell/failure';
import { count, date } from '../words/format';
import { activeFilters, cleared, type Filters, isSought, periodOf } from './filters';

interface NothingFoundProps {
  readonly filters: Filters;
  readonly releasedAt: string;
  /** Null for the whole release. */
  readonly placeName: string | null;
  readonly reason: EmptyReason | null;
  change(changed: Partial<Filters>): void;
}

/** A search that lets more through. */
interface Wider {
  readonly label: string;
  readonly changed: Partial<Filters>;
}

export default function NothingFound(props: NothingFoundProps) {
  const { filters, releasedAt, placeName, reason, change } = props;
  const { lintel } = useService();
  const period = periodOf(filters, releasedAt);
  const isCovered = reason !== 'no_coverage';
  const wider = isCovered ? widerSearches(filters) : [];
  const counts = useQueries({
    queries: wider.map(({ changed }) => countQuery(lintel, { ...filters, ...changed }, releasedAt)),
  });
  const helpful = wider.flatMap((search, at) => {
    const found = counts[at]?.data;
    return found && found.value > 0 ? [{ ...search, found }] : [];
  });
  const where = placeName ?? 'this release';
  return (
    <Notice
      title="No permits found"
      actions={
        <>
          {helpful.map(({ label, changed, found }) => (
            <button type="button" className="button" key={label} onClick={() => change(changed)}>
              {label}{' '}
              <span className="soft">
                {found.isExact ? count(found.value) : `about ${count(found.value)}`}
              </span>
            </button>
          ))}
          {activeFilters(filters) > 1 && isCovered ? (
            <button type="button" className="button" onClick={() => change(cleared)}>
              Clear the filters
            </button>
          ) : null}
          {isCovered ? null : (
            <>
              <Link className="button" to="/" search={{ list: 'states' }}>
                See states with permits
              </Link>
              <Link className="button" to="/data">
                See what is covered
              </Link>
            </>
          )}
        </>
      }
    >
      <p>
        {isCovered
          ? `${where.charAt(0).toUpperCase()}${where.slice(1)} has no permit that fits, from ${date(period.from)} to ${date(period.to)}.`
          : `No source of this release covers ${where}: what was built there is not known here.`}{' '}
        {isCovered && counts.every(({ data }) => data) ? whatHelps(helpful.length, wider.length) : null}
      </p>
    </Notice>
  );
}

function whatHelps(helpful: number, tried: number): string {
  if (helpful > 0) return 'A wider search finds some:';
  return tried > 1 ? 'Leaving out any one of the filters does not help.' : '';
}

/** The same search without one of its limits, for each of them. */
function widerSearches(filters: Filters): Wider[] {
  const {
    from,
    to,
    tags,
    status,
    type,
    kind,
    renewals,
    outliers,
    value,
    most,
    contractor,
    by,
    text,
    number,
    parcel,
    days,
    inspection,
  } = filters;
  const isPeriod = !isSought(filters) || from !== undefined || to !== undefined;
  const all: readonly (Wider | null)[] = [
    isPeriod ? { label: 'In all years', changed: { from: '1900-01-01', to: undefined } } : null,
    tags ? { label: 'With any tags', changed: { tags: undefined } } : null,
    status ? { label: 'Of any status', changed: { status: undefined } } : null,
    type ? { label: 'For any property', changed: { type: undefined } } : null,
    kind || renewals
      ? { label: 'Of any kind of record', changed: { kind: undefined, renewals: undefined } }
      : null,
    value || most || outliers
      ? { label: 'Of any value', changed: { value: undefined, most: undefined, outliers: undefined } }
      : null,
    contractor || by
      ? { label: 'By any contractor', changed: { contractor: undefined, by: undefined } }
      : null,
    text ? { label: 'With any words', changed: { text: undefined } } : null,
    number ? { label: 'With any number', changed: { number: undefined } } : null,
    parcel ? { label: 'On any parcel', changed: { parcel: undefined } } : null,
    days || inspection
      ? { label: 'With any progress', changed: { days: undefined, inspection: undefined } }
      : null,
    filters.in === undefined ? null : { label: 'In all places', changed: { in: undefined } },
  ];
  return all.filter((one) => one !== null);
}
