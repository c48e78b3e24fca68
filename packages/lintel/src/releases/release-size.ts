/** How much of the disk a release takes, and how much of that others take with it. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface ReleaseSize {
  readonly bytes: number;
  /** Of the files that lie on the disk once for several releases: removing this one frees the others only. */
  readonly shared_bytes: number;
}

export function releaseSize(directory: string): ReleaseSize {
  let [bytes, shared] = [0, 0];
  for (const name of readdirSync(directory)) {
    const file = statSync(join(directory, name), { throwIfNoEntry: false });
    if (file === undefined || !file.isFile()) continue;
    bytes += file.size;
    if (file.nlink > 1) shared += file.size;
  }
  return { bytes, shared_bytes: shared };
}
