/**
 * Lets a home follow a store: what is published or rolled back there is brought here and published here within seconds.
 * Whatever fails, what is served stays, and it is tried again. An older copy of the catalog than was seen before, such as
 * that of a stale cache, is not followed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import { type Progress, silentProgress } from '../base/progress.js';
import { errorOf, UserError } from '../base/user-error.js';
import { currentReleaseId } from '../format/published.js';
import { publish } from '../releases/release-store.js';
import type { Retention } from '../releases/retention.js';
import { publishedIn, readCatalog } from './catalog.js';
import type { Objects } from './objects.js';
import { pullRelease, wantedRelease } from './pull.js';

/** Milliseconds between looks, and at most between those after faults, each of which doubles the pause. */
const lookEveryMs = 2_000;
const lookAgainMs = 10_000;

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  readonly keep: Retention | null;
  /** Called when another release was published here. */
  onPublished(id: string, previous: string | null): Promise<void> | void;
  /** Called with each new reason why the store cannot be followed; null when it can be again. */
  onFault(error: Error | null): void;
  readonly lookEveryMs?: number;
}

/** Follows until the signal is aborted. */
export async function follow(home: Home, objects: Objects, options: FollowOptions): Promise<void> {
  const { signal, onFault } = options;
  const everyMs = options.lookEveryMs ?? lookEveryMs;
  const follower = new Follower(home, objects, options);
  let fault: string | null = null;
  for (let pauseMs = everyMs; !signal.aborted; ) {
    try {
      await follower.look();
      if (fault !== null) onFault(null);
      fault = null;
      pauseMs = everyMs;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = errorOf(thrown);
      if (error.message !== fault) onFault(error);
      fault = error.message;
      pauseMs = Math.min(pauseMs * 2, lookAgainMs);
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** What a home has seen of a store. */
interface Seen {
  readonly store: string;
  readonly serial: number;
}

class Follower {
  readonly #home: Home;
  readonly #objects: Objects;
  readonly #options: FollowOptions;
  /** The catalog that was seen last, and what it published here. */
  #last: { readonly mark: string; readonly id: string | null } | null = null;

  constructor(home: Home, objects: Objects, options: FollowOptions) {
    this.#home = home;
    this.#objects = objects;
    this.#options = options;
  }

  /** Publishes here what is published there. */
  async look(): Promise<void> {
    // Somebody may have published another one here.
    const isFollowed = this.#last !== null && this.#last.id === currentReleaseId(this.#home);
    const found = await readCatalog(this.#objects, isFollowed ? this.#last?.mark : undefined);
    if (found === 'unchanged') return;
    if (found === null) throw new UserError(`There are no releases in ${this.#objects.name}.`);
    const { catalog, mark } = found;
    const { store, serial } = catalog;
    const seen = this.#seen();
    if (seen?.store === store && serial < seen.serial) {
      throw new UserError(
        `${this.#objects.name} shows an old catalog (${serial}; ${seen.serial} was seen before): it is not followed.`,
        { hint: `If the store was put back on purpose, remove ${seenFile(this.#home)}.` },
      );
    }
    const id = publishedIn(catalog);
    if (id !== null && id !== currentReleaseId(this.#home))
      await this.#switchTo(wantedRelease(this.#objects, catalog, id));
    if (seen?.store !== store || seen.serial !== serial)
      writeWhole(seenFile(this.#home), `${JSON.stringify({ store, serial })}\n`);
    this.#last = { mark, id: id ?? currentReleaseId(this.#home) };
  }

  async #switchTo(release: ReturnType<typeof wantedRelease>): Promise<void> {
    const { signal, keep, onPublished, progress = silentProgress } = this.#options;
    await pullRelease(this.#home, this.#objects, release, { progress, signal });
    // The gate was asked where it was built; here the store is followed, also back.
    const published = await publish(this.#home, release.id, {
      force: true,
      isChosen: true,
      isVerified: true,
      keep,
      progress,
      signal,
    });
    await onPublished(published.id, published.previous);
  }

  #seen(): Seen | null {
    const path = seenFile(this.#home);
    if (!existsSync(path)) return null;
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Seen;
    } catch {
      return null;
    }
  }
}

const seenFile = (home: Home) => join(home.releases, '.followed.json');
