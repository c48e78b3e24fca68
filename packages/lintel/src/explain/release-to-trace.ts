/** The release in which a record is traced: the published one, or the one named. */
import type { ReleaseInfo } from '@lintel/contract';
import type { Home } from '../base/home.js';

interface ReleaseToTrace {
  readonly directory: string;
  readonly release: string;
  readonly info: ReleaseInfo;
}

/** Finds and checks the release; a UserError when there is none or it is incomplete. */
export async function releaseToTrace(home: Home, releaseId: string | undefined): Promise<ReleaseToTrace> {
  const { findRelease } = await import('../releases/release-store.js');
  const { checkRelease } = await import('../format/verify-release.js');
  const directory = findRelease(home, releaseId);
  const { id, info } = checkRelease(directory);
  return { directory, release: id, info };
}
