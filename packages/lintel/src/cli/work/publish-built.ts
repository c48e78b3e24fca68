/**
 * Publishing what was built just now, and running the watches on it. The gate's refusal is part of the result:
 * the release is there all the same.
 */
import { UserError } from '../../base/user-error.js';
import type { BuiltRelease } from '../../builder/build-release.js';
import type { Publication } from '../../releases/release-store.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { noteAct } from './note-act.js';
import { watchesAfterPublication } from './run-watches.js';

type PublishAttempt =
  | {
      readonly publication: Publication;
      /** What the watches did; empty if nothing. */
      readonly watched: string;
      readonly refusal: null;
    }
  | {
      readonly publication: null;
      readonly refusal: string;
      /** Whether the gate refused it; else it could not be published. */
      readonly byGate: boolean;
    };

/** Notes a publication with the objections of the gate that were overridden. */
export async function notePublication(
  installation: Installation,
  { id, previous, overridden }: Pick<Publication, 'id' | 'previous' | 'overridden'>,
  where: readonly string[] = [],
): Promise<void> {
  const after = previous === null ? [] : [`in place of ${previous}`];
  const forced = overridden.map((objection) => `forced although ${objection}`);
  await noteAct(installation, 'release.publish', id, [...after, ...where, ...forced].join('; '));
}

/** Publishes a release when the gate agrees; by default one that this process built and verified. */
export async function publishBuilt(
  installation: Installation,
  { id }: Pick<BuiltRelease, 'id'>,
  isVerified = true,
): Promise<PublishAttempt> {
  const { home, config, progress, signal } = installation;
  const { publish, RefusedRelease } = await import('../../releases/release-store.js');
  const { retentionOf } = await import('../../releases/retention.js');
  const options = { isVerified, keep: retentionOf(config), limits: config.sources, progress, signal };
  let publication: Publication;
  let watched: string;
  try {
    publication = await publish(home, id, options);
    await notePublication(installation, publication);
    watched = await watchesAfterPublication(installation);
  } catch (error) {
    // The release is built, and its report shows why the gate refused it.
    if (!(error instanceof UserError)) throw error;
    return { publication: null, refusal: failureText(error), byGate: error instanceof RefusedRelease };
  }
  // Where they cannot be made, the release is published nevertheless, and the command says why there are none.
  await openFiles(installation);
  return { publication, watched, refusal: null };
}

/** Makes the files of the published release where everybody may download them. */
export async function openFiles({ home, config, progress, signal }: Installation): Promise<void> {
  if (config.release_files === 'off') return;
  const { makeTables } = await import('../../tables/make-tables.js');
  await makeTables(home, undefined, progress, signal);
}
