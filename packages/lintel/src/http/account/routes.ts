/** Every route of the dashboard's interface. */
import type { AccountRoute } from './account-route.js';
import { entrance } from './entrance.js';
import { libraryRoutes } from './library.js';
import { session } from './session.js';
import { signUp } from './sign-up.js';

export const accountRoutes: readonly AccountRoute[] = [entrance, session, signUp, ...libraryRoutes];
