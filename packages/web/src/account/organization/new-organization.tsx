/** A new organization. */
import { useState } from 'react';
import { ask, renewSession } from '../../api/account';
import { Sheet } from '../dialog';
import { Field, Form } from '../form';

export function NewOrganization() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="actions">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        New organization
      </button>
      {isOpen ? (
        <Sheet title="New organization" onClose={() => setOpen(false)}>
          <Form
            button="Create"
            action={({ name = '' }) => ask('POST /auth/organization/create', { body: { name } })}
            onDone={async () => {
              setOpen(false);
              await renewSession();
            }}
          >
            <Field label="Name" name="name" maxLength={100} autoComplete="organization" required autoFocus />
          </Form>
        </Sheet>
      ) : null}
    </div>
  );
}
