/** Which release is published: the id in `releases/current`, which is replaced by an atomic rename. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../base/home.js';
import { UserError } from '../base/user-error.js';
import { releaseIdPattern } from './layout.js';

/** The id in `releases/current`, null before the first publication. */
export function currentReleaseId(home: Home): string | null {
  const path = currentFile(home);
  if (!existsSync(path)) return null;
  const id = readFileSync(path, 'utf8').trim();
  if (releaseIdPattern.test(id)) return id;
  throw new UserError(`${path} must hold the id of a release, not "${id.slice(0, 40)}".`, {
    hint: 'Publish a release: lintel publish ID.',
  });
}

/** The file whose content names the published release. */
export const currentFile = (home: Home) => join(home.releases, 'current');
