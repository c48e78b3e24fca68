/** A new organization. */
import { useState } from 'react';
import { ask, renewSession } from '../api';
import { Sheet } from '../dialog';
import { Field, Form } from '../form';
import type { Organization } from './organization';

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
            action={({ name = '' }) =>
              ask<Organization>('POST', '/auth/organization/create', {
                name,
                // A name that nobody sees, but which must be unique.
                slug: crypto.randomUUID(),
              })
            }
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
