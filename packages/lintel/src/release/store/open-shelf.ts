/**
 * The releases of an installation as a running server sees them. A publication or rollback by another process is
 * noticed within a quarter of a second; the old release stays open while it is kept, so that what began on it ends on it.
 *
 * A release that cannot be opened does not stop the service: the one before goes on, and the error is handed over.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../base/home.js';
import { releaseIdPattern } from '../layout.js';
import { currentFile, currentReleaseId } from '../shelf.js';
import { openRelease } from './open-release.js';
import type { Release, ReleaseShelf } from './release.js';

/** Milliseconds between looks at the shelf. */
const lookEveryMs = 250;
/** Milliseconds for which a release that was removed stays open for the requests that use it. */
const closeAfterMs = 30_000;

export interface ShelfOptions {
  /** Milliseconds of any steady clock. */
  readonly now?: () => number;
  /** Told of a published release that could not be opened, once each time. */
  readonly onError?: (error: unknown) => void;
}

/** Opens the shelf. Fails when the published release cannot be opened. */
export function openShelf(home: Home, options: ShelfOptions = {}): ReleaseShelf {
  return new FileShelf(home, options);
}

class FileShelf implements ReleaseShelf {
  readonly #home: Home;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #open = new Map<string, Release>();
  /** Releases whose directories are gone, with the time at which they may be closed. */
  readonly #leaving = new Map<Release, number>();
  #current: Release | null = null;
  #lookedMs: number;
  #stamp = '';

  constructor(home: Home, { now = () => performance.now(), onError = () => {} }: ShelfOptions) {
    this.#home = home;
    this.#now = now;
    this.#onError = onError;
    this.#lookedMs = now();
    this.#stamp = this.#readStamp();
    const id = currentReleaseId(home);
    if (id !== null) this.#current = this.#openKept(id);
  }

  current(): Release | null {
    this.#look();
    return this.#current;
  }

  get(id: string): Release | null {
    this.#look();
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    if (!releaseIdPattern.test(id) || !existsSync(join(this.#home.releases, id))) return null;
    try {
      return this.#openKept(id);
    } catch (error) {
      this.#onError(error);
      return null;
    }
  }

  close(): void {
    for (const release of [...this.#open.values(), ...this.#leaving.keys()]) release.close();
    this.#open.clear();
    this.#leaving.clear();
    this.#current = null;
  }

  #openKept(id: string): Release {
    const release = openRelease(join(this.#home.releases, id));
    this.#open.set(id, release);
    return release;
  }

  /** Looks, at most every quarter of a second, whether another release was published or an old one removed. */
  #look(): void {
    const now = this.#now();
    if (now - this.#lookedMs < lookEveryMs) return;
    this.#lookedMs = now;
    const stamp = this.#readStamp();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#swap();
    }
    this.#closeRemoved(now);
  }

  /** Changes with every publication, since each puts a new file in the place of the old one. */
  #readStamp(): string {
    const stat = statSync(currentFile(this.#home), { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs}`;
  }

  #swap(): void {
    try {
      const id = currentReleaseId(this.#home);
      if (id !== null && id !== this.#current?.id) this.#current = this.#open.get(id) ?? this.#openKept(id);
    } catch (error) {
      this.#onError(error);
    }
  }

  #closeRemoved(now: number): void {
    if (this.#open.size > 1) {
      const kept = new Set(readdirSync(this.#home.releases));
      for (const [id, release] of this.#open) {
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
