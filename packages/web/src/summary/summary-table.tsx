/** The rows of a summary: each group, its figures, and how many permits they rest on. */
import type { AggregateRow } from '@lintel/client';
import { groupings, measuredFields } from '@lintel/contract/aggregate';
import { type Column, DataTable } from '../design/data-table';
import { Icon } from '../design/icons';
import { Part } from '../design/record-parts';
import { csv } from '../words/csv';
import { count } from '../words/format';
import { saveFile } from '../words/save-file';
import { CrossTable, crossOf } from './cross-table';
import { GroupCell } from './group-cell';
import { type Figure, figureIn, figureOf, groupName, groupsOf, measuresOf } from './summary';
import type { Groups, SummaryProps } from './summary-page';

interface SummaryTableProps extends Pick<SummaryProps, 'summary' | 'place'> {
  readonly answer: Groups;
}

export function SummaryTable({ summary, place, answer }: SummaryTableProps) {
  const groups = groupsOf(summary);
  // With two groupings most pairs may have no permits.
  const rows = groups.length === 2 ? answer.rows.filter((row) => row.count !== 0) : answer.rows;
  const cross = crossOf(summary, answer.rows);
  const numbers = numbersOf(measuresOf(summary).map(figureOf), rows);
  const columns: readonly Column<AggregateRow>[] = [
    ...(groups.length === 0 ? [{ head: 'Group', is: 'name' as const, cell: () => 'All permits' }] : []),
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
    const head = [
      ...groups.map((id) => groupings[id]),
      ...numbers.map((each) => (each.isMoney ? `${each.head}, US dollars` : each.head)),
      'Whole period',
    ];
    const lines = rows.map((row) => [
      ...groups.map((id) => groupName(row, id)),
      ...numbers.map(({ of, isMoney }) => inDollars(of(row), isMoney)),
      row.partial ? 'no' : 'yes',
    ]);
    const name = ['permits', ...groups, place?.name ?? 'all']
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-');
    saveFile(new Blob([csv([head, ...lines])], { type: 'text/csv' }), `${name}.csv`);
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
      {cross === null ? (
        <DataTable label="Permits by group" rows={rows} columns={columns} isNarrow={columns.length <= 3} />
      ) : (
        <CrossTable cross={cross} />
      )}
    </Part>
  );
}

/** A column of figures. */
interface Numbers {
  readonly head: string;
  readonly isMoney?: boolean;
  of(row: AggregateRow): number | null;
  show(value: number): string;
}

/** Beside the permits, never among them. */
const officialHomes: Numbers = {
  head: 'Homes authorized, Census Bureau',
  of: ({ official }) => official?.units ?? null,
  show: count,
};

/** The figures, then the permits, and of each field that is measured how many of them state it. */
function numbersOf(figures: readonly Figure[], rows: readonly AggregateRow[]): readonly Numbers[] {
  const fields = [...new Set(figures.flatMap(({ field }) => field ?? []))];
  return [
    ...figures
      .filter(({ id }) => id !== 'count')
      .map((figure) => ({
        head: figure.name,
        isMoney: figure.unit === 'US dollars',
        of: (row: AggregateRow) => figureIn(row, figure),
        show: figure.show,
      })),
    { head: 'Permits', of: (row) => row.count, show: count },
    ...fields.flatMap((field): Numbers[] => {
      const stated = field === 'contractors' ? 'a contractor' : measuredFields[field].title;
      return [
        { head: `With ${stated}`, of: (row) => row[`${field}_n`] ?? null, show: count },
        { head: `Without ${stated}`, of: (row) => row[`${field}_without`] ?? null, show: count },
      ];
    }),
    ...(rows.some(({ official }) => official) ? [officialHomes] : []),
  ];
}

function inDollars(value: number | null, isMoney = false): number | null {
  return value === null || !isMoney ? value : value / 100;
}
