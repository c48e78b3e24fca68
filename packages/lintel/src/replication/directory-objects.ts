/** A store in a directory: of this machine, of a network file system, or of a web server. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { syncDirectory } from '../base/directory.js';
import { writeFailure } from '../base/files/file-writer.js';
import { takeProcessLock } from '../base/process-lock.js';
import { errorCode, messageOf } from '../base/user-error.js';
import { sha256Of } from './chunks.js';
import { type Content, type Objects, StoreAway, type WritableObjects } from './objects.js';

/** Held while the catalog is replaced. */
const lockFile = 'catalog.lock';

/** Opens the store in a directory, which is made when something is written. */
export function directoryObjects(directory: string): Objects {
  const root = resolve(directory);
  const read = (path: string): Content | null => {
    try {
      const bytes = readFileSync(join(root, path));
      return { bytes, mark: sha256Of(bytes) };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw new StoreAway(root, messageOf(error), error);
    }
  };
  return {
    name: root,
    async get(path, known) {
      const content = read(path);
      return content !== null && content.mark === known ? 'unchanged' : content;
    },
    writable: writableDirectory(root, read),
  };
}

function writableDirectory(root: string, read: (path: string) => Content | null): WritableObjects {
  const put = async (path: string, bytes: Buffer) => {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeObject(place, bytes);
  };
  return {
    put,
    async replace(path, bytes, mark) {
      mkdirSync(root, { recursive: true });
      const lock = takeProcessLock(join(root, lockFile));
      if (lock === null) return false;
      try {
        if ((read(path)?.mark ?? null) !== mark) return false;
        await put(path, bytes);
        return true;
      } finally {
        lock.release();
      }
    },
    async list(prefix) {
      if (!existsSync(join(root, prefix))) return new Map();
      const entries = readdirSync(join(root, prefix), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return new Map(
        files.flatMap((entry) => {
          const path = join(entry.parentPath, entry.name);
          const found = statSync(path, { throwIfNoEntry: false });
          if (found === undefined) return [];
          return [[relative(root, path), { bytes: found.size, modifiedMs: found.mtimeMs }]];
        }),
      );
    },
    async remove(path) {
      rmSync(join(root, path), { force: true });
    },
  };
}

/** Writes a file that appears whole, also after a crash. */
function writeObject(path: string, bytes: Buffer): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(draft, 'w');
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw writeFailure(path, error);
  }
}
