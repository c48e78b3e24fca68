/** Organizations: people who share an account of the ledger, each with a role, and invitations to them. */
import { organization } from 'better-auth/plugins';
import type { AuthOptions } from './auth-options.js';
import { invitationMail } from './mails.js';
import { checkOrganizationName } from './names.js';
import { maxInvitations, maxMembers, maxOrganizations } from './organization-limits.js';

const invitationSeconds = 7 * 86_400;

export function organizations({ origin, sendMail }: AuthOptions) {
  return organization({
    // What one request alone meets; organization-limits.ts holds when there are several at once.
    organizationLimit: maxOrganizations,
    membershipLimit: maxMembers,
    invitationLimit: maxInvitations,
    invitationExpiresIn: invitationSeconds,
    requireEmailVerificationOnInvitation: true,
    // Its account has charges, which stay in the ledger.
    disableOrganizationDeletion: true,
    organizationHooks: {
      beforeCreateOrganization: async ({ organization: { name } }) => checkOrganizationName(name),
    },
    sendInvitationEmail: ({ id, email, organization: { name }, inviter }) =>
      sendMail(invitationMail({ origin, to: email, id, organization: name, inviter: inviter.user.email })),
    schema: {
      organization: { modelName: 'auth_organization' },
      member: { modelName: 'auth_member' },
      invitation: { modelName: 'auth_invitation' },
    },
  });
}
