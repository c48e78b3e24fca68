/**
 * Removes old releases from a store. Their entries go at once, their objects a day later: until then who has begun to
 * fetch one finishes, and a push that counts on an object has ended. Servers read their own copies, never the store.
 */
import type { Progress } from '../base/progress.js';
import { AtOnce } from './at-once.js';
import {
  changeCatalog,
  fetchList,
  objectPath,
  objectsFolder,
  publishedIn,
  requiredCatalog,
} from './catalog.js';
import { type Objects, writable } from './objects.js';

/** Milliseconds for which the objects of a removed release stay. */
export const graceMs = 24 * 60 * 60 * 1000;

const removedAtOnce = 8;

export interface Clean {
  /** Releases that are no longer in the catalog. */
  readonly removed: readonly string[];
  /** What was freed. */
  readonly objects: number;
  readonly bytes: number;
}

/** Keeps the published release and those published last, `keep` in all. */
export async function cleanStore(
  objects: Objects,
  keep: number,
  progress: Progress,
  nowMs = Date.now(),
): Promise<Clean> {
  const store = writable(objects);
  // A mistyped address is no store, and becomes none.
  await requiredCatalog(objects);
  let removed: string[] = [];
  const catalog = await changeCatalog(objects, (before) => {
    const published = before.publications.toReversed().map(({ id }) => id);
    const current = publishedIn(before);
    const kept = new Set([...new Set([...(current === null ? [] : [current]), ...published])].slice(0, keep));
    const gone = before.releases.filter(({ id }) => !kept.has(id));
    removed = gone.map(({ id }) => id);
    const at = new Date(nowMs).toISOString();
    return {
      releases: before.releases.filter(({ id }) => kept.has(id)),
      publications: before.publications.filter(({ id }) => kept.has(id)),
      removed: [
        ...before.removed.filter((release) => nowMs - Date.parse(release.at) < graceMs),
        ...gone.map(({ id, list }) => ({ id, at, list })),
      ],
    };
  });
  // A list that cannot be read ends it: what it names would be taken for garbage.
  const used = new Set<string>();
  for (const release of [...catalog.releases, ...catalog.removed]) {
    used.add(objectPath(release.list.sha256));
    for (const { chunks } of await fetchList(objects, release))
      for (const [sha256] of chunks) used.add(objectPath(sha256));
  }
  const garbage = [...(await store.list(objectsFolder))].filter(
    ([path, { modifiedMs }]) => !used.has(path) && nowMs - modifiedMs > graceMs,
  );
  progress.step('Removing', garbage.length, 'objects');
  const removing = new AtOnce(removedAtOnce);
  for (const [path] of garbage) {
    await removing.begin(async () => {
      await store.remove(path);
      progress.advance(1);
    });
  }
  await removing.all();
  progress.done();
  return { removed, objects: garbage.length, bytes: garbage.reduce((sum, [, { bytes }]) => sum + bytes, 0) };
}
