/** Inviting somebody to an organization, and the invitations that are open. */
import { useState } from 'react';
import { Part } from '../../design/record-parts';
import { date, sentence } from '../../words/format';
import { ask } from '../api';
import { Done, EmailField, Form, SelectField } from '../form';
import type { Invitation } from './organization';

interface InvitationsProps {
  readonly organizationId: string;
  /** Of every state. */
  readonly invitations: readonly Invitation[];
  onChange(): void;
  act(endpoint: string, body: object): void;
}

export function Invitations({ organizationId, invitations, onChange, act }: InvitationsProps) {
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
          return ask<Invitation>('POST', '/auth/organization/invite-member', { organizationId, email, role });
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
        <table className="plain-table cards">
          <thead>
            <tr>
              <th scope="col">Invited</th>
              <th scope="col">Role</th>
              <th scope="col">Until</th>
              <th scope="col">
                <span className="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {open.map(({ id, email, role, expiresAt }) => (
              <tr key={id}>
                <th scope="row">{email}</th>
                <td data-label="Role">{sentence(role)}</td>
                <td data-label="Until">{date(expiresAt)}</td>
                <td className="row-actions">
                  <button
                    type="button"
                    className="button small"
                    aria-label={`Take back the invitation of ${email}`}
                    onClick={() => act('cancel-invitation', { invitationId: id })}
                  >
                    Take back
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}
