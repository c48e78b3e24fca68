/**
 * The releases of an installation as a running server sees them. A publication or rollback by another process
 * is noticed within a quarter of a second; the old release stays open while it is kept, so that a walk that
 * began on it ends on it.
 *
 * A published release that cannot be opened does not stop the service: the previous release is served, and
 * the error is reported. The same happens when files change size while they are mapped: reading beyond the end
 * of a file would kill the process. Once its files are complete again, the published release is served.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../base/home.js';
import { UserError } from '../base/user-error.js';
import { releaseIdPattern } from '../format/layout.js';
import { type Manifest, readManifest } from '../format/manifest.js';
import { currentFile, currentReleaseId } from '../format/published.js';
import { resizedFile } from '../format/verify-release.js';
import { openRelease } from './open-release.js';
import type { Release, ReleaseStore } from './release.js';
import { publishedBefore } from './release-store.js';

/** Milliseconds between checks of the release store. */
const lookEveryMs = 250;
/** Milliseconds between checks of the sizes of open files, and between attempts to open a damaged release. */
const checkEveryMs = 1_000;
/** Milliseconds for which a removed release stays open for the requests that use it. */
const closeAfterMs = 30_000;

export interface ReleaseStoreOptions {
  /** Milliseconds of any monotonic clock. */
  readonly now?: () => number;
  /** Called for a release that could not be opened or was damaged while open, once for each reason. */
  readonly onError?: (error: unknown) => void;
  /** Called with the release served instead of the published one; null when that is served again. */
  readonly onFallBack?: (id: string | null) => void;
  /** Releases known to be damaged: never opened. */
  readonly avoid?: readonly string[];
}

/** Opens the release store. Fails when neither the published release nor any before it can be opened. */
export function openReleaseStore(home: Home, options: ReleaseStoreOptions = {}): ReleaseStore {
  return new FileReleaseStore(home, options);
}

interface OpenRelease {
  readonly release: Release;
  readonly directory: string;
  readonly manifest: Manifest;
}

class FileReleaseStore implements ReleaseStore {
  readonly isUnreached = false;
  readonly #home: Home;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #onFallBack: (id: string | null) => void;
  readonly #avoid: ReadonlySet<string>;
  readonly #open = new Map<string, OpenRelease>();
  /** Releases whose directories are gone, with the time at which they may be closed. */
  readonly #leaving = new Map<Release, number>();
  /**
   * Why releases could not be opened or used, and when that was found, by id: each reason is reported once.
   */
  readonly #faults = new Map<string, { readonly message: string; readonly atMs: number }>();
  /** The last release reported as served instead of the published one. */
  #fallenBackTo: string | null = null;
  /** The published release; what is served instead of it while it is damaged has another id. */
  #published: string | null = null;
  #current: Release | null = null;
  #lookedMs: number;
  #checkedMs: number;
  #stamp = '';

  constructor(home: Home, options: ReleaseStoreOptions) {
    const { now = () => performance.now(), onError = () => {}, onFallBack = () => {}, avoid = [] } = options;
    this.#home = home;
    this.#now = now;
    this.#onError = onError;
    this.#onFallBack = onFallBack;
    this.#avoid = new Set(avoid);
    this.#lookedMs = now();
    this.#checkedMs = now();
    this.#stamp = this.#readStamp();
    this.#published = currentReleaseId(home);
    if (this.#published === null) return;
    try {
      this.#current = this.#openKept(this.#published);
    } catch (error) {
      this.#note(this.#published, error);
      this.#fallBack();
      if (this.#current === null) throw error;
    }
    this.#tellFallBack();
  }

  current(): Release | null {
    this.#look();
    return this.#current;
  }

  get(id: string): Release | null {
    this.#look();
    const open = this.#open.get(id);
    if (open !== undefined) return open.release;
    // A damaged one is retried from time to time, not with each request.
    const foundMs = this.#faults.get(id)?.atMs ?? Number.NEGATIVE_INFINITY;
    if (!releaseIdPattern.test(id) || this.#now() - foundMs < checkEveryMs) return null;
    if (!existsSync(join(this.#home.releases, id))) return null;
    return this.#tryOpen(id);
  }

  close(): void {
    for (const { release } of this.#open.values()) release.close();
    for (const release of this.#leaving.keys()) release.close();
    this.#open.clear();
    this.#leaving.clear();
    this.#current = null;
  }

  #openKept(id: string): Release {
    const known = this.#open.get(id);
    if (known !== undefined) return known.release;
    if (this.#avoid.has(id)) throw new UserError(`The release ${id} is damaged.`);
    const directory = join(this.#home.releases, id);
    const release = openRelease(directory);
    this.#open.set(id, { release, directory, manifest: readManifest(directory) });
    this.#faults.delete(id);
    return release;
  }

  /** Opens a release, or reports why it cannot. */
  #tryOpen(id: string): Release | null {
    try {
      return this.#openKept(id);
    } catch (error) {
      this.#note(id, error);
      return null;
    }
  }

  #note(id: string, error: unknown): void {
    const { message } = error as Error;
    const isNew = this.#faults.get(id)?.message !== message;
    this.#faults.set(id, { message, atMs: this.#now() });
    if (isNew) this.#onError(error);
  }

  /**
   * Checks, at most every quarter of a second, whether another release was published or an old one removed.
   */
  #look(): void {
    const now = this.#now();
    if (now - this.#lookedMs < lookEveryMs) return;
    this.#lookedMs = now;
    const stamp = this.#readStamp();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#swap();
    }
    if (now - this.#checkedMs >= checkEveryMs) {
      this.#checkedMs = now;
      this.#checkSizes();
      if (this.#published !== null && this.#current?.id !== this.#published) this.#serve(this.#published);
    }
    this.#tellFallBack();
    this.#closeRemoved(now);
  }

  /** Changes with every publication, since each replaces the file. */
  #readStamp(): string {
    const stat = statSync(currentFile(this.#home), { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs}`;
  }

  /** Switches to what is published now. If that cannot be opened, the service keeps the release it has. */
  #swap(): void {
    let id: string | null;
    try {
      id = currentReleaseId(this.#home);
    } catch (error) {
      this.#onError(error);
      return;
    }
    if (id === null) return;
    this.#published = id;
    if (id !== this.#current?.id) this.#serve(id);
  }

  /** Serves the published release when it can be opened. */
  #serve(published: string): void {
    this.#current = this.#tryOpen(published) ?? this.#current;
  }

  #tellFallBack(): void {
    const served = this.#current?.id ?? null;
    const fallenBackTo = served === this.#published ? null : served;
    if (fallenBackTo === this.#fallenBackTo) return;
    this.#fallenBackTo = fallenBackTo;
    this.#onFallBack(fallenBackTo);
  }

  /** Drops releases whose files have changed size since they were opened. */
  #checkSizes(): void {
    for (const [id, { release, directory, manifest }] of this.#open) {
      const fault = resizedFile(directory, manifest);
      if (fault === null) continue;
      this.#open.delete(id);
      release.close();
      this.#note(id, new UserError(fault));
      if (release === this.#current) this.#fallBack();
    }
  }

  /** Serves the last release before the published one that can be opened; none when there is none. */
  #fallBack(): void {
    this.#current = null;
    for (const id of publishedBefore(this.#home)) {
      this.#current = this.#tryOpen(id);
      if (this.#current !== null) return;
    }
  }

  #closeRemoved(now: number): void {
    if (this.#open.size > 1) {
      const kept = new Set(readdirSync(this.#home.releases));
      for (const [id, { release }] of this.#open) {
        if (kept.has(id) || release === this.#current) continue;
        this.#open.delete(id);
        this.#leaving.set(release, now + closeAfterMs);
      }
    }
    for (const [release, closeMs] of this.#leaving) {
      if (now < closeMs) continue;
      this.#leaving.delete(release);
      release.close();
    }
  }
}
