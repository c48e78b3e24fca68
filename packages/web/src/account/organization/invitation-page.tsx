/** The page of the link in an invitation. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, renewSession } from '../../api/account';
import { Door } from '../entrance/door';
import { Form } from '../form';
import { useSession } from '../session';

/** The page of the mailed link; the invitation's id is behind `#`. */
export function InvitationPage() {
  const [id] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  const { user } = useSession();
  const { data, error } = useQuery({
    queryKey: ['invitation', id],
    queryFn: ({ signal }) => ask('GET /auth/organization/get-invitation', { query: { id } }, signal),
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
          await ask('POST /auth/organization/accept-invitation', { body: { invitationId: id } });
          await ask('POST /auth/organization/set-active', {
            body: { organizationId: data.organizationId },
          });
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
              ask('POST /auth/organization/reject-invitation', { body: { invitationId: id } }).then(
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
