/** `GET /account/api/entrance`: how people get in here, for the page that asks them to sign in. */
import { accountRoute } from './account-route.js';

export const entrance = accountRoute('GET', '/entrance', { for: 'anybody' }, async ({ context }) => {
  const { accounts, public_url } = context.config;
  return {
    sign_up: accounts.sign_up === 'open' || (accounts.sign_up === 'local' && public_url === null),
    provider: accounts.oidc?.name ?? null,
  };
});
