/** Every route of the operator view's interface. */
import type { AccountRoute } from '../account/account-route.js';
import { listAccounts, revokeKey, setPlan, setSuspended, showAccount } from './accounts.js';
import { listActivity } from './activity.js';
import { listReleases, showRelease } from './releases.js';
import { listSources, showSource } from './sources.js';
import { followTask, listTasks, showTask, startTask, stopTask } from './tasks.js';
import { showTrends } from './trends.js';

export const operatorRoutes: readonly AccountRoute[] = [
  ...[listAccounts, showAccount, setPlan, setSuspended, revokeKey],
  ...[listReleases, showRelease],
  ...[listSources, showSource],
  ...[startTask, listTasks, showTask, stopTask, followTask],
  showTrends,
  listActivity,
];
