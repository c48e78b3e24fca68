/**
 * Brings a release of a home into a store and publishes it there. Only chunks go that the store has not; each is there
 * whole before the catalog names the release. Interrupted, it leaves objects that the next push finds.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../base/home.js';
import { interrupted } from '../base/interrupted.js';
import type { Progress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { manifestFile, releaseFormat } from '../format/layout.js';
import type { Manifest } from '../format/manifest.js';
import { checkRelease } from '../format/verify-release.js';
import { comparedWith } from '../releases/changes/keep-changes.js';
import { pairDirectory } from '../releases/changes/layout.js';
import { findRelease } from '../releases/release-store.js';
import { AtOnce } from './at-once.js';
import {
  type Catalog,
  changeCatalog,
  fetchList,
  type ListedFile,
  listObject,
  objectPath,
  objectsFolder,
  publishedIn,
  readCatalog,
} from './catalog.js';
import { chunksOf, packed, sha256Of } from './chunks.js';
import { graceMs } from './clean.js';
import { type Objects, writable } from './objects.js';

/** Chunks on their way at once. */
const chunksAtOnce = 8;

export interface PushOptions {
  /** Who does it, for the catalog. */
  readonly by: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Push {
  readonly id: string;
  /** What was published in the store before; null at the first time, or if it was this release. */
  readonly previous: string | null;
  /** Bytes of all its files. */
  readonly bytes: number;
  /** Bytes of the chunks that the store lacked, and as they were sent. */
  readonly new_bytes: number;
  readonly sent_bytes: number;
}

/** Pushes a release, by default the published one. Throws a UserError if a file of it is damaged. */
export async function pushRelease(
  home: Home,
  objects: Objects,
  id: string | undefined,
  { by, progress, signal }: PushOptions,
): Promise<Push> {
  const startedMs = Date.now();
  const directory = findRelease(home, id);
  const manifest = checkRelease(directory);
  const store = writable(objects);
  const found = await readCatalog(objects);
  const known = await knownFiles(objects, found === null || found === 'unchanged' ? null : found.catalog);
  const kept = new Sent(await store.list(objectsFolder), known.chunks, startedMs);
  const uploads = new AtOnce(chunksAtOnce);
  let sentBytes = 0;
  const files: ListedFile[] = [];
  const expected = new Map(manifest.files.map(({ name, sha256 }) => [`${manifest.id}/${name}`, sha256]));
  progress.step(
    'Sending',
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    'bytes',
  );
  try {
    for (const path of pathsOf(home, manifest)) {
      const file = known.files.get(expected.get(path) ?? '');
      if (file?.chunks.every(([sha256]) => kept.has(sha256))) {
        files.push({ ...file, path });
        progress.advance(file.bytes);
        continue;
      }
      const whole = createHash('sha256');
      const chunks: [string, number][] = [];
      for (const bytes of chunksOf(join(home.releases, path))) {
        if (signal.aborted) throw interrupted();
        const sha256 = sha256Of(bytes);
        whole.update(bytes);
        chunks.push([sha256, bytes.length]);
        progress.advance(bytes.length);
        if (kept.has(sha256)) continue;
        kept.add(sha256, bytes.length);
        const content = Buffer.from(bytes);
        await uploads.begin(async () => {
          const stored = await packed(content);
          await store.put(objectPath(sha256), stored);
          sentBytes += stored.length;
        });
      }
      const sha256 = whole.digest('hex');
      if ((expected.get(path) ?? sha256) !== sha256) throw damaged(path);
      files.push({ path, bytes: chunks.reduce((sum, [, bytes]) => sum + bytes, 0), sha256, chunks });
    }
    await uploads.all();
  } finally {
    await uploads.settled();
    progress.done();
  }
  const { list, stored } = await listObject(files, sha256Of);
  await store.put(objectPath(list.sha256), stored);
  if (signal.aborted) throw interrupted();
  if (Date.now() - startedMs > graceMs / 2) throw tooLate();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const previous = await publishInStore(objects, entryOf(manifest, { list, bytes, by }), by);
  return { id: manifest.id, previous, bytes, new_bytes: kept.newBytes, sent_bytes: sentBytes };
}

/** Writes the release into the catalog, published; gives what was published before. */
async function publishInStore(
  objects: Objects,
  entry: Catalog['releases'][number],
  by: string,
): Promise<string | null> {
  let previous: string | null = null;
  const { id } = entry;
  await changeCatalog(objects, (catalog) => {
    previous = publishedIn(catalog);
    const isNew = previous !== id;
    const publication = { id, at: new Date().toISOString(), by };
    return {
      releases: [...catalog.releases.filter((release) => release.id !== id), entry],
      publications: isNew ? [...catalog.publications, publication] : catalog.publications,
      removed: catalog.removed.filter((release) => release.id !== id),
    };
  });
  return previous === id ? null : previous;
}

function entryOf(
  { id, info }: Manifest,
  { list, bytes, by }: { list: Catalog['releases'][number]['list']; bytes: number; by: string },
): Catalog['releases'][number] {
  const { released_at, built_at, counts } = info;
  const pushed_at = new Date().toISOString();
  return {
    id,
    format: releaseFormat,
    released_at,
    built_at,
    permits: counts.permits,
    bytes,
    pushed_at,
    pushed_by: by,
    list,
  };
}

/** The files of a release and of what changed in it, below `releases/`. */
function pathsOf({ releases }: Home, { id, files }: Manifest): string[] {
  const pairs = comparedWith(releases, id).map((from) => pairDirectory(releases, from, id));
  return [
    ...files.map(({ name }) => `${id}/${name}`),
    `${id}/${manifestFile}`,
    ...pairs.flatMap((pair) => readdirSync(pair).map((name) => join(pair, name).slice(releases.length + 1))),
  ];
}

/** The files of the releases in the store by checksum, and their chunks. */
async function knownFiles(objects: Objects, catalog: Catalog | null) {
  const files = new Map<string, ListedFile>();
  for (const release of catalog?.releases ?? []) {
    // One that cannot be read is pushed again where it is needed.
    const listed = await fetchList(objects, release).catch(() => []);
    for (const file of listed) files.set(file.sha256, file);
  }
  const chunks = new Set([...files.values()].flatMap((file) => file.chunks.map(([sha256]) => sha256)));
  return { files, chunks };
}

/**
 * The chunks that need not be sent: those of releases in the store, and those that an interrupted push has left so
 * lately that no garbage collection takes them before this one ends.
 */
class Sent {
  newBytes = 0;
  readonly #there: Set<string>;

  constructor(
    there: ReadonlyMap<string, { readonly modifiedMs: number }>,
    used: ReadonlySet<string>,
    nowMs: number,
  ) {
    this.#there = new Set(
      [...there].flatMap(([path, { modifiedMs }]) => {
        const sha256 = /([0-9a-f]{64})\.gz$/.exec(path)?.[1];
        const stays = sha256 !== undefined && (used.has(sha256) || nowMs - modifiedMs < graceMs / 2);
        return stays ? [sha256] : [];
      }),
    );
  }

  has(sha256: string): boolean {
    return this.#there.has(sha256);
  }

  add(sha256: string, bytes: number): void {
    this.#there.add(sha256);
    this.newBytes += bytes;
  }
}

const damaged = (path: string) =>
  new UserError(
    `releases/${path} is damaged: its checksum is not the one of the release. Nothing was published.`,
    {
      hint: 'Publish another release (lintel releases), or build this one again from the raw rows.',
    },
  );

const tooLate = () =>
  new UserError(
    'Sending took so long that what was there first may be removed again; nothing was published.',
    {
      hint: 'The same command goes on where it was.',
    },
  );
