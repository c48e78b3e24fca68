/**
 * Publishing what was built just now, and running the watches on it. The gate's refusal is part of the result:
 * the release is there all the same.
 */
import { UserError } from '../../base/user-error.js';
import type { BuiltRelease } from '../../builder/build-release.js';
import { gateRefusal, publication as publicationAct } from '../../releases/gate-acts.js';
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
  const { act, subject, detail } = publicationAct({ id, previous, objections: overridden }, where);
  await noteAct(installation, act, subject, detail);
}

/** Publishes by `publish`, and notes when the gate refuses. */
export async function notingRefusal<T>(installation: Installation, publish: () => Promise<T>): Promise<T> {
  try {
    return await publish();
  } catch (error) {
    const { RefusedRelease } = await import('../../releases/release-store.js');
    if (error instanceof RefusedRelease) {
      const { release: id, previous, objections } = error;
      const { act, subject, detail } = gateRefusal({ id, previous, objections });
      await noteAct(installation, act, subject, detail);
    }
    throw error;
  }
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
    publication = await notingRefusal(installation, () => publish(home, id, options));
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
