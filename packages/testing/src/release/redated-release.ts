/** A copy of a release under another date: another release to every part of Lintel, made in milliseconds. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash, type Manifest, readManifest, releaseId } from 'lintel/dist/format/manifest.js';

/** Copies the release beside it; gives the id of the copy. `changed` changes what its manifest says. */
export function redatedRelease(
  directory: string,
  date: string,
  changed = (info: Manifest['info']): Manifest['info'] => info,
): string {
  const manifest = readManifest(directory);
  const content = contentHash(date, manifest.files);
  const id = releaseId(date, content);
  const copy = join(directory, '..', id);
  cpSync(directory, copy, { recursive: true });
  // Later than the release that it is a copy of.
  const builtAt = `2100${date.slice(4)}T00:00:00.000Z`;
  const info = changed({ ...manifest.info, released_at: date, release_id: id, built_at: builtAt });
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, id, content, info }));
  return id;
}
