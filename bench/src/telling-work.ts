/** Preloaded by one-account.ts into the service that it measures. */
import { tellWork } from './tell-work.js';

tellWork();
