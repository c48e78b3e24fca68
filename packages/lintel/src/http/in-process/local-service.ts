/**
 * The service over the published release of a home, for programs of the same machine: in this process, without
 * network, keys and metering. It only reads the home, which may belong to another user. A release that is published
 * meanwhile is noticed, as a server does.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defaultConfig } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { provenanceReader } from '../../explain/provenance.js';
import { unmetered } from '../../ledger/unmetered.js';
import { openReleaseStore, type ReleaseStoreOptions } from '../../releases/open-store.js';
import { type Fetch, fetchFrom } from '../connection/fetch-from.js';
import { createService } from '../service.js';

interface LocalService {
  /** Answers `/v2/…` as the service does, byte for byte. Every caller may request everything, and pays nothing. */
  readonly fetch: Fetch;
  /** The release that answers now. */
  readonly releaseId: string;
  close(): Promise<void>;
}

/** Opens the published release of a home. Without one, or if it is damaged, throws a UserError. */
export function openLocalService(
  home: Home,
  options: Pick<ReleaseStoreOptions, 'onError' | 'onFallBack'> = {},
): LocalService {
  const releases = openReleaseStore(home, options);
  const release = releases.current();
  if (release === null) {
    releases.close();
    throw new UserError(`There is no published release in ${home.directory}.`, {
      hint: 'Make one: lintel sample, then lintel build --publish. Or name another home with --home.',
    });
  }
  const app = createService({
    releases,
    ledger: unmetered,
    config: defaultConfig,
    secret: secretOf(home),
    provenanceOf: provenanceReader(home.sources),
    limitRate: () => ({ granted: true, which: 0, limit: 0, remaining: 0, resetMs: 0, refusals: 0 }),
  });
  return {
    fetch: fetchFrom(app, { headers: { 'x-api-key': 'local' } }),
    get releaseId() {
      return releases.current()?.id ?? release.id;
    },
    async close() {
      await app.close();
      releases.close();
    },
  };
}

/**
 * Signs cursors. With the secret of the home they are those of its service; where that cannot be read, they are valid
 * in this process only.
 */
function secretOf(home: Home): Buffer {
  try {
    return readFileSync(home.secret);
  } catch {
    return randomBytes(32);
  }
}
