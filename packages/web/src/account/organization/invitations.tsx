/** Inviting somebody to an organization, and the invitations that are open. */
import type { Invitation } from '@lintel/contract/account';
import { useState } from 'react';
import { ask } from '../../api/account';
import { acts, DataTable } from '../../design/data-table';
import { Part } from '../../design/record-parts';
import { date, sentence } from '../../words/format';
import { Done, EmailField, Form, SelectField } from '../form';

interface InvitationsProps {
  readonly organizationId: string;
  /** Of every state. */
  readonly invitations: readonly Invitation[];
  onChange(): void;
  /** Shows what an act has changed, or why it did not work. */
  after(act: Promise<unknown>): void;
}

export function Invitations({ organizationId, invitations, onChange, after }: InvitationsProps) {
  const [done, setDone] = useState<string | null>(null);
  const open = invitations.filter(
    ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > Date.now(),
  );
  return (
    <Part title="Invite somebody">
      <Form
        button="Send the invitation"
        action={({ email = '', role = 'member' }) => {
          setDone(null);
          return ask('POST /auth/organization/invite-member', {
            body: { organizationId, email, role: role === 'admin' ? 'admin' : 'member' },
          });
        }}
        onDone={({ email }, form) => {
          form.reset();
          setDone(`Sent to ${email}.`);
          onChange();
        }}
      >
        <EmailField autoComplete="off" />
        <SelectField label="Role" name="role" defaultValue="member">
          <option value="member">Member</option>
          <option value="admin">Admin</option>
        </SelectField>
      </Form>
      <Done text={done} />
      {open.length === 0 ? null : (
        <DataTable
          label="Invitations"
          isCards
          rows={open}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Invited', is: 'name', cell: ({ email }) => email },
            { head: 'Role', cell: ({ role }) => sentence(role) },
            { head: 'Until', cell: ({ expiresAt }) => date(expiresAt) },
            {
              ...acts,
              cell: ({ id, email }) => (
                <button
                  type="button"
                  className="button small"
                  aria-label={`Take back the invitation of ${email}`}
                  onClick={() =>
                    after(ask('POST /auth/organization/cancel-invitation', { body: { invitationId: id } }))
                  }
                >
                  Take back
                </button>
              ),
            },
          ]}
        />
      )}
    </Part>
  );
}
