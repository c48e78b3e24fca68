/** Permits by two groupings, one down and one across, where a row for each pair would be long and mostly empty. */
import type { AggregateRow } from '@lintel/client';
import { type Grouping, groupings } from '@lintel/contract/aggregate';
import { type Column, DataTable } from '../design/data-table';
import { count } from '../words/format';
import { GroupCell } from './group-cell';
import { inBands } from './series';
import { groupName, groupsOf, measuresOf, type Summary } from './summary';

/** More columns are too wide to read. */
const maxAcross = 8;

export interface Cross {
  readonly down: Grouping;
  readonly across: Grouping;
  /** Names of the columns, the one with the most permits first. */
  readonly names: readonly string[];
  readonly lines: readonly CrossLine[];
}

interface CrossLine {
  /** One of its rows, which names the line. */
  readonly first: AggregateRow;
  /** By the name of the column; null where nothing is known. */
  readonly counts: ReadonlyMap<string, number | null>;
}

/** Null where the rows are better read one by one: of other measures, too many groups, or cut off. */
export function crossOf(summary: Summary, rows: readonly AggregateRow[]): Cross | null {
  const [down, across] = groupsOf(summary);
  const isCount = measuresOf(summary).every((id) => id === 'count');
  if (down === undefined || across === undefined || !isCount) return null;
  if (rows.some(({ others, official }) => others || official)) return null;
  const totals = new Map<string, number>();
  const lines = new Map<string, { first: AggregateRow; counts: Map<string, number | null> }>();
  for (const row of down === 'job_value_band' ? inBands(rows) : rows) {
    const name = groupName(row, across);
    totals.set(name, (totals.get(name) ?? 0) + (row.count ?? 0));
    const line = lines.get(groupName(row, down)) ?? { first: row, counts: new Map() };
    lines.set(groupName(row, down), line);
    line.counts.set(name, row.count ?? null);
  }
  if (totals.size > maxAcross || totals.size < 2) return null;
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name);
  return { down, across, names, lines: [...lines.values()] };
}

export function CrossTable({ cross: { down, across, names, lines } }: { readonly cross: Cross }) {
  // A permit has several tags: those do not add up.
  const isAdded = across !== 'tag' && across !== 'area';
  const number = (head: string, of: (line: CrossLine) => number | null | undefined): Column<CrossLine> => ({
    head,
    is: 'number',
    cell: (line) => {
      const value = of(line);
      if (value === null) return <span className="soft">not known</span>;
      return value ? count(value) : <span className="soft">0</span>;
    },
  });
  return (
    <DataTable
      label={`Permits by ${groupings[down].toLowerCase()} and ${groupings[across].toLowerCase()}`}
      rows={lines}
      columns={[
        {
          head: groupings[down],
          is: 'name',
          cell: ({ first }) => <GroupCell row={first} group={down} />,
        },
        ...names.map((name) => number(name, ({ counts }) => counts.get(name))),
        ...(isAdded ? [number('All', ({ counts }) => sumOf([...counts.values()]))] : []),
      ]}
    />
  );
}

/** Null where nothing is known of any. */
function sumOf(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
