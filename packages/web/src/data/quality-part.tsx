/** What became of the rows of each source, which fields it states, its defects, and why rows were refused. */
import type { SourceQuality } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { qualityQuery } from '../api/queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { count, sentence, words } from '../words/format';

export function QualityPart() {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(qualityQuery(lintel));
  const [open, setOpen] = useState<string | null>(null);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting page-block" />;
  const source = data.sources.find(({ id }) => id === open);
  return (
    <>
      <Part title="What became of the rows">
        <p className="soft">
          Every row that was read is a record, is merged into another one, or is in quarantine with its
          reason. Choose a source to see its fields and defects.
        </p>
        <div className="scroll-x">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col" className="number">
                  Read
                </th>
                <th scope="col" className="number">
                  Records
                </th>
                <th scope="col" className="number">
                  Merged
                </th>
                <th scope="col" className="number">
                  Quarantine
                </th>
                <th scope="col" className="number">
                  With a defect
                </th>
              </tr>
            </thead>
            <tbody>
              {data.sources.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    <button
                      type="button"
                      className="link"
                      aria-expanded={each.id === open}
                      onClick={() => setOpen(each.id === open ? null : each.id)}
                    >
                      {each.name}
                    </button>
                  </th>
                  <td className="number">{count(each.rows_read)}</td>
                  <td className="number">{count(each.records)}</td>
                  <td className="number">{count(each.rows_merged)}</td>
                  <td className="number">{count(each.rows_quarantined)}</td>
                  <td className="number">{share(each.rows_defective, each.rows_refined)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">All</th>
                <td className="number">{count(data.rows_read)}</td>
                <td className="number">{count(data.records)}</td>
                <td className="number">{count(data.rows_merged)}</td>
                <td className="number">{count(data.rows_quarantined)}</td>
                <td />
              </tr>
            </tfoot>
          </table>
        </div>
      </Part>
      {source ? <SourceDetails source={source} /> : null}
      {data.refusals.length > 0 ? (
        <Part title="Quarantine">
          <p className="soft">
            Rows that were read but are no record, by reason. They are kept, none is lost.
          </p>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Reason</th>
                <th scope="col" className="number">
                  Rows
                </th>
              </tr>
            </thead>
            <tbody>
              {data.refusals.map(({ reason, rows }) => (
                <tr key={reason}>
                  <td>{sentence(reason)}</td>
                  <td className="number">{count(rows)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      ) : null}
    </>
  );
}

function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`;
}

function SourceDetails({ source }: { readonly source: SourceQuality }) {
  return (
    <div className="two">
      {source.fill.length > 0 ? (
        <Part title={`Fields: ${source.name}`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col" className="bar-cell">
                  <span className="visually-hidden">Share</span>
                </th>
                <th scope="col" className="number">
                  Permits with it
                </th>
              </tr>
            </thead>
            <tbody>
              {source.fill.map(({ field, share: part, is_stated }) => (
                <tr key={field}>
                  <td>
                    {sentence(field)}
                    {is_stated ? null : <small className="soft"> not stated by the source</small>}
                  </td>
                  <td className="bar-cell" aria-hidden="true">
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={100 * part} height="8" />
                    </svg>
                  </td>
                  <td className="number">{share(part, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      ) : null}
      <Part title={`Defects: ${source.name}`}>
        {source.defects.length === 0 ? (
          <p className="soft">None was found.</p>
        ) : (
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Defect</th>
                <th scope="col" className="number">
                  Rows
                </th>
              </tr>
            </thead>
            <tbody>
              {source.defects.map(({ name, field, rows, meaning }) => (
                <tr key={`${name} ${field}`}>
                  <td>
                    {sentence(name)} <small className="soft">in {words(field)}</small>
                    <small className="reason">{meaning}</small>
                  </td>
                  <td className="number">
                    {count(rows)} <small className="soft">{share(rows, source.rows_refined)}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
    </div>
  );
}
