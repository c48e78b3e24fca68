/** The columns of the permit table: how each is read, shown and downloaded. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { Status, Tags } from '../design/record-parts';
import { cityLine, date, days, money, sentence, shortMoney, streetLine, text, title } from '../words/format';

export interface Column {
  readonly id: string;
  readonly name: string;
  /** The field of a permit that a downloaded table has for it. */
  readonly field: keyof ListedPermit;
  /** Pixels. */
  readonly width: number;
  /** Takes the room that is left. */
  readonly grows?: boolean;
  readonly isNumber?: boolean;
  /** Whether it is shown before anybody chooses. */
  readonly isDefault?: boolean;
  /** By which the table can be ordered. */
  readonly sort?: 'date' | 'value';
  show(permit: ListedPermit): ReactNode;
}

export const columns: readonly Column[] = [
  {
    id: 'date',
    field: 'start_date',
    name: 'Date',
    width: 92,
    isDefault: true,
    sort: 'date',
    show: (permit) => date(permit.start_date),
  },
  {
    id: 'work',
    field: 'description_derived',
    name: 'Work',
    width: 160,
    grows: true,
    isDefault: true,
    show: (permit) => (
      <Link to="/permits/$id" params={{ id: permit.id }} title={permit.description ?? undefined}>
        {workOf(permit)}
      </Link>
    ),
  },
  {
    id: 'address',
    field: 'address',
    name: 'Address',
    width: 170,
    isDefault: true,
    show: (permit) => (
      <>
        {streetLine(permit.address) ?? '–'}
        {permit.address.city ? <small>{cityLine(permit.address)}</small> : null}
      </>
    ),
  },
  {
    id: 'status',
    field: 'status',
    name: 'Status',
    width: 90,
    isDefault: true,
    show: ({ status }) => (status === null ? '–' : <Status status={status} />),
  },
  {
    id: 'value',
    field: 'job_value',
    name: 'Job value',
    width: 92,
    isNumber: true,
    isDefault: true,
    sort: 'value',
    show: ({ job_value: cents }) => ((cents ?? 0) < 1e10 ? money(cents) : shortMoney(cents)),
  },
  { id: 'tags', field: 'tags', name: 'Tags', width: 220, show: ({ tags }) => <Tags tags={tags} /> },
  { id: 'number', field: 'number', name: 'Number', width: 132, show: ({ number }) => text(number) },
  { id: 'type', field: 'type', name: 'Permit type', width: 180, show: ({ type }) => text(type) },
  {
    id: 'kind',
    field: 'record_kind',
    name: 'Kind of record',
    width: 112,
    show: ({ record_kind: kind }) => (kind === undefined ? '–' : sentence(kind)),
  },
  {
    id: 'property',
    field: 'property_type',
    name: 'Property',
    width: 112,
    show: ({ property_type }) => (property_type ? sentence(property_type) : '–'),
  },
  {
    id: 'jurisdiction',
    field: 'jurisdiction',
    name: 'Jurisdiction',
    width: 170,
    show: ({ jurisdiction }) => (jurisdiction ? title(jurisdiction) : '–'),
  },
  { id: 'filed', field: 'file_date', name: 'Filed', width: 112, show: ({ file_date }) => date(file_date) },
  {
    id: 'issued',
    field: 'issue_date',
    name: 'Issued',
    width: 112,
    show: ({ issue_date }) => date(issue_date),
  },
  {
    id: 'finaled',
    field: 'final_date',
    name: 'Final',
    width: 112,
    show: ({ final_date }) => date(final_date),
  },
  {
    id: 'approval',
    field: 'approval_duration',
    name: 'Approval',
    width: 92,
    isNumber: true,
    show: ({ approval_duration }) => days(approval_duration),
  },
  {
    id: 'construction',
    field: 'construction_duration',
    name: 'Construction',
    width: 108,
    isNumber: true,
    show: ({ construction_duration }) => days(construction_duration),
  },
  { id: 'fees', field: 'fees', name: 'Fees', width: 92, isNumber: true, show: ({ fees }) => money(fees) },
];

/** All that matters of a permit in one cell, for narrow screens. */
export const summary: Column = {
  id: 'summary',
  field: 'description_derived',
  name: 'Permit',
  width: 240,
  grows: true,
  show: (permit) => (
    <div className="summary">
      <Link to="/permits/$id" params={{ id: permit.id }}>
        {workOf(permit)}
      </Link>
      <small>
        {[streetLine(permit.address), cityLine(permit.address)].filter(Boolean).join(', ') || '–'}
      </small>
      <small className="summary-line">
        <span>{date(permit.start_date)}</span>
        <span>
          <Status status={permit.status} />
        </span>
        <span>{permit.job_value === null ? '' : money(permit.job_value)}</span>
      </small>
    </div>
  ),
};

/** What a permit is for, in a line. */
function workOf(permit: ListedPermit): string {
  return (
    permit.description_derived || permit.description || permit.type || `Permit ${permit.number ?? permit.id}`
  );
}

/**
 * Ids of the columns that are shown, in the order of the table. Before anybody chooses, a column that none of the
 * permits states is left out.
 */
export function columnsOf(
  chosen: readonly string[] | undefined,
  permits: readonly ListedPermit[],
): readonly string[] {
  if (chosen === undefined) {
    return columns
      .filter(
        ({ isDefault, field }) =>
          isDefault && (permits.length === 0 || permits.some((permit) => permit[field] !== null)),
      )
      .map(({ id }) => id);
  }
  return columns.filter(({ id }) => id === 'work' || chosen.includes(id)).map(({ id }) => id);
}

/** The fields of a downloaded table with these columns, and those by which a row is found again. */
export function fieldsOf(shown: readonly string[]): readonly (keyof ListedPermit)[] {
  const own = columns.filter(({ id }) => shown.includes(id)).map(({ field }) => field);
  return [...new Set([...own, 'contractor_id', 'number'] as const)];
}
