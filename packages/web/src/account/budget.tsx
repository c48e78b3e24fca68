/** The credits of an app or a link, with a button that changes how many it may use. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/account';
import type { Column } from '../design/data-table';
import { count } from '../words/format';
import { Sheet } from './dialog';
import { BudgetField, budgetOf, Cancel, Form } from './form';

interface Budgeted {
  readonly id: string;
  readonly name: string | null;
  readonly credits: number;
  readonly budget: number | null;
}

type Of = 'apps' | 'links';

/** The column of their credits; the button is there for who may change it. */
export function creditsColumn<Row extends Budgeted>(of: Of, mayChange: boolean): Column<Row> {
  return { head: 'Credits', cell: (row) => <Credits row={row} of={of} mayChange={mayChange} /> };
}

function Credits({ row, of, mayChange }: { row: Budgeted; of: Of; mayChange: boolean }) {
  const { id, name, credits, budget } = row;
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const close = () => setOpen(false);
  return (
    <>
      <span className="budget">
        {budget === null ? count(credits) : `${count(credits)} used, limit ${count(budget)} a month`}
        {mayChange ? (
          <button
            type="button"
            className="button small quiet"
            aria-label={`Change the limit of ${name ?? id}`}
            onClick={() => setOpen(true)}
          >
            Change
          </button>
        ) : null}
      </span>
      {isOpen ? (
        <Sheet title={`Limit of ${name ?? id}`} onClose={close}>
          <Form
            button="Change it"
            action={({ budget: text = '' }) =>
              ask(`POST /${of}/{id}/budget`, { id, body: { budget: budgetOf(text) } })
            }
            onDone={() => {
              close();
              void cache.invalidateQueries({ queryKey: [`GET /${of}`] });
            }}
            aside={<Cancel onClose={close} />}
          >
            <BudgetField {...(budget === null ? {} : { credits: budget })} />
          </Form>
        </Sheet>
      ) : null}
    </>
  );
}
