/** Organizations: in whose name one acts, and the members, roles and invitations of the one in use. */
import { Page } from '../../shell/page';
import { useSession } from '../session';
import { ActingAs } from './acting-as';
import { Members } from './members';
import { NewOrganization } from './new-organization';
import { WaitingInvitations } from './waiting-invitations';

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
      <WaitingInvitations />
      <ActingAs />
      {organization === null ? null : <Members key={organization.id} id={organization.id} />}
      <NewOrganization />
    </Page>
  );
}
