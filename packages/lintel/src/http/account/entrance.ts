/** `GET /account/api/entrance`: how people get in here, for the page that asks them to sign in. */
import { isOpen } from '../../identity/joining.js';
import { accountRoute } from './account-route.js';

export const entrance = accountRoute('GET /entrance', async ({ context: { config } }) => ({
  sign_up: isOpen(config),
  provider: config.accounts.oidc?.name ?? null,
}));
