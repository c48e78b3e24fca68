/**
 * Whether there is a release of just what a build would read now, so that none need be made, and what is to become of it:
 * one that is published stays so, and one that a person rolled back is left to them.
 */
import { UserError } from '../../base/user-error.js';
import type { Manifest } from '../../format/manifest.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import { releaseBasis } from './build-basis.js';

/** The manifest of that release: the published one if it is among several; null if there is none. */
export async function sameRelease(installation: Installation): Promise<Manifest | null> {
  const { home } = installation;
  const { listReleases, wasRolledBack } = await import('../../releases/release-store.js');
  const { checkRelease } = await import('../../format/verify-release.js');
  const basis = await releaseBasis(installation);
  const same = listReleases(home).filter(({ manifest }) => manifest?.basis === basis);
  const found =
    same.find(({ isCurrent }) => isCurrent) ?? same.find(({ id }) => wasRolledBack(home, id)) ?? same[0];
  if (found === undefined) return null;
  try {
    const manifest = checkRelease(found.directory);
    const { noteLeftOut } = await import('./build.js');
    await noteLeftOut(installation);
    return manifest;
  } catch (error) {
    // A damaged one is made again.
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** What to say of a release that a program leaves as it is, and whether it is served; null if it may publish it. */
export async function leftAsItIs(
  installation: Installation,
  id: string,
): Promise<{ readonly isPublished: boolean; readonly text: string } | null> {
  const { home } = installation;
  const { currentReleaseId } = await import('../../format/published.js');
  const { wasRolledBack } = await import('../../releases/release-store.js');
  const current = currentReleaseId(home);
  if (current === id) return { isPublished: true, text: `${id} is published already.` };
  if (!wasRolledBack(home, id)) return null;
  const publish = commandLine(installation, `publish ${id}`);
  return {
    isPublished: false,
    text: `${id} was rolled back, so ${current} stays. To publish it nevertheless: ${publish}`,
  };
}
