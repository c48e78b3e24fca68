/** The sources: what became of their rows, which fields they state, their defects, and why rows were refused. */

import type { ReleaseInfo, ReleaseQuality, SourceQuality } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { qualityQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Bar } from '../design/bar';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { count, counted, date, sentence, words } from '../words/format';

export function SourcesPart({ release }: { readonly release: ReleaseInfo }) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(qualityQuery(lintel));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting page-block" />;
  return (
    <Part title="Sources">
      <p className="soft">
        Every row that was read is a record, is merged into another one, or is in quarantine with its reason.
        Choose a source to see its fields, its defects and its quarantine.
      </p>
      <div className="scroll-x">
        <SourcesTable quality={data} release={release} />
      </div>
      <p className="soft">
        Boundaries of states and counties: U.S. Census Bureau. Place names and ZIP codes: GeoNames (CC BY
        4.0).
      </p>
    </Part>
  );
}

/** The columns with their classes. */
const heads = [
  ['Source', undefined],
  ['License', 'optional'],
  ['As of', 'nowrap optional'],
  ['Newest record', 'nowrap'],
  ['Rows read', 'number optional'],
  ['Records', 'number'],
  ['Merged', 'number optional'],
  ['Quarantine', 'number'],
  ['With a defect', 'number'],
] as const;

interface SourcesTableProps {
  readonly quality: ReleaseQuality;
  readonly release: ReleaseInfo;
}

function SourcesTable({ quality, release }: SourcesTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  const about = new Map(release.sources.map((source) => [source.id, source]));
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {heads.map(([name, className]) => (
            <th scope="col" key={name} className={className}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {quality.sources.toSorted(byName).map((source) => (
          <SourceRows
            key={source.id}
            source={source}
            about={about.get(source.id)}
            releasedAt={release.released_at}
            isOpen={source.id === open}
            onToggle={() => setOpen(source.id === open ? null : source.id)}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="optional" />
          <td className="optional" />
          <td />
          <td className="number optional">{count(quality.rows_read)}</td>
          <td className="number">{count(quality.records)}</td>
          <td className="number optional">{count(quality.rows_merged)}</td>
          <td className="number">{count(quality.rows_quarantined)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

type About = ReleaseInfo['sources'][number];

/** `Silent for 9 days (daily)`, that the source is an archive, or that its portal refuses. */
function silent({ state, newest_record: newest, updates }: About, releasedAt: string): string {
  if (state === 'blocked') return 'Its portal blocks programs';
  if (state === 'login_only') return 'Its portal wants a sign-in';
  if (state === 'archive' || newest == null) return 'Archive';
  const days = Math.round((Date.parse(releasedAt) - Date.parse(newest)) / 86_400_000);
  return `Silent for ${counted(days, 'day')}${updates == null ? '' : ` (${updates})`}`;
}

interface SourceRowsProps {
  readonly source: SourceQuality;
  readonly about: About | undefined;
  readonly releasedAt: string;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** The row of a source and, when it is open, one with its details. */
function SourceRows({ source, about, releasedAt, isOpen, onToggle }: SourceRowsProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className="link" aria-expanded={isOpen} onClick={onToggle}>
            {source.name}
          </button>
        </th>
        <td className="optional">{about?.license}</td>
        <td className="nowrap optional">{date(about?.as_of)}</td>
        <td className="nowrap">
          {date(about?.newest_record)}
          {about?.state != null && about.state !== 'active' ? (
            <small className="change">{silent(about, releasedAt)}</small>
          ) : null}
        </td>
        <td className="number optional">{count(source.rows_read)}</td>
        <td className="number">{count(source.records)}</td>
        <td className="number optional">{count(source.rows_merged)}</td>
        <td className="number">{count(source.rows_quarantined)}</td>
        <td className="number">{share(source.rows_defective, source.rows_refined)}</td>
      </tr>
      {isOpen ? (
        <tr className="details-row">
          <td colSpan={heads.length}>
            {about?.attribution ? <p className="soft">{about.attribution}</p> : null}
            <SourceDetails source={source} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** By what comes after the comma, then by the authority: permits together, licenses together. */
function byName(one: SourceQuality, other: SourceQuality): number {
  const kind = ({ name }: SourceQuality) => name.split(', ').at(-1) ?? '';
  return kind(one).localeCompare(kind(other)) || one.name.localeCompare(other.name);
}

function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? 'under 1%' : `${Math.round(percent)}%`;
}

function SourceDetails({ source }: { readonly source: SourceQuality }) {
  return (
    <div className="two">
      {source.fill.length > 0 ? (
        <Part title="Fields">
          <DataTable
            label="Fields"
            rows={source.fill}
            columns={[
              {
                head: 'Field',
                is: 'name',
                cell: ({ field, is_stated }) => (
                  <>
                    {sentence(field)}
                    {is_stated ? null : <small className="soft"> not stated by the source</small>}
                  </>
                ),
              },
              {
                head: <span className="visually-hidden">Share</span>,
                cell: ({ share: part }) => (
                  <span className="bar-cell" aria-hidden="true">
                    <Bar share={part} />
                  </span>
                ),
              },
              { head: 'Permits with it', is: 'number', cell: ({ share: part }) => share(part, 1) },
            ]}
          />
        </Part>
      ) : null}
      <Part title="Defects">
        {source.defects.length === 0 ? (
          <p className="soft">None was found.</p>
        ) : (
          <DataTable
            label="Defects"
            rows={source.defects}
            columns={[
              {
                head: 'Defect',
                is: 'name',
                cell: ({ name, field, meaning }) => (
                  <>
                    {sentence(name)} <small className="soft">in {words(field)}</small>
                    <small className="reason">{meaning}</small>
                  </>
                ),
              },
              {
                head: 'Rows',
                is: 'number',
                cell: ({ rows }) => (
                  <>
                    {count(rows)} <small className="soft">{share(rows, source.rows_refined)}</small>
                  </>
                ),
              },
            ]}
          />
        )}
      </Part>
      {source.rows_quarantined > 0 ? <Quarantine source={source} /> : null}
    </div>
  );
}

/** Rows of the source that are no record, by reason. They are kept. */
function Quarantine({ source: { refusals, rows_quarantined: all } }: { readonly source: SourceQuality }) {
  const unreadable = refusals.reduce((rest, { rows }) => rest - rows, all);
  const reasons = [...refusals, { reason: 'other, such as rows that could not be read', rows: unreadable }];
  return (
    <Part title="Quarantine">
      <DataTable
        label="Quarantine"
        rows={reasons.filter(({ rows }) => rows > 0)}
        columns={[
          { head: 'Reason', is: 'name', cell: ({ reason }) => sentence(reason) },
          { head: 'Rows', is: 'number', cell: ({ rows }) => count(rows) },
        ]}
      />
    </Part>
  );
}
