/** A sum by two groupings, one down and one across, where a row for each pair would be long and mostly empty. */
import type { AggregateRow } from '@lintel/client';
import { type Grouping, groupings } from '@lintel/contract/aggregate';
import { type Column, DataTable } from '../design/data-table';
import { GroupCell } from './group-cell';
import { inBands } from './series';
import {
  chartedFigure,
  type Figure,
  figureIn,
  groupName,
  groupsOf,
  isCountedTwice,
  type Summary,
} from './summary';

/** More columns are too wide to read: the smallest are one. */
const maxAcross = 8;
const allOthers = 'All others';

export interface Cross {
  readonly down: Grouping;
  readonly across: Grouping;
  readonly figure: Figure;
  /** Names of the columns, the largest first. */
  readonly names: readonly string[];
  readonly lines: readonly CrossLine[];
}

interface CrossLine {
  /** One of its rows, which names the line. */
  readonly first: AggregateRow;
  /** By the name of the column; null where nothing is known. */
  readonly values: ReadonlyMap<string, number | null>;
}

/** What the chart shows; null where the rows are better read one by one: figures that do not add up, or cut off. */
export function crossOf(summary: Summary, rows: readonly AggregateRow[]): Cross | null {
  const [down, across] = groupsOf(summary);
  const figure = chartedFigure(summary);
  if (down === undefined || across === undefined || !figure.isAdded) return null;
  if (rows.some(({ others, official }) => others || official)) return null;
  const totals = new Map<string, number>();
  for (const row of rows) {
    const name = groupName(row, across);
    totals.set(name, (totals.get(name) ?? 0) + (figureIn(row, figure) ?? 0));
  }
  if (totals.size < 2 || (totals.size > maxAcross && isCountedTwice(across))) return null;
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const shown = names.length > maxAcross ? [...names.slice(0, maxAcross - 1), allOthers] : names;
  const lines = new Map<string, { first: AggregateRow; values: Map<string, number | null> }>();
  for (const row of down === 'job_value_band' ? inBands(rows) : rows) {
    const line = lines.get(groupName(row, down)) ?? { first: row, values: new Map() };
    lines.set(groupName(row, down), line);
    const name = groupName(row, across);
    const column = shown.includes(name) ? name : allOthers;
    line.values.set(column, sumOf([line.values.get(column) ?? null, figureIn(row, figure)]));
  }
  return { down, across, figure, names: shown, lines: [...lines.values()] };
}

export function CrossTable({ cross: { down, across, figure, names, lines } }: { readonly cross: Cross }) {
  const number = (head: string, of: (line: CrossLine) => number | null | undefined): Column<CrossLine> => ({
    head,
    is: 'number',
    cell: (line) => {
      const value = of(line);
      if (value === null) return <span className="soft">not known</span>;
      return value ? figure.show(value) : <span className="soft">0</span>;
    },
  });
  return (
    <DataTable
      label={`${figure.name} by ${groupings[down].toLowerCase()} and ${groupings[across].toLowerCase()}`}
      rows={lines}
      columns={[
        {
          head: groupings[down],
          is: 'name',
          cell: ({ first }) => <GroupCell row={first} group={down} />,
        },
        ...names.map((name) => number(name, ({ values }) => values.get(name))),
        ...(isCountedTwice(across) ? [] : [number('All', ({ values }) => sumOf([...values.values()]))]),
      ]}
    />
  );
}

/** Null where nothing is known of any. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
