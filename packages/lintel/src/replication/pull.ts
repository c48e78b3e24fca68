/**
 * Brings a release from a store into a home. It is put together in a directory of its own, from files and chunks of
 * releases that are here and from chunks that are fetched; each is compared with its checksum. The directory gets its
 * name when it is complete. Interrupted, the same call goes on: what lies in it already is compared, not fetched.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncDirectory } from '../base/directory.js';
import { diskFull, freeBytes, isDiskFull } from '../base/disk-space.js';
import { hashFile } from '../base/files/file-writer.js';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import { interrupted } from '../base/interrupted.js';
import { takeProcessLock } from '../base/process-lock.js';
import type { Progress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { releaseFormat } from '../format/layout.js';
import { checkRelease } from '../format/verify-release.js';
import { AtOnce } from './at-once.js';
import {
  type Catalog,
  fetchChunk,
  fetchList,
  type ListedFile,
  publishedIn,
  type StoredRelease,
} from './catalog.js';
import { sha256Of } from './chunks.js';
import type { Objects } from './objects.js';

/** Chunks on their way at once; each holds some megabytes. */
const chunksAtOnce = 8;
/** Free bytes that stay on the disk: the ledger of a service may be on it. */
const reservedBytes = 256 << 20;

/** Releases on their way, the chunks of those that came from a store, and the lock of who brings one. */
const arrivingFolder = (home: Home, id: string) => join(home.releases, `.arriving-${id}`);
const listsFolder = (home: Home) => join(home.releases, '.lists');
const lockFile = (home: Home) => join(home.releases, '.arriving.lock');

export interface PullOptions {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Pull {
  readonly id: string;
  /** Bytes of all its files. */
  readonly bytes: number;
  /** Bytes that were fetched; the others were here, in this release or in others. */
  readonly fetched_bytes: number;
}

/** The release of that id in the catalog, by default the published one. Throws a UserError if it is not to be had. */
export function wantedRelease(objects: Objects, catalog: Catalog, id: string | undefined): StoredRelease {
  const wanted = id ?? publishedIn(catalog);
  const found = catalog.releases.find((release) => release.id === wanted);
  if (found === undefined) {
    const known = catalog.releases.map((release) => release.id);
    throw new UserError(
      `There is no ${id === undefined ? 'published release' : `release "${id}"`} in ${objects.name}.`,
      {
        hint:
          known.length === 0
            ? 'Bring one there with lintel releases push.'
            : `There are: ${known.join(', ')}.`,
      },
    );
  }
  if (found.format === releaseFormat) return found;
  throw new UserError(
    `The release ${found.id} in ${objects.name} has format ${found.format}; this version reads ${releaseFormat}.`,
    {
      hint: 'Install the version of Lintel that pushed it, or push one that this version built.',
    },
  );
}

/** Brings a release, unless it is here. Throws a StoreAway when the same may work later, else a UserError. */
export async function pullRelease(
  home: Home,
  objects: Objects,
  release: StoredRelease,
  options: PullOptions,
): Promise<Pull> {
  const { id } = release;
  if (existsSync(join(home.releases, id))) {
    checkRelease(join(home.releases, id));
    return { id, bytes: release.bytes, fetched_bytes: 0 };
  }
  const lock = takeProcessLock(lockFile(home));
  if (lock === null) {
    throw new UserError(`Another process brings a release into ${home.directory}.`, {
      hint: 'Wait until it is done.',
    });
  }
  const directory = arrivingFolder(home, id);
  try {
    removeOthers(home, basename(directory));
    const files = await fetchList(objects, release);
    const fetched = await assemble(home, objects, directory, files, options);
    finish(home, directory, id, files);
    return { id, bytes: release.bytes, fetched_bytes: fetched };
  } catch (error) {
    if (!isDiskFull(error, directory)) throw error;
    rmSync(directory, { recursive: true, force: true });
    throw diskFull(`the release ${id} in ${home.releases}`, error);
  } finally {
    lock.release();
    options.progress.done();
  }
}

/** Removes what was on its way before and is wanted no more. */
function removeOthers(home: Home, kept: string): void {
  for (const name of readdirSync(home.releases)) {
    if (!/^\.arriving-/.test(name) || name === kept) continue;
    rmSync(join(home.releases, name), { recursive: true, force: true });
  }
}

/** Makes the files; gives how many bytes were fetched. */
async function assemble(
  home: Home,
  objects: Objects,
  directory: string,
  files: readonly ListedFile[],
  { progress, signal }: PullOptions,
): Promise<number> {
  const here = new LocalChunks(home);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  checkRoom(
    home,
    directory,
    files.filter(({ sha256 }) => here.file(sha256) === undefined),
  );
  progress.step('Fetching', total, 'bytes');
  const fetching = new AtOnce(chunksAtOnce);
  let fetched = 0;
  try {
    for (const file of files) {
      const path = join(directory, file.path);
      mkdirSync(dirname(path), { recursive: true });
      if (await linked(here, file, path)) {
        progress.advance(file.bytes);
        continue;
      }
      const descriptor = openSync(path, existsSync(path) ? 'r+' : 'w+');
      try {
        let at = 0;
        for (const [sha256, bytes] of file.chunks) {
          const chunk = { sha256, bytes };
          const start = at;
          at += bytes;
          await fetching.begin(async () => {
            // Others have a turn: looking at what is here takes long.
            await new Promise((resolve) => setImmediate(resolve));
            signal.throwIfAborted();
            if (!holds(descriptor, start, chunk)) {
              const own = here.read(chunk);
              writeAt(descriptor, own ?? (await fetchChunk(objects, chunk)), start);
              if (own === null) fetched += bytes;
            }
            progress.advance(bytes);
          });
        }
        await fetching.all();
        ftruncateSync(descriptor, file.bytes);
        fsyncSync(descriptor);
      } finally {
        await fetching.settled();
        closeSync(descriptor);
      }
    }
  } catch (error) {
    if (signal.aborted) throw interrupted();
    throw error;
  }
  return fetched;
}

/** Fails before anything is fetched where the disk has no room for it. */
function checkRoom(home: Home, directory: string, files: readonly ListedFile[]): void {
  const sizeOf = (path: string) => statSync(join(directory, path), { throwIfNoEntry: false })?.size ?? 0;
  const missing = files.reduce((sum, { path, bytes }) => sum + Math.max(0, bytes - sizeOf(path)), 0);
  if (freeBytes(home.releases) - reservedBytes >= missing) return;
  throw Object.assign(new Error('too little room'), { code: 'ENOSPC' });
}

/** Gives a file of a release that is here its second name, where it is the same to the byte. */
async function linked(here: LocalChunks, file: ListedFile, path: string): Promise<boolean> {
  const source = here.file(file.sha256);
  if (source === undefined || existsSync(path)) return false;
  try {
    linkSync(source, path);
    if ((await hashFile(path, async () => {})).sha256 === file.sha256) return true;
  } catch {
    // Another file system, or a limit of this one: it is fetched.
  }
  rmSync(path, { force: true });
  return false;
}

/** Whether the chunk is at that place of a file already. */
function holds(
  descriptor: number,
  start: number,
  { sha256, bytes }: { sha256: string; bytes: number },
): boolean {
  const buffer = Buffer.allocUnsafe(bytes);
  return readSync(descriptor, buffer, 0, bytes, start) === bytes && sha256Of(buffer) === sha256;
}

function writeAt(descriptor: number, bytes: Buffer, start: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(descriptor, bytes, written, bytes.length - written, start + written);
}

/** Gives the directories their names, the release last: then it is there. */
function finish(home: Home, directory: string, id: string, files: readonly ListedFile[]): void {
  checkRelease(join(directory, id));
  const folders = new Set(files.map(({ path }) => dirname(path)).filter((path) => path !== id));
  for (const folder of [...folders, id]) {
    const place = join(home.releases, folder);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    syncDirectory(join(directory, folder));
    renameSync(join(directory, folder), place);
    syncDirectory(dirname(place));
  }
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(listsFolder(home), { recursive: true });
  writeWhole(join(listsFolder(home), `${id}.json`), JSON.stringify(files));
  for (const name of readdirSync(listsFolder(home))) {
    if (!existsSync(join(home.releases, basename(name, '.json'))))
      rmSync(join(listsFolder(home), name), { force: true });
  }
}

/** The files and chunks of the releases in a home that came from a store. */
class LocalChunks {
  readonly #files = new Map<string, string>();
  readonly #chunks = new Map<string, { readonly path: string; readonly start: number }>();

  constructor(home: Home) {
    const folder = listsFolder(home);
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
      for (const { path, sha256, chunks } of this.#listed(join(folder, name))) {
        const place = join(home.releases, path);
        this.#files.set(sha256, place);
        let start = 0;
        for (const [chunk, bytes] of chunks) {
          this.#chunks.set(chunk, { path: place, start });
          start += bytes;
        }
      }
    }
  }

  /** The place of a file with that checksum. */
  file(sha256: string): string | undefined {
    return this.#files.get(sha256);
  }

  /** The bytes of a chunk; null if none of these releases has it as it should be. */
  read({ sha256, bytes }: { readonly sha256: string; readonly bytes: number }): Buffer | null {
    const place = this.#chunks.get(sha256);
    if (place === undefined || !existsSync(place.path)) return null;
    const buffer = Buffer.allocUnsafe(bytes);
    const file = openSync(place.path, 'r');
    try {
      const isWhole = readSync(file, buffer, 0, bytes, place.start) === bytes;
      return isWhole && sha256Of(buffer) === sha256 ? buffer : null;
    } finally {
      closeSync(file);
    }
  }

  #listed(path: string): readonly ListedFile[] {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as readonly ListedFile[];
    } catch {
      // Without it more is fetched.
      return [];
    }
  }
}
