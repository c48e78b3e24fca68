/** All attacks, in the order in which they run. A new one is a file of this folder and a line here. */
import type { Attack } from './attack.js';
import { pipelinedReset } from './pipelined-reset.js';
import { unreadPages } from './unread-pages.js';

export const attacks: readonly Attack[] = [pipelinedReset, unreadPages];
