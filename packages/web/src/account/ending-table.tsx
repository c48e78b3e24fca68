/** What an account has of one kind (links, apps, watches), each row with a button that ends it, once it is confirmed. */
import { useState } from 'react';
import { acts, type Column, DataTable } from '../design/data-table';
import { Sheet } from './dialog';
import { Cancel, Form } from './form';

interface Ended {
  readonly id: string;
  readonly name: string | null;
}

export function EndingTable<Row extends Ended>({
  label,
  rows,
  columns,
  verb,
  consequence,
  mayEnd,
  end,
  onEnded,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** What the button says. */
  readonly verb: string;
  /** What follows, for the one who is asked to confirm it. */
  readonly consequence: string;
  /** Whether the buttons are there. */
  readonly mayEnd: boolean;
  /** Ends the row of an id. */
  end(id: string): Promise<unknown>;
  onEnded(): void;
}) {
  const [chosen, setChosen] = useState<Ended | null>(null);
  const close = () => setChosen(null);
  const ending: Column<Row> = {
    ...acts,
    cell: ({ id, name }) => (
      <button
        type="button"
        className="button small danger"
        aria-label={`${verb} ${name ?? id}`}
        onClick={() => setChosen({ id, name })}
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
        columns={mayEnd ? [...columns, ending] : columns}
      />
      {chosen === null ? null : (
        <Sheet title={`${verb} ${chosen.name ?? chosen.id}?`} onClose={close}>
          <p>{consequence}</p>
          <Form
            button={verb}
            isDangerous
            action={() => end(chosen.id)}
            onDone={() => {
              close();
              onEnded();
            }}
            aside={<Cancel onClose={close}>Keep it</Cancel>}
          />
        </Sheet>
      )}
    </>
  );
}
