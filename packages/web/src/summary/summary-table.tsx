/** The rows of a summary: each group, its figure, and how many permits the figure rests on. */
import type { AggregateRow } from '@lintel/client';
import { type Grouping, groupings, measuredFields } from '@lintel/contract/aggregate';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../design/data-table';
import { Icon } from '../design/icons';
import { Part } from '../design/record-parts';
import { csv } from '../words/csv';
import { count } from '../words/format';
import { saveFile } from '../words/save-file';
import { figureIn, figureOf, groupName, groupsOf } from './summary';
import type { Groups, SummaryProps } from './summary-page';

interface SummaryTableProps extends Pick<SummaryProps, 'summary' | 'place'> {
  readonly answer: Groups;
}

export function SummaryTable({ summary, place, answer: { rows } }: SummaryTableProps) {
  const groups = groupsOf(summary);
  const figure = figureOf(summary.measure);
  const { field } = figure;
  const stated =
    field === null ? null : field === 'contractors' ? 'a contractor' : measuredFields[field].title;
  const numbers: readonly {
    head: string;
    of(row: AggregateRow): number | null;
    show(value: number): string;
  }[] = [
    ...(field === null
      ? []
      : [{ head: figure.name, of: (row: AggregateRow) => figureIn(row, figure.id), show: figure.show }]),
    { head: 'Permits', of: ({ count: n }) => n, show: count },
    ...(field === null
      ? []
      : [
          { head: `that state ${stated}`, of: (row: AggregateRow) => row[`${field}_n`] ?? null, show: count },
          { head: 'that do not', of: (row: AggregateRow) => row[`${field}_without`] ?? null, show: count },
        ]),
  ];
  const columns: readonly Column<AggregateRow>[] = [
    ...groups.map(
      (id, at): Column<AggregateRow> => ({
        head: groupings[id],
        ...(at === 0 ? { is: 'name' as const } : {}),
        cell: (row) => <GroupCell row={row} group={id} />,
      }),
    ),
    ...numbers.map(
      ({ head, of, show }): Column<AggregateRow> => ({
        head,
        is: 'number',
        cell: (row) => {
          const value = of(row);
          return value === null ? <span className="soft">not known</span> : show(value);
        },
      }),
    ),
  ];
  const save = () => {
    const head = [...groups.map((id) => groupings[id]), ...numbers.map((each) => each.head), 'Whole period'];
    const lines = rows.map((row) => [
      ...groups.map((id) => groupName(row, id)),
      ...numbers.map(({ of, head: name }) => inDollars(of(row), name === figure.name && figure.unit)),
      row.partial ? 'no' : 'yes',
    ]);
    const unit =
      figure.unit === 'US dollars'
        ? head.map((name) => (name === figure.name ? `${name}, US dollars` : name))
        : head;
    const name = ['permits', ...groups, place?.name ?? 'all']
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-');
    saveFile(new Blob([csv([unit, ...lines])], { type: 'text/csv' }), `${name}.csv`);
  };
  return (
    <Part
      title="Table"
      aside={
        <button type="button" className="button small" onClick={save}>
          <Icon name="download" />
          Save as CSV
        </button>
      }
    >
      <DataTable label="Permits by group" rows={rows} columns={columns} />
    </Part>
  );
}

function inDollars(value: number | null, unit: string | false): number | null {
  return value === null || unit !== 'US dollars' ? value : value / 100;
}

/** A group by its name, which leads to its page where it has one. */
function GroupCell({ row, group }: { readonly row: AggregateRow; readonly group: Grouping }): ReactNode {
  const name = groupName(row, group);
  if (group === 'contractor' && row.contractor) {
    return (
      <Link to="/contractors/$id" params={{ id: row.contractor }}>
        {name}
      </Link>
    );
  }
  if (row.partial && (group === 'year' || group === 'quarter' || group === 'month' || group === 'week')) {
    return (
      <>
        {name} <small className="soft">not whole</small>
      </>
    );
  }
  return name;
}
