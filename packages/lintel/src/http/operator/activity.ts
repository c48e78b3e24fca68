/** The audit log in the operator view: what was done, when and by whom. */
import { moment } from '../account/wire.js';
import { operatorRoute } from './operator-route.js';

/** Acts that are shown. */
const maxActs = 200;

export const listActivity = operatorRoute('GET /operator/activity', async ({ tools }) => ({
  acts: (await tools.ledger.audit(maxActs)).map(({ atMs, ...act }) => ({ at: moment(atMs), ...act })),
}));
