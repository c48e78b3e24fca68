/** `GET /account/api/session`: who is signed in, and in whose name. */
import type { SignedIn } from '../../identity/identity.js';
import { accountRoute } from './account-route.js';

export const session = accountRoute('GET', '/session', { for: 'signed in' }, async ({ signedIn }) =>
  wire(signedIn),
);

function wire({ user, isOperator, account, organization }: SignedIn) {
  return {
    user: { id: user.id, email: user.email, name: user.name, two_factor: user.hasTwoFactor },
    operator: isOperator,
    account: { id: account.id, name: account.name, plan: account.plan, suspended: account.suspended },
    organization,
  };
}
