/** What an account has of one kind (links, apps, watches), each row with a button that ends it. */
import type { UseMutationResult } from '@tanstack/react-query';
import { acts, type Column, DataTable } from '../design/data-table';

interface Ended {
  readonly id: string;
  readonly name: string | null;
}

export function EndingTable<Row extends Ended>({
  label,
  rows,
  columns,
  verb,
  mayEnd,
  ending,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** What the button says. */
  readonly verb: string;
  /** Whether the buttons are there. */
  readonly mayEnd: boolean;
  /** Ends the row of an id. */
  readonly ending: UseMutationResult<unknown, Error, string>;
}) {
  const end: Column<Row> = {
    ...acts,
    cell: ({ id, name }) => (
      <button
        type="button"
        className="button small danger"
        aria-label={`${verb} ${name ?? id}`}
        disabled={ending.isPending}
        onClick={() => ending.mutate(id)}
      >
        {verb}
      </button>
    ),
  };
  return (
    <>
      <DataTable
        label={label}
        isCards
        rows={rows}
        keyOf={({ id }) => id}
        columns={mayEnd ? [...columns, end] : columns}
      />
      {ending.error ? (
        <p className="problem" role="alert">
          {ending.error.message}
        </p>
      ) : null}
    </>
  );
}
