/** The invitations that wait for who is signed in: who signed up because of one finds it without the mail. */
import { Link } from '@tanstack/react-router';
import { Notice } from '../../shell/notice';
import { useAsk } from '../asked';

export function WaitingInvitations() {
  const { data = [] } = useAsk('GET /auth/organization/list-user-invitations', {});
  return data
    .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
    .map(({ id, organizationName }) => (
      <Notice
        key={id}
        title={`You are invited to ${organizationName}`}
        actions={
          <Link className="button" to="/invitation" hash={id}>
            See the invitation
          </Link>
        }
      />
    ));
}
