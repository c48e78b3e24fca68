/** Contractors by what one looks for: a place, a trade, a kind of work, a name; those with the most such work first. */
import '../design/charts.css';
import '../design/summary.css';
import type { ContractorClassification } from '@lintel/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { directoryQuery, type FoundContractor } from '../api/contractor-queries';
import { placeQuery } from '../api/place-queries';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { useLastDay, type Where } from '../api/summary-queries';
import { acts, type Column, DataTable, TwoLines } from '../design/data-table';
import { Icon } from '../design/icons';
import { everywhere, withoutEmpty } from '../explorer/filters';
import { TagSelect } from '../place/tag-select';
import { Failure } from '../shell/failure';
import { Page } from '../shell/page';
import { PlacePicker } from '../shell/place-picker';
import { csv } from '../words/csv';
import {
  addDays,
  contractorName,
  count,
  counted,
  date,
  days,
  sentence,
  shortMoney,
  telephone,
  words,
} from '../words/format';
import { saveFile } from '../words/save-file';
import { PhoneLink } from './contact-links';
import { type Directory, trades, type Years, yearsOf } from './directory-address';

/** The 12 months are those up to the newest permit that names a contractor: not every authority names one. */
export function DirectoryPage() {
  const search = useSearch({ from: '/contractors' });
  const navigate = useNavigate({ from: '/contractors' });
  const { lintel } = useService();
  const { data: release } = useQuery(releaseQuery(lintel));
  const where: Where = { geo_id: search.in ?? everywhere };
  const lastDay = useLastDay(undefined, release, { ...where, permit_has_contractor: true });
  const isOld = release !== undefined && lastDay !== undefined && lastDay < addDays(release.released_at, -31);
  const asked = { ...search, years: yearsOf(search, isOld) };
  const { data: place } = useQuery({
    ...placeQuery(lintel, asked.in ?? ''),
    enabled: asked.in !== undefined,
  });
  const change = (changed: Partial<Directory>) =>
    void navigate({ search: (before: Directory) => withoutEmpty({ ...before, ...changed }), replace: true });
  const inPlace = place === undefined ? '' : ` in ${place.name}`;
  return (
    <Page
      title={`Contractors${inPlace}`}
      lede={
        <p className="lede soft">
          {lastDay === undefined
            ? '\u00a0'
            : asked.years === 'all'
              ? `Those with permits in all years up to ${date(lastDay)}`
              : `Those with permits from ${date(addDays(lastDay, -364))} to ${date(lastDay)}`}
        </p>
      }
    >
      <Controls asked={asked} change={change} />
      {lastDay === undefined ? (
        <div className="waiting page-block" />
      ) : (
        <Found asked={asked} where={where} lastDay={lastDay} change={change} />
      )}
    </Page>
  );
}

interface ControlsProps {
  readonly asked: Directory;
  change(changed: Partial<Directory>): void;
}

function Controls({ asked, change }: ControlsProps) {
  return (
    <div className="controls">
      <PlacePicker
        label={asked.in === undefined ? 'Place' : 'Another place'}
        onPick={(id) => change({ in: id })}
      />
      <label className="field">
        <span className="label">Trade</span>
        <select
          className="input"
          value={asked.trade ?? ''}
          onChange={({ target }) =>
            change({ trade: (target.value || undefined) as ContractorClassification })
          }
        >
          <option value="">Any</option>
          {trades.map((trade) => (
            <option key={trade} value={trade}>
              {sentence(trade)}
            </option>
          ))}
        </select>
      </label>
      <TagSelect
        label="Kind of work"
        value={asked.tag ?? 'all'}
        onChange={(tag) => change({ tag: tag === 'all' ? undefined : tag })}
      />
      <label className="field">
        <span className="label">Name or license</span>
        <input
          className="input"
          type="search"
          // A name of less than three letters is not searched.
          defaultValue={asked.name ?? ''}
          onChange={({ target }) => change({ name: target.value.trim() || undefined })}
        />
      </label>
      <label className="field">
        <span className="label">Order</span>
        <select
          className="input"
          value={asked.sort ?? 'permits'}
          onChange={({ target }) => change({ sort: target.value === 'value' ? 'value' : undefined })}
        >
          <option value="permits">Most permits first</option>
          <option value="value">Highest value first</option>
        </select>
      </label>
      <label className="field">
        <span className="label">Permits of</span>
        <select
          className="input"
          value={asked.years}
          onChange={({ target }) => change({ years: target.value as Years })}
        >
          <option value="last">The last 12 months</option>
          <option value="all">All years</option>
        </select>
      </label>
      {asked.in === undefined ? null : (
        <button type="button" className="button small" onClick={() => change({ in: undefined })}>
          <Icon name="close" />
          All places
        </button>
      )}
    </div>
  );
}

interface FoundProps extends ControlsProps {
  readonly where: Where;
  readonly lastDay: string;
}

function Found({ asked, where, lastDay, change }: FoundProps) {
  const { lintel } = useService();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    directoryQuery(lintel, asked, where, lastDay),
  );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting page-block" />;
  const found = data.pages.flatMap(({ items }) => items);
  if (found.length === 0) {
    if (asked.years === 'all') return <p className="empty">No permit here names such a contractor.</p>;
    return (
      <p className="empty">
        No permit of these 12 months states such a contractor.{' '}
        <button type="button" className="button small" onClick={() => change({ years: 'all' })}>
          Look in all years
        </button>
      </p>
    );
  }
  const columns = columnsOf(asked, found);
  return (
    <>
      <Actions asked={asked} lastDay={lastDay} save={() => saveTable(columns, found)} />
      <p className="visually-hidden" role="status">
        {counted(found.length, 'contractor')}
        {hasNextPage ? ', and there are more' : ''}
      </p>
      <DataTable label="Contractors" isCards rows={found} keyOf={({ id }) => id} columns={columns} />
      {hasNextPage ? (
        <p>
          <button
            type="button"
            className="button small"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Loading…' : 'More contractors'}
          </button>
        </p>
      ) : null}
    </>
  );
}

/** A column of the table, and what a file has of it. */
interface ContractorColumn extends Column<FoundContractor> {
  /** The column is left out where nobody has something in it. */
  readonly field?: keyof FoundContractor;
  readonly inFile?: (contractor: FoundContractor) => string | number | null | undefined;
  readonly unit?: string;
}

const dollarsOf = (cents: number | null | undefined) => (cents == null ? null : cents / 100);

/** Saves the table as it is on the screen, for a spreadsheet. */
function saveTable(columns: readonly ContractorColumn[], found: readonly FoundContractor[]): void {
  const shown = columns.flatMap(({ head, unit, inFile: read }) =>
    read === undefined ? [] : [{ head: unit === undefined ? head : `${head}, ${unit}`, read }],
  );
  const lines = found.map((contractor) => shown.map(({ read }) => read(contractor) ?? null));
  saveFile(
    new Blob([csv([shown.map(({ head }) => head), ...lines])], { type: 'text/csv' }),
    'contractors.csv',
  );
}

interface ActionsProps {
  readonly asked: Directory;
  readonly lastDay: string;
  save(): void;
}

/** Permits have no trade, so those of one are not summarised. */
function Actions({ asked, lastDay, save }: ActionsProps) {
  const { in: place, tag, name, sort, trade, years } = asked;
  const period = years === 'all' ? {} : { from: addDays(lastDay, -364), to: lastDay };
  const tags = tag === undefined ? {} : { tags: [tag] };
  const measure = sort === 'value' ? { measure: ['sum_job_value', 'count'] } : {};
  const summary = { in: place, by: name, contractor: 'yes', group: ['contractor'] } as const;
  return (
    <div className="summary-actions">
      {trade === undefined ? (
        <Link className="button small" to="/summary" search={{ ...summary, ...period, ...tags, ...measure }}>
          <Icon name="chart" />
          Summarize
        </Link>
      ) : null}
      <button type="button" className="button small" onClick={save}>
        <Icon name="download" />
        Save as CSV
      </button>
    </div>
  );
}

/** The average of the jobs whose value is stated; of how many, where that is the lesser part. */
function averageJob(contractor: FoundContractor): ReactNode {
  const { avg_job_value: average, total_job_value: total, permit_count: permits } = contractor;
  const stated = average ? Math.round((total ?? 0) / average) : 0;
  if (stated === 0 || stated > permits / 2) return shortMoney(average);
  return <TwoLines first={shortMoney(average)} second={`of ${counted(stated, 'permit')}`} />;
}

/** Columns that no contractor has something in are left out. */
function columnsOf(
  { in: place, tag, years }: Directory,
  found: readonly FoundContractor[],
): ContractorColumn[] {
  const states = (field: keyof FoundContractor) => found.some((contractor) => contractor[field] != null);
  const all: ContractorColumn[] = [
    {
      head: 'Contractor',
      is: 'name',
      inFile: contractorName,
      cell: (contractor) => (
        <TwoLines
          first={
            <Link to="/contractors/$id" params={{ id: contractor.id }}>
              {contractorName(contractor)}
            </Link>
          }
          second={contractor.classification_derived.slice(0, 3).map(sentence).join(', ')}
        />
      ),
    },
    {
      head: tag === undefined ? 'Permits' : `Permits: ${words(tag)}`,
      is: 'number',
      inFile: (contractor) => contractor.matching_permit_count,
      cell: (contractor) => count(contractor.matching_permit_count),
    },
    {
      field: 'matching_job_value',
      head: 'Job value, all',
      is: 'number',
      unit: 'US dollars',
      inFile: (contractor) => dollarsOf(contractor.matching_job_value),
      cell: (contractor) => shortMoney(contractor.matching_job_value),
    },
    {
      field: 'avg_job_value',
      // That of all its permits, whichever are counted in the columns before.
      head:
        place === undefined && tag === undefined && years === 'all' ? 'Average job' : 'Average job, anywhere',
      is: 'number',
      unit: 'US dollars',
      inFile: (contractor) => dollarsOf(contractor.avg_job_value),
      cell: averageJob,
    },
    {
      field: 'avg_construction_duration',
      head: 'Time to build',
      is: 'number',
      unit: 'days',
      inFile: (contractor) => contractor.avg_construction_duration,
      cell: ({ avg_construction_duration }) => days(avg_construction_duration),
    },
    {
      field: 'license',
      head: 'License',
      is: 'line',
      inFile: ({ license }) => license,
      cell: ({ license }) => license ?? '–',
    },
    {
      field: 'primary_phone',
      head: 'Phone',
      is: 'line',
      inFile: ({ primary_phone: phone }) => (phone ? telephone(phone) : null),
      cell: ({ primary_phone: phone }) => (phone ? <PhoneLink number={phone} /> : '–'),
    },
    {
      ...acts,
      cell: (contractor) => (
        <Link
          to="/"
          search={{
            in: place,
            by: contractorName(contractor),
            ...(tag === undefined ? {} : { tags: [tag] }),
          }}
          className="button small"
          aria-label={`Permits of ${contractorName(contractor)}`}
        >
          Permits
        </Link>
      ),
    },
  ];
  return all.filter(({ field }) => field === undefined || states(field));
}
