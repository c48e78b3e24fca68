/**
 * What a store of releases holds: `catalog.json` says which releases there are, and which was published when and by
 * whom; all else are objects named by their SHA-256, which never change. One write of the catalog publishes, so readers
 * see one release or the other. Its serial number grows with every write: a lower one is an old copy.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../base/user-error.js';
import { releaseIdPattern } from '../format/layout.js';
import { type Chunk, packed, unpacked } from './chunks.js';
import { type Objects, StoreAway, writable } from './objects.js';

const magic = 'lintel-releases';
const format = 1;
const catalogFile = 'catalog.json';

/** How often a write is tried when others write too, and the longest pause between, in milliseconds. */
const writeTries = 20;
const writePauseMs = 250;
/** Publications that the catalog remembers. */
const maxPublications = 1_000;

/** A release in the store. */
export interface StoredRelease {
  readonly id: string;
  /** The format of its files: a server of another version of Lintel cannot read them. */
  readonly format: number;
  readonly released_at: string;
  readonly built_at: string;
  readonly permits: number;
  /** Bytes of its files, whether or not other releases share them. */
  readonly bytes: number;
  readonly pushed_at: string;
  readonly pushed_by: string;
  /** The object that lists its files and their chunks. */
  readonly list: Chunk;
}

export interface StorePublication {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  /** When and by whom it was taken back; absent if nobody did. */
  readonly rolled_back?: { readonly at: string; readonly by: string };
}

export interface Catalog {
  readonly magic: typeof magic;
  readonly format: typeof format;
  /** Which store this is. */
  readonly store: string;
  readonly serial: number;
  readonly releases: readonly StoredRelease[];
  /** The last published last. */
  readonly publications: readonly StorePublication[];
  /** Releases that were removed, whose objects stay for those who still fetch them. */
  readonly removed: readonly { readonly id: string; readonly at: string; readonly list: Chunk }[];
}

/** A file of a release, or of its changes since another. */
export interface ListedFile {
  /** Its path below `releases/` of a home. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly chunks: readonly (readonly [sha256: string, bytes: number])[];
}

/** The catalog; null if nothing was ever pushed there. Where it still has the mark `known`, `unchanged`. */
export async function readCatalog(
  objects: Objects,
  known?: string,
): Promise<{ readonly catalog: Catalog; readonly mark: string } | null | 'unchanged'> {
  const content = await objects.get(catalogFile, known);
  if (content === null || content === 'unchanged') return content;
  return { catalog: parsed(objects.name, content.bytes), mark: content.mark };
}

/** The catalog. Throws a UserError if nothing was ever pushed there. */
export async function requiredCatalog(objects: Objects): Promise<Catalog> {
  const found = await readCatalog(objects);
  if (found !== null && found !== 'unchanged') return found.catalog;
  throw new UserError(`There are no releases in ${objects.name}.`, {
    hint: 'Bring one there with lintel releases push, or check the address.',
  });
}

function parsed(name: string, bytes: Buffer): Catalog {
  let given: Partial<Catalog>;
  try {
    given = JSON.parse(bytes.toString()) as Partial<Catalog>;
  } catch (error) {
    // Half of it came: the next time it is whole.
    throw new StoreAway(name, `its ${catalogFile} is damaged`, error);
  }
  if (given?.magic !== magic) {
    throw new UserError(`${name} is no store of releases: its ${catalogFile} is another file.`);
  }
  if (given.format !== format) {
    throw new UserError(`${name} was made by another version of Lintel (format ${String(given.format)}).`, {
      hint: `This version reads format ${format}.`,
    });
  }
  const lists = [...(given.releases ?? []), ...(given.removed ?? [])];
  if (
    !Number.isInteger(given.serial) ||
    lists.some(({ id, list }) => !releaseIdPattern.test(id) || !isChunk(list))
  ) {
    throw new UserError(`The ${catalogFile} of ${name} is damaged.`);
  }
  return given as Catalog;
}

/** The release that is published in the store; null if none is. */
export function publishedIn({ publications }: Catalog): string | null {
  return publications.findLast(({ rolled_back }) => rolled_back === undefined)?.id ?? null;
}

/** What a store holds that has nothing. */
const emptyCatalog = (): Catalog => ({
  magic,
  format,
  store: randomUUID(),
  serial: 0,
  releases: [],
  publications: [],
  removed: [],
});

/** Changes the catalog: `edit` is called again when another process was faster. */
export async function changeCatalog(
  objects: Objects,
  edit: (catalog: Catalog) => Omit<Catalog, 'magic' | 'format' | 'store' | 'serial'>,
): Promise<Catalog> {
  const store = writable(objects);
  for (let attempt = 1; ; attempt++) {
    const found = await readCatalog(objects);
    const before = found === null || found === 'unchanged' ? null : found;
    const old = before?.catalog ?? emptyCatalog();
    const edited = edit(old);
    const changed: Catalog = {
      ...old,
      ...edited,
      publications: edited.publications.slice(-maxPublications),
      serial: old.serial + 1,
    };
    const bytes = Buffer.from(`${JSON.stringify(changed, null, 1)}\n`);
    if (await store.replace(catalogFile, bytes, before?.mark ?? null)) return changed;
    if (attempt === writeTries) {
      throw new UserError(`Others keep writing the catalog of ${objects.name}.`, { hint: 'Try again.' });
    }
    await sleep(Math.random() * writePauseMs);
  }
}

/** Publishes again in the store what was published there before. */
export async function rollbackInStore(
  objects: Objects,
  by: string,
): Promise<{ readonly id: string; readonly previous: string }> {
  let previous: string | null = null;
  const changed = await changeCatalog(objects, (catalog) => {
    const rolled_back = { at: new Date().toISOString(), by };
    previous = publishedIn(catalog);
    const publications = catalog.publications.map((each) =>
      each.id === previous && each.rolled_back === undefined ? { ...each, rolled_back } : each,
    );
    const target = publishedIn({ ...catalog, publications });
    if (catalog.releases.some(({ id }) => id === target)) return { ...catalog, publications };
    throw new UserError(`There is no earlier published release in ${objects.name} to go back to.`, {
      hint: 'List what is there with lintel releases --in, and publish one with lintel releases push.',
    });
  });
  return { id: String(publishedIn(changed)), previous: String(previous) };
}

/** The name of the object with that checksum. */
export const objectPath = (sha256: string) => `${objectsFolder}${sha256.slice(0, 2)}/${sha256}.gz`;
export const objectsFolder = 'objects/';

/** The bytes of a chunk in the store. Throws a StoreAway while they are missing or not the right ones. */
export async function fetchChunk(objects: Objects, chunk: Chunk): Promise<Buffer> {
  const path = objectPath(chunk.sha256);
  const content = await objects.get(path);
  if (content === null || content === 'unchanged') throw new StoreAway(objects.name, `it lacks ${path}`);
  const bytes = await unpacked(content.bytes, chunk);
  if (bytes === null) throw new StoreAway(objects.name, `its ${path} is damaged`);
  return bytes;
}

/** The files of a release. Throws a UserError if a path leads out of the releases of a home. */
export async function fetchList(
  objects: Objects,
  { id, list }: { readonly id: string; readonly list: Chunk },
): Promise<readonly ListedFile[]> {
  const files = JSON.parse((await fetchChunk(objects, list)).toString()) as readonly ListedFile[];
  const day = String.raw`\d{4}-\d{2}-\d{2}-[0-9a-f]{8}`;
  const allowed = new RegExp(`^(?:${id}|changes/${day}\\.\\.${id})/[\\w-][\\w.-]*$`);
  for (const { path, chunks } of files) {
    if (allowed.test(path) && chunks.every(([sha256, bytes]) => isChunk({ sha256, bytes }))) continue;
    throw new UserError(`${objects.name} lists files of ${id} that no release has: ${JSON.stringify(path)}.`);
  }
  return files;
}

const isChunk = ({ sha256, bytes }: Chunk) =>
  /^[0-9a-f]{64}$/.test(sha256) && Number.isSafeInteger(bytes) && bytes >= 0;

/** The object that lists files, and its bytes as they are stored. */
export async function listObject(files: readonly ListedFile[], sha256Of: (bytes: Buffer) => string) {
  const bytes = Buffer.from(JSON.stringify(files));
  const list: Chunk = { sha256: sha256Of(bytes), bytes: bytes.length };
  return { list, stored: await packed(bytes) };
}
