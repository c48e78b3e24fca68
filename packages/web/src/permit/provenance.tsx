/** Where each value of a permit comes from: the source, the columns of its row, and what was done with them. */
import type { Permit } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { contractorQuery } from '../api/contractor-queries';
import { provenanceQuery } from '../api/permit-queries';
import { useService } from '../api/service';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { area, contractorName, count, date, days, money, sentence, words } from '../words/format';

/** Fields before the others are asked for: what people look at first. */
const firstFields = [
  'description',
  'status',
  'file_date',
  'issue_date',
  'final_date',
  'job_value',
  'contractor_id',
  'tags',
];

export function ProvenancePart({ permit }: { readonly permit: Permit }) {
  const { lintel } = useService();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(provenanceQuery(lintel, permit.id));
  if (!data) return null;
  const shown = isOpen ? data.fields : data.fields.filter(({ field }) => firstFields.includes(field));
  const { source } = data;
  const home = source.homepage !== null && /^https?:\/\//.test(source.homepage) ? source.homepage : null;
  return (
    <Part title="Where each value comes from">
      <p>
        Row <code>{data.row_key}</code> of {home === null ? source.name : <a href={home}>{source.name}</a>}
        {source.as_of === null ? '' : `, read on ${date(source.as_of)}`}.{' '}
        <span className="soft">
          {[[source.attribution, source.license].filter(Boolean).join(', '), `Release ${data.release_id}`]
            .filter(Boolean)
            .map((each) => `${each}.`)
            .join(' ')}
        </span>
      </p>
      {data.other_sources.map((other) => (
        <p key={other.permit_id}>
          The same permit is row <code>{other.row_key}</code> of {other.source.name}
          {other.source.as_of === null ? '' : `, read on ${date(other.source.as_of)}`}.{' '}
          <span className="soft">
            {[other.source.attribution, other.source.license].filter(Boolean).join(', ')}
          </span>
        </p>
      ))}
      <DataTable
        label="Where each value comes from"
        isCards
        rows={shown}
        keyOf={({ field }) => field}
        columns={[
          { head: 'Field', is: 'name', cell: ({ field }) => sentence(field.replace(/_id$/, '')) },
          {
            head: 'Value',
            cell: ({ field }) =>
              field === 'contractor_id' && permit.contractor_id ? (
                <ContractorLink id={permit.contractor_id} />
              ) : (
                shownValue(permit, field)
              ),
          },
          {
            head: 'Columns of the row',
            cell: ({ columns }) =>
              columns.length === 0 ? '–' : columns.map((column) => <code key={column}>{column}</code>),
          },
          {
            head: 'What was done',
            cell: ({ rule, given_by }) => (
              <span className="soft">
                {rule}
                {given_by?.permit_id ? (
                  <>
                    {' '}
                    <Link to="/permits/$id" params={{ id: given_by.permit_id }}>
                      The permit that states it
                    </Link>
                  </>
                ) : null}
              </span>
            ),
          },
        ]}
      />
      {isOpen || shown.length === data.fields.length ? null : (
        <div>
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            Show all {count(data.fields.length)} fields
          </button>
        </div>
      )}
    </Part>
  );
}

/** The name of a contractor, which the page has asked for already. */
function ContractorLink({ id }: { readonly id: string }) {
  const { lintel } = useService();
  const { data } = useQuery(contractorQuery(lintel, id));
  return (
    <Link to="/contractors/$id" params={{ id }}>
      {data === undefined ? id : contractorName(data)}
    </Link>
  );
}

/** Letters of a text that are shown: the page has the whole of it above. */
const textShown = 120;

/** The value that the release has, in short; a dash for none. */
function shownValue(permit: Permit, field: string): string {
  const value: unknown = (permit as unknown as Readonly<Record<string, unknown>>)[field];
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) {
    const all = value.map((each) => (field === 'tags' ? words(String(each)) : String(each)));
    return all.join(', ') || '–';
  }
  if (typeof value === 'number') {
    if (/^(?:job_value|fees)$|_value$/.test(field)) return money(value);
    if (field.endsWith('_duration')) return days(value);
    if (/_(?:area|lot_size)$/.test(field)) return area(value);
    return field.includes('year') ? String(value) : count(value);
  }
  if (typeof value !== 'string') return '–';
  if (field.endsWith('_date')) return date(value);
  if (field === 'status' || field.startsWith('property_type')) return sentence(value);
  return value.length > textShown ? `${value.slice(0, textShown)}…` : value;
}
