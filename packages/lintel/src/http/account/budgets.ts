/** What an app or a link of the account in use may use in a month, changed. */
import { type AccountQuestion, accountRoute } from './account-route.js';
import { actingAs, requireOwnKey } from './keys.js';
import { requireManager } from './manager.js';

type Changed = Pick<AccountQuestion, 'identity' | 'id' | 'signedIn'> & {
  readonly body: { readonly budget: number | null };
};

const change =
  (kind: 'app' | 'link') =>
  async ({ identity, id, signedIn, body }: Changed): Promise<undefined> => {
    requireManager(signedIn);
    await requireOwnKey(identity, signedIn, id, kind);
    await actingAs(identity, signedIn).setBudget(id, body.budget);
  };

export const setAppBudget = accountRoute('POST /apps/{id}/budget', change('app'));
export const setLinkBudget = accountRoute('POST /links/{id}/budget', change('link'));
