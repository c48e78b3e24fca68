/**
 * The entries of a ZIP archive on disk, by random access; data is unpacked as a stream and never held whole.
 *
 * Sizes are checked against what the archive says, and an archive that unpacks to far more than records of a
 * city can be is refused before unpacking (a "ZIP bomb"). Encrypted entries are refused.
 */

import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { messageOf, UserError } from '../../base/user-error.js';
import { refuseBomb, refuseSize } from './unpack-limits.js';

/** Entries of an archive. */
const maxEntries = 10_000;

export interface ZipArchive {
  readonly entries: readonly Entry[];
  /** The unpacked bytes of an entry; throws a UserError for errors of the archive. */
  bytes(entry: Entry): AsyncGenerator<Buffer, void, undefined>;
  close(): void;
}

/** Opens an archive and reads its directory. `name` names it in errors. */
export async function openZip(path: string, name: string): Promise<ZipArchive> {
  const broken = (error: unknown) =>
    new UserError(`${name} cannot be unpacked: ${messageOf(error).replace(/\.$/, '')}.`, {
      hint: 'The file may be incomplete. Fetch it again.',
      cause: error,
    });
  const zip = await openFile(path).catch((error: unknown) => {
    throw broken(error);
  });
  try {
    const entries = await readDirectory(zip).catch((error: unknown) => {
      throw broken(error);
    });
    refuseBombs(entries, name);
    return {
      entries,
      async *bytes(entry) {
        try {
          for await (const chunk of await openEntry(zip, entry)) yield chunk as Buffer;
        } catch (error) {
          throw broken(error);
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function openFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

function readDirectory(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    if (zip.entryCount > maxEntries) reject(new Error(`it has ${zip.entryCount} entries`));
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

function refuseBombs(entries: readonly Entry[], name: string): void {
  let total = 0;
  for (const { fileName, compressedSize, uncompressedSize } of entries) {
    total += uncompressedSize;
    refuseBomb(`${name}: ${fileName}`, compressedSize, uncompressedSize);
  }
  refuseSize(name, total);
}
