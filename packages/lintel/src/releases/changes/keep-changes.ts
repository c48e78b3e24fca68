/**
 * Which changes are kept beside the releases: those from the releases published last to the one that is
 * published now. They are made before it is published, so that its first reader finds them.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, writerOf } from '../../base/process-alive.js';
import { messageOf, UserError } from '../../base/user-error.js';
import { readManifest } from '../../format/manifest.js';
import { type ChangeCounts, changesDirectory, countsOf, pairOf } from './layout.js';
import { type WriteChangesOptions, writeChanges } from './write-changes.js';

/** A release is compared with at most this many that were published before it: a week of nights. */
const maxCompared = 7;

/** What is known of the changes since a release. */
export interface ChangesSince {
  readonly from: string;
  /** Null if the two cannot be compared; `fault` then says why. */
  readonly counts: ChangeCounts | null;
  readonly fault: string | null;
}

/**
 * Makes the changes to a release from each of the earlier ones. One that cannot be compared, such as a release
 * of an older format, does not stop the others: its fault is part of the result.
 */
export async function keepChanges(
  releases: string,
  earlier: readonly string[],
  to: string,
  options: WriteChangesOptions,
): Promise<ChangesSince[]> {
  const kept: ChangesSince[] = [];
  for (const from of earlier.slice(0, maxCompared)) {
    try {
      readManifest(join(releases, from));
      kept.push({ from, counts: countsOf(await writeChanges(releases, from, to, options)), fault: null });
    } catch (error) {
      if (!(error instanceof UserError) || options.signal?.aborted) throw error;
      kept.push({ from, counts: null, fault: messageOf(error) });
    }
  }
  return kept;
}

/** Removes changes to releases that are gone, and what a broken-off comparison left. */
export function pruneChanges(releases: string): void {
  const directory = changesDirectory(releases);
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    const pair = pairOf(name);
    if (pair !== null && existsSync(join(releases, pair.to))) continue;
    if (pair === null && isAlive(writerOf(name))) continue;
    rmSync(join(directory, name), { recursive: true, force: true });
  }
}

/** The releases since which the changes to a release are kept, the newest last. */
export function comparedWith(releases: string, to: string): string[] {
  const directory = changesDirectory(releases);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .flatMap((name) => pairOf(name) ?? [])
    .filter((pair) => pair.to === to)
    .map(({ from }) => from)
    .sort();
}
