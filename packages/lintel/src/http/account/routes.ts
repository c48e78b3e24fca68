/** Every route of the dashboard's interface. */
import type { AccountRoute } from './account-route.js';
import { askingApp, decideApp, listApps, removeApp } from './apps.js';
import { setAppBudget, setLinkBudget } from './budgets.js';
import { confirmAddress } from './confirm-address.js';
import { entrance } from './entrance.js';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.js';
import { libraryRoutes } from './library.js';
import { addLink, listLinks, removeLink } from './links.js';
import { ownData } from './own-data.js';
import { places } from './places.js';
import { endSession, session, sessions } from './session.js';
import { signUp } from './sign-up.js';
import { usage } from './usage.js';
import { addWatch, listWatches, removeWatch } from './watches.js';

export const accountRoutes: readonly AccountRoute[] = [
  entrance,
  signUp,
  session,
  sessions,
  endSession,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listWatches,
  addWatch,
  removeWatch,
  listApps,
  setAppBudget,
  removeApp,
  askingApp,
  decideApp,
  listLinks,
  addLink,
  setLinkBudget,
  removeLink,
  usage,
  places,
  ownData,
  confirmAddress,
  ...libraryRoutes,
];
