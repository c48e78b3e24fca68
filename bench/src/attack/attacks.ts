/** All attacks, in the order in which they run. A new one is a file of this folder and a line here. */
import type { Attack } from './attack.js';
import { brokenHttp } from './broken-http.js';
import { changingDns } from './changing-dns.js';
import { cutPages } from './cut-pages.js';
import { hostileFiles } from './hostile-files.js';
import { hostilePortals } from './hostile-portals.js';
import { hostileRows } from './hostile-rows.js';
import { cutShortRelease, lostLedger } from './lost-files.js';
import { lyingProvider } from './lying-provider.js';
import { manyKeys } from './many-keys.js';
import { paidForNothing } from './paid-for-nothing.js';
import { pipelinedReset } from './pipelined-reset.js';
import { randomRequests } from './random-requests.js';
import { slowDisk } from './slow-disk.js';
import { unknownPaths } from './unknown-paths.js';
import { unreadPages } from './unread-pages.js';

export const attacks: readonly Attack[] = [
  pipelinedReset,
  unreadPages,
  paidForNothing,
  cutPages,
  manyKeys,
  unknownPaths,
  brokenHttp,
  cutShortRelease,
  lostLedger,
  hostileRows,
  hostileFiles,
  hostilePortals,
  changingDns,
  lyingProvider,
  slowDisk,
  randomRequests,
];
