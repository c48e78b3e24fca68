/**
 * Publishing what was built just now. The gate's refusal is part of the result: the release is there all the
 * same.
 */
import { UserError } from '../../base/user-error.js';
import type { BuiltRelease } from '../../builder/build-release.js';
import type { Publication } from '../../releases/release-store.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';

export type PublishAttempt =
  | { readonly publication: Publication; readonly refusal: null }
  | { readonly publication: null; readonly refusal: string };

/** Publishes a release that this process built and verified, when the gate agrees. */
export async function publishBuilt(
  { home, config, progress, signal }: Installation,
  { id }: Pick<BuiltRelease, 'id'>,
): Promise<PublishAttempt> {
  const { publish } = await import('../../releases/release-store.js');
  const options = { isVerified: true, keep: config.keep_releases, progress, signal };
  try {
    return { publication: await publish(home, id, options), refusal: null };
  } catch (error) {
    // The release is built, and its report shows why the gate refused it.
    if (!(error instanceof UserError)) throw error;
    return { publication: null, refusal: failureText(error) };
  }
}
