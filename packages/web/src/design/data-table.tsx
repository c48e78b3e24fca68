/**
 * A table of rows that is described by its columns. On a phone it scrolls by itself, by keyboard too, or each row is a
 * card. A row may open to show more of what it is about.
 */
import { type ReactNode, useState } from 'react';
import { unknown } from '../words/format';
import { Icon } from './icons';

export interface Column<Row> {
  readonly head: ReactNode;
  /** What a card calls its value; default: the head, if that is a text. */
  readonly label?: string;
  cell(row: Row): ReactNode;
  /** `name`: the heading of its row. `number`: to the right. `line`: never broken. `acts`: buttons, at the right. */
  readonly is?: 'name' | 'number' | 'line' | 'acts';
  /** Left out on a phone, where rows are not cards. */
  readonly optional?: boolean;
}

/** What a row opens to, by a button in its first cell. */
interface More<Row> {
  /** Names the row, for the button. */
  about(row: Row): string;
  cell(row: Row): ReactNode;
}

export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  more,
  isCards = false,
  isNarrow = false,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The row's own name, where its cells keep a state; default: its place. */
  keyOf?(row: Row): string;
  /** What a row opens to. */
  readonly more?: More<Row>;
  /** Whether each row is a card on a phone: for rows that are read one by one, not compared. */
  readonly isCards?: boolean;
  /** Whether it is no wider than is easy to read across: of few columns. */
  readonly isNarrow?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll-x" aria-label={label} tabIndex={0}>
      <table className={`plain-table${isCards ? ' cards' : ''}${isNarrow ? ' narrow' : ''}`}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th scope="col" key={at} {...classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <TableRow key={keyOf?.(row) ?? number} row={row} columns={columns} more={more} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TableRow<Row>({
  row,
  columns,
  more,
}: {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly more: More<Row> | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const opener =
    more === undefined ? null : (
      <button
        type="button"
        className="row-opener"
        aria-expanded={isOpen}
        aria-label={`More about ${more.about(row)}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="down" />
      </button>
    );
  return (
    <>
      <tr className={isOpen ? 'opened' : undefined}>
        {columns.map((column, at) => (
          <Cell
            key={at}
            column={column}
            value={
              at > 0 || opener === null ? (
                column.cell(row)
              ) : (
                <>
                  {opener}&nbsp;{column.cell(row)}
                </>
              )
            }
          />
        ))}
      </tr>
      {isOpen && more !== undefined ? (
        <tr className="row-more">
          <td colSpan={columns.length}>{more.cell(row)}</td>
        </tr>
      ) : null}
    </>
  );
}

function Cell<Row>({ column, value }: { readonly column: Column<Row>; readonly value: ReactNode }) {
  if (column.is === 'name') {
    return (
      <th scope="row" {...classOf(column)}>
        {value}
      </th>
    );
  }
  return (
    <td
      {...classOf(column)}
      data-label={column.label ?? (typeof column.head === 'string' ? column.head : undefined)}
      data-unknown={value === unknown ? '' : undefined}
    >
      {value}
    </td>
  );
}

function classOf({ is, optional }: Pick<Column<unknown>, 'is' | 'optional'>): { className?: string } {
  const names = [
    is === 'number' ? 'number' : null,
    is === 'line' ? 'nowrap' : null,
    is === 'acts' ? 'row-actions' : null,
    optional === true ? 'optional' : null,
  ];
  const className = names.filter((name) => name !== null).join(' ');
  return className === '' ? {} : { className };
}

/** Of the column of what can be done with a row. */
export const acts = { head: <span className="visually-hidden">Change</span>, is: 'acts' } as const;

/** The two lines of many first cells: what it is, and its id or more about it. */
export function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <>
      {first}
      <br />
      <span className="soft">{second}</span>
    </>
  );
}
