/** Organizations: in whose name one acts, and the members, roles and invitations of the one in use. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { date, sentence } from '../words/format';
import { ask, mayManage, type Role, renewSession } from './api';
import { Asked, useAsk } from './asked';
import { Sheet } from './dialog';
import { Field, Form } from './form';
import { useSession } from './session';
import { Door } from './sign-in';

interface Organization {
  readonly id: string;
  readonly name: string;
}

interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly user: { readonly name: string; readonly email: string };
}

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

interface FullOrganization extends Organization {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
}

const fullPath = '/auth/organization/get-full-organization';

export function OrganizationPage() {
  const { organization } = useSession();
  return (
    <Page
      title="Organization"
      lede={
        <p className="lede">
          The members of an organization share its keys, its credits and its plan, apart from their own.
        </p>
      }
    >
      <ActingAs />
      {organization === null ? null : <Members key={organization.id} id={organization.id} />}
      <Create />
    </Page>
  );
}

function ActingAs() {
  const { user, organization } = useSession();
  const asked = useAsk<readonly Organization[]>('/auth/organization/list');
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (organizationId: string | null) => {
    setProblem(null);
    ask('POST', '/auth/organization/set-active', { organizationId })
      .then(renewSession)
      .catch((error: Error) => setProblem(error.message));
  };
  return (
    <Asked of={asked}>
      {(organizations) =>
        organizations.length === 0 ? null : (
          <fieldset className="field plain">
            <legend className="label">You act for</legend>
            <label className="choice">
              <input
                type="radio"
                name="acting"
                checked={organization === null}
                onChange={() => choose(null)}
              />
              yourself ({user.email})
            </label>
            {organizations.map(({ id, name }) => (
              <label className="choice" key={id}>
                <input
                  type="radio"
                  name="acting"
                  checked={organization?.id === id}
                  onChange={() => choose(id)}
                />
                {name}
              </label>
            ))}
            <span className="note">Keys, usage, the playground and the explorer follow this choice.</span>
            <p className="problem" role="alert">
              {problem}
            </p>
          </fieldset>
        )
      }
    </Asked>
  );
}

function Create() {
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

function Members({ id }: { readonly id: string }) {
  const session = useSession();
  const cache = useQueryClient();
  const path = `${fullPath}?organizationId=${encodeURIComponent(id)}`;
  const asked = useAsk<FullOrganization>(path);
  const [problem, setProblem] = useState<string | null>(null);
  const isManager = mayManage(session);
  const isOwner = session.organization?.role === 'owner';
  const again = () => cache.invalidateQueries({ queryKey: [path] });
  const act = (endpoint: string, body: object) => {
    setProblem(null);
    ask('POST', `/auth/organization/${endpoint}`, body).then(again, (error: Error) =>
      setProblem(error.message),
    );
  };
  const leave = () => {
    setProblem(null);
    ask('POST', '/auth/organization/leave', { organizationId: id })
      .then(renewSession)
      .catch((error: Error) => setProblem(error.message));
  };
  return (
    <Asked of={asked}>
      {({ name, members, invitations }) => {
        const open = invitations.filter(
          ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > Date.now(),
        );
        return (
          <>
            <Part title={`Members of ${name}`}>
              <table className="plain-table cards">
                <thead>
                  <tr>
                    <th scope="col">Person</th>
                    <th scope="col">Role</th>
                    <th scope="col">
                      <span className="visually-hidden">Change</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {members.map((member) => {
                    const isSelf = member.userId === session.user.id;
                    const mayChange = isManager && !isSelf && (isOwner || member.role !== 'owner');
                    const who = member.user.name || member.user.email;
                    return (
                      <tr key={member.id}>
                        <th scope="row">
                          {who}
                          {who === member.user.email ? null : (
                            <>
                              <br />
                              <span className="soft">{member.user.email}</span>
                            </>
                          )}
                        </th>
                        <td data-label="Role">
                          {mayChange ? (
                            <select
                              className="input small"
                              aria-label={`Role of ${who}`}
                              value={member.role}
                              onChange={({ target }) =>
                                act('update-member-role', {
                                  organizationId: id,
                                  memberId: member.id,
                                  role: target.value,
                                })
                              }
                            >
                              {isOwner ? <option value="owner">Owner</option> : null}
                              <option value="admin">Admin</option>
                              <option value="member">Member</option>
                            </select>
                          ) : (
                            sentence(member.role)
                          )}
                        </td>
                        <td className="row-actions">
                          {isSelf ? (
                            <button type="button" className="button small" onClick={leave}>
                              Leave
                            </button>
                          ) : mayChange ? (
                            <button
                              type="button"
                              className="button small danger"
                              aria-label={`Remove ${who}`}
                              onClick={() =>
                                act('remove-member', { organizationId: id, memberIdOrEmail: member.id })
                              }
                            >
                              Remove
                            </button>
                          ) : null}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
              <p className="soft">
                Members use the credits and see the keys. Admins also make keys and invite people. Owners do
                everything.
              </p>
              <p className="problem" role="alert">
                {problem}
              </p>
            </Part>
            {isManager ? (
              <Part title="Invite somebody">
                <Form
                  button="Send the invitation"
                  action={({ email = '', role = 'member' }) =>
                    ask('POST', '/auth/organization/invite-member', { organizationId: id, email, role })
                  }
                  onDone={(_result, form) => {
                    form.reset();
                    void again();
                  }}
                >
                  <Field label="E-mail" name="email" type="email" autoComplete="off" required />
                  <label className="field">
                    <span className="label">Role</span>
                    <select className="input" name="role" defaultValue="member">
                      <option value="member">Member</option>
                      <option value="admin">Admin</option>
                    </select>
                  </label>
                </Form>
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
                      {open.map((invitation) => (
                        <tr key={invitation.id}>
                          <th scope="row">{invitation.email}</th>
                          <td data-label="Role">{sentence(invitation.role)}</td>
                          <td data-label="Until">{date(invitation.expiresAt)}</td>
                          <td className="row-actions">
                            <button
                              type="button"
                              className="button small"
                              aria-label={`Take back the invitation of ${invitation.email}`}
                              onClick={() => act('cancel-invitation', { invitationId: invitation.id })}
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
            ) : null}
          </>
        );
      }}
    </Asked>
  );
}

interface OpenInvitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly inviterEmail: string;
  readonly role: Role;
}

/** The page of the mailed link; the invitation's id is behind `#`. */
export function InvitationPage() {
  const [id] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  const { user } = useSession();
  const { data, error } = useQuery({
    queryKey: ['invitation', id],
    queryFn: ({ signal }) =>
      ask<OpenInvitation>(
        'GET',
        `/auth/organization/get-invitation?id=${encodeURIComponent(id)}`,
        undefined,
        signal,
      ),
  });
  if (error) {
    return (
      <Door title="No such invitation">
        <p className="lede">
          It may be used, taken back or over, or sent to another address than {user.email}.
        </p>
      </Door>
    );
  }
  if (data === undefined) return <div className="waiting page-block" role="status" aria-label="Loading" />;
  return (
    <Door title="An invitation">
      <p className="lede">
        {data.inviterEmail} invites you to <strong>{data.organizationName}</strong> as {data.role}.
      </p>
      <Form
        button="Join"
        action={async () => {
          await ask('POST', '/auth/organization/accept-invitation', { invitationId: id });
          await ask('POST', '/auth/organization/set-active', { organizationId: data.organizationId });
        }}
        onDone={async () => {
          await navigate({ to: '/organization', hash: '', replace: true });
          await renewSession();
        }}
        aside={
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              ask('POST', '/auth/organization/reject-invitation', { invitationId: id }).then(
                () => navigate({ to: '/', hash: '', replace: true }),
                () => navigate({ to: '/', hash: '', replace: true }),
              );
            }}
          >
            Decline
          </button>
        }
      />
    </Door>
  );
}
