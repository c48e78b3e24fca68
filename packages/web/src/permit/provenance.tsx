/** Where each value of a permit comes from: the source, the columns of its row, and what was done with them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { provenanceQuery } from '../api/queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { count, date, sentence } from '../words/format';

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

export function ProvenancePart({ id }: { readonly id: string }) {
  const { lintel } = useService();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(provenanceQuery(lintel, id));
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
          {[source.attribution, source.license].filter(Boolean).join(', ')}. Release {data.release_id}.
        </span>
      </p>
      <div className="scroll-x">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Columns of the row</th>
              <th scope="col">What was done</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ field, columns, rule, given_by }) => (
              <tr key={field}>
                <th scope="row">{sentence(field.replace(/_id$/, ''))}</th>
                <td>
                  {columns.length === 0 ? (
                    <span className="soft">–</span>
                  ) : (
                    columns.map((column) => <code key={column}>{column}</code>)
                  )}
                </td>
                <td className="soft">
                  {rule}
                  {given_by?.permit_id ? (
                    <>
                      {' '}
                      <Link to="/permits/$id" params={{ id: given_by.permit_id }}>
                        The permit that states it
                      </Link>
                    </>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
