/**
 * The store of releases under LINTEL_HOME: lists them, publishes them and rolls back.
 *
 * `releases/current` holds the id of the published release and is replaced by one atomic rename, so a reader
 * sees either the old or the new id. `releases/history.json` lists the publications that a rollback can
 * return to. After a crash between the two, the next reader repairs the history: `current` is right.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../base/config.js';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import { type Progress, silentProgress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { releaseIdPattern } from '../format/layout.js';
import { type Manifest, readManifest } from '../format/manifest.js';
import { currentFile, currentReleaseId } from '../format/published.js';
import { checkRelease, verifyRelease } from '../format/verify-release.js';
import { type ChangesSince, keepChanges, pruneChanges } from './changes/keep-changes.js';
import { gateReasons, isEmptyRelease } from './gate.js';
import { keptBy, type Reason, type Retention } from './retention.js';

/** Publications kept in the history. */
const maxHistory = 2_000;

interface StoredRelease {
  readonly id: string;
  readonly directory: string;
  readonly isCurrent: boolean;
  /** Null when the manifest cannot be read; `fault` then says why. */
  readonly manifest: Manifest | null;
  readonly fault: string | null;
}

export interface Publication {
  readonly id: string;
  /** The release published before, null at the first publication. */
  readonly previous: string | null;
  /** The gate's objections; it was published nevertheless because it was forced. */
  readonly overridden: readonly string[];
  /** Releases removed because nothing in the settings keeps them. */
  readonly pruned: readonly string[];
  /** What changed since releases that were published before, the last published first. */
  readonly changes: readonly ChangesSince[];
}

interface PublishOptions {
  /** Publish although the gate objects. */
  readonly force?: boolean;
  /**
   * Whether a person named this release or asked for the newest: then one that was published before, even if
   * rolled back, is published again whatever the gate says. False for what a program has just built.
   */
  readonly isChosen?: boolean;
  /**
   * Whether this process has just verified the release while building it: then only sizes are checked. See
   * docs/decisions/039-verified-once.md.
   */
  readonly isVerified?: boolean;
  /** Releases to keep; null keeps all. */
  readonly keep?: Retention | null;
  /** What the operator knows of single sources, for the gate. */
  readonly limits?: Config['sources'];
  readonly progress?: Progress;
  /** Aborts before the release is published. */
  readonly signal?: AbortSignal;
}

/** All finished releases in the store, the newest first. */
export function listReleases(home: Home): StoredRelease[] {
  const current = currentReleaseId(home);
  const releases = readdirSync(home.releases)
    .filter((name) => releaseIdPattern.test(name))
    .map((id): StoredRelease => {
      const directory = join(home.releases, id);
      const isCurrent = id === current;
      try {
        return { id, directory, isCurrent, manifest: readManifest(directory), fault: null };
      } catch (error) {
        return { id, directory, isCurrent, manifest: null, fault: (error as Error).message };
      }
    });
  return releases.sort((a, b) =>
    builtAt(a) < builtAt(b) ? 1 : builtAt(a) > builtAt(b) ? -1 : a.id < b.id ? 1 : -1,
  );
}

function builtAt({ id, manifest }: StoredRelease): string {
  return manifest?.info.built_at ?? id;
}

/**
 * Publishes a release (default: the one built last) after verifying all of its files, unless that was just
 * done. The gate compares it with the published one and refuses a drop of 10 % in anything it watches, unless
 * forced.
 */
export async function publish(home: Home, id?: string, options: PublishOptions = {}): Promise<Publication> {
  const { force = false, isChosen = false, isVerified = false, keep = null } = options;
  const { progress = silentProgress, signal } = options;
  const directory = releaseDirectory(home, id ?? newestId(home));
  const manifest = isVerified ? checkRelease(directory) : await verified(directory, progress, signal);
  const { previous, objections, wasPublished } = judge(home, manifest, options.limits);
  const { published, rolledBack } = readHistory(home);
  if (objections.length > 0 && !force && !(isChosen && wasPublished)) {
    if (!isChosen) stop(home, manifest.id);
    throw refusal(manifest, previous, objections);
  }
  const changes = await changesTo(home, manifest.id, [...rolledBack, ...published], progress, signal);
  if (signal?.aborted) throw new UserError('Interrupted; nothing was published.');
  writeWhole(currentFile(home), `${manifest.id}\n`);
  const others = (ids: readonly string[]) => ids.filter((entry) => entry !== manifest.id);
  writeHistory(home, {
    published: [...others(published), manifest.id],
    rolledBack: others(rolledBack),
    stopped: isChosen ? null : readHistory(home).stopped,
  });
  const pruned = keep === null ? [] : removeOldReleases(home, keep);
  pruneChanges(home.releases);
  return {
    id: manifest.id,
    previous: previous === manifest.id ? null : previous,
    overridden: objections,
    pruned,
    changes,
  };
}

/** What the gate says of a release, before anybody asks to publish it. */
export interface Verdict {
  /** The release that it would replace; null if none is published. */
  readonly previous: string | null;
  readonly objections: readonly string[];
  /** Whether it was published before: then a person publishes it again in spite of objections. */
  readonly wasPublished: boolean;
}

/** What `publish` would say of the release with that id. Throws a UserError if it cannot be read. */
export function verdictOn(home: Home, id: string, limits?: Config['sources']): Verdict {
  return judge(home, readManifest(releaseDirectory(home, id)), limits);
}

function judge(home: Home, manifest: Manifest, limits?: Config['sources']): Verdict {
  const previous = currentReleaseId(home);
  const { published, rolledBack } = readHistory(home);
  return {
    previous,
    objections: objectionsTo(home, manifest, previous, limits),
    wasPublished: published.includes(manifest.id) || rolledBack.includes(manifest.id),
  };
}

/** Makes what changed since each of the releases that were published, the last one first. */
async function changesTo(
  home: Home,
  to: string,
  published: readonly string[],
  progress: Progress,
  signal?: AbortSignal,
): Promise<ChangesSince[]> {
  const earlier = [...published].reverse();
  const kept = earlier.filter((id) => id !== to && existsSync(join(home.releases, id)));
  try {
    return await keepChanges(home.releases, kept, to, { progress, signal });
  } finally {
    progress.done();
  }
}

/** The gate objects to a release. */
export class RefusedRelease extends UserError {
  readonly release: string;
  readonly previous: string | null;
  readonly objections: readonly string[];

  constructor(
    [message, hint]: readonly [string, string],
    of: Pick<RefusedRelease, 'release' | 'previous' | 'objections'>,
  ) {
    super(message, { hint });
    this.release = of.release;
    this.previous = of.previous;
    this.objections = of.objections;
  }
}

/** The error for a release that the gate objects to. */
export function refusal(
  manifest: Manifest,
  previous: string | null,
  objections: readonly string[],
): RefusedRelease {
  const { id } = manifest;
  const words: readonly [string, string] = isEmptyRelease(manifest)
    ? [
        `The release ${id} holds no records, so it is not published.`,
        'lintel quarantine says why rows could not be used. Nevertheless: --force.',
      ]
    : [
        `The release ${id} is not fit to replace ${previous}: ${objections.join('; ')}.`,
        `Look into it (lintel diff ${previous} ${id}), then publish it nevertheless with --force, or build again.`,
      ];
  return new RefusedRelease(words, { release: id, previous, objections });
}

/** Publishes again the release that was published before the current one. */
export async function rollback(
  home: Home,
  progress: Progress = silentProgress,
  signal?: AbortSignal,
): Promise<Publication> {
  const { published, rolledBack } = readHistory(home);
  const current = published.pop() ?? null;
  while (published.length > 0 && !existsSync(join(home.releases, published.at(-1) ?? ''))) published.pop();
  const target = published.at(-1);
  if (current === null || target === undefined) {
    throw new UserError('There is no earlier published release to go back to.', {
      hint: 'List what is there with lintel releases, and publish one of them with lintel publish ID.',
    });
  }
  await verified(join(home.releases, target), progress, signal);
  const earlier = [...rolledBack, ...published, current];
  const changes = await changesTo(home, target, earlier, progress, signal);
  writeWhole(currentFile(home), `${target}\n`);
  const { stopped } = readHistory(home);
  writeHistory(home, {
    published,
    rolledBack: [...rolledBack.filter((id) => id !== current), current],
    stopped,
  });
  return { id: target, previous: current, overridden: [], pruned: [], changes };
}

async function verified(directory: string, progress: Progress, signal?: AbortSignal): Promise<Manifest> {
  try {
    return await verifyRelease(directory, progress, signal);
  } finally {
    progress.done();
  }
}

/** The directory of the published release, or of the one with that id. Fails when there is none. */
export function findRelease(home: Home, id?: string): string {
  const wanted = id ?? currentReleaseId(home);
  if (wanted !== null) return releaseDirectory(home, wanted);
  throw new UserError(`There is no published release in ${home.directory}.`, {
    hint: 'Build and publish one with lintel build --publish, or name another home with --home.',
  });
}

function releaseDirectory(home: Home, id: string): string {
  const directory = join(home.releases, id);
  if (releaseIdPattern.test(id) && existsSync(directory)) return directory;
  const known = listReleases(home).map((release) => release.id);
  throw new UserError(`There is no release "${id}".`, {
    hint: known.length === 0 ? 'Build one with lintel build.' : `There are: ${known.join(', ')}.`,
  });
}

function newestId(home: Home): string {
  const [newest] = listReleases(home);
  if (newest !== undefined) return newest.id;
  throw new UserError('There is no release to publish.', { hint: 'Build one with lintel build.' });
}

/** The gate's objections; when no readable release is published, only that the release is empty. */
function objectionsTo(
  home: Home,
  manifest: Manifest,
  previous: string | null,
  limits?: Config['sources'],
): string[] {
  if (isEmptyRelease(manifest)) return ['it holds no records'];
  if (previous === null || previous === manifest.id) return [];
  try {
    return gateReasons(readManifest(join(home.releases, previous)), manifest, limits);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Releases that were published before the current one and are still there, the last first. */
export function publishedBefore(home: Home): string[] {
  const earlier = readHistory(home).published.slice(0, -1).reverse();
  return earlier.filter((id) => existsSync(join(home.releases, id)));
}

/**
 * The files, by name and text, of a release store that has only the releases `kept`, of which `current` is
 * published; the others are dropped from the history.
 */
export function publicationFiles(
  home: Home,
  current: string | null,
  kept: readonly string[],
): Readonly<Record<string, string>> {
  if (current === null) return {};
  const { published, rolledBack } = readHistory(home);
  const ofKept = (ids: readonly string[]) => ids.filter((id) => id !== current && kept.includes(id));
  return {
    [basename(currentFile(home))]: `${current}\n`,
    [basename(historyFile(home))]: historyText({
      published: [...ofKept(published), current],
      rolledBack: ofKept(rolledBack),
      stopped: null,
    }),
  };
}

/** Whether a person took back the publication of this release, and nobody has published it since. */
export function wasRolledBack(home: Home, id: string): boolean {
  return id !== currentReleaseId(home) && readHistory(home).rolledBack.includes(id);
}

interface History {
  /** Ids in the order of their publication, the current one last. */
  readonly published: string[];
  /** Releases that were published and rolled back. */
  readonly rolledBack: readonly string[];
  /** The last one that the gate stopped, until a person publishes one; null if there is none. */
  readonly stopped: string | null;
}

/** Keeps a release that the gate stopped until somebody decides, and removes the one that it stopped before. */
function stop(home: Home, id: string): void {
  const history = readHistory(home);
  const { stopped: before } = history;
  writeHistory(home, { ...history, stopped: id });
  if (before !== null && before !== id && before !== currentReleaseId(home))
    rmSync(join(home.releases, before), { recursive: true, force: true });
}

function readHistory(home: Home): History {
  const current = currentReleaseId(home);
  const { published, rolledBack, stopped } = storedHistory(historyFile(home));
  if (current === null || published.at(-1) === current) return { published, rolledBack, stopped };
  const at = published.lastIndexOf(current);
  return { published: at < 0 ? [...published, current] : published.slice(0, at + 1), rolledBack, stopped };
}

function storedHistory(path: string): History {
  if (!existsSync(path)) return { published: [], rolledBack: [], stopped: null };
  try {
    const given = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
    return {
      published: releaseIds(given.published),
      rolledBack: releaseIds(given.rolled_back),
      stopped: releaseIds([given.stopped])[0] ?? null,
    };
  } catch {
    // A damaged history only makes rollback impossible, not the service: it starts again at the current
    // release.
    return { published: [], rolledBack: [], stopped: null };
  }
}

function releaseIds(given: unknown): string[] {
  return Array.isArray(given) ? given.map(String).filter((id) => releaseIdPattern.test(id)) : [];
}

const historyFile = (home: Home) => join(home.releases, 'history.json');

function historyText({ published, rolledBack, stopped }: History): string {
  const history = {
    published: published.slice(-maxHistory),
    rolled_back: rolledBack.slice(-maxHistory),
    ...(stopped !== null && { stopped }),
  };
  return `${JSON.stringify(history)}\n`;
}

function writeHistory(home: Home, history: History): void {
  writeWhole(historyFile(home), historyText(history));
}

/** Why a release stays on the disk: `newer` than the published one, or `stopped` by the gate, it waits for a person. */
export type KeptBecause = Reason | 'published' | 'newer' | 'stopped';

/** Why each of the releases stays; those without a reason go with the next publication. */
export function keepReasons(
  home: Home,
  releases: readonly StoredRelease[],
  retention: Retention,
): ReadonlyMap<string, readonly KeptBecause[]> {
  const { published, stopped } = readHistory(home);
  const byId = new Map(releases.map((release) => [release.id, release]));
  const dated = published.toReversed().flatMap((id) => {
    const release = byId.get(id);
    return release === undefined ? [] : [{ id, builtAt: builtAt(release) }];
  });
  const kept = keptBy(dated, retention);
  const current = releases.findIndex(({ isCurrent }) => isCurrent);
  return new Map(
    releases.map(({ id, isCurrent }, at): [string, KeptBecause[]] => [
      id,
      [
        ...(isCurrent ? (['published'] as const) : []),
        ...(at < current || current < 0 ? (['newer'] as const) : []),
        ...(id === stopped ? (['stopped'] as const) : []),
        ...(kept.get(id) ?? []),
      ],
    ]),
  );
}

/** Removes the releases that nothing keeps, with their tables. */
export function removeOldReleases(home: Home, retention: Retention): string[] {
  const releases = listReleases(home);
  const reasons = keepReasons(home, releases, retention);
  const removed = releases.filter(({ id }) => (reasons.get(id) ?? []).length === 0);
  for (const { id, directory } of removed) {
    for (const gone of [directory, join(home.tables, id)]) rmSync(gone, { recursive: true, force: true });
  }
  const gone = new Set(removed.map(({ id }) => id));
  const history = readHistory(home);
  // Those that stay for years must not fall out of a list of nights that are gone.
  if (gone.size > 0)
    writeHistory(home, { ...history, published: history.published.filter((id) => !gone.has(id)) });
  return [...gone];
}
