/**
 * Where releases are kept for other machines: objects of some bytes under names, in a directory, behind a web server, or
 * in S3. An object appears whole or not at all, and only the catalog is ever replaced.
 */
import { UserError } from '../base/user-error.js';

/** An object that is there. */
interface StoredObject {
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The content of an object, and a mark that changes whenever it is replaced. */
export interface Content {
  readonly bytes: Buffer;
  readonly mark: string;
}

/** Objects that can be read. All fail with a `StoreAway` while the store cannot be asked. */
export interface Objects {
  /** The store as people read it, without passwords. */
  readonly name: string;
  /** The content of an object; null if there is none. Where it still has the mark `known`, `unchanged`. */
  get(path: string, known?: string): Promise<Content | null | 'unchanged'>;
  /** How to write and remove; null where the store is only read. */
  readonly writable: WritableObjects | null;
}

export interface WritableObjects {
  /** Creates an object, or replaces it. */
  put(path: string, bytes: Buffer): Promise<void>;
  /**
   * Replaces an object that has the mark, or creates it where that is null. False if another process was faster.
   */
  replace(path: string, bytes: Buffer, mark: string | null): Promise<boolean>;
  /** All objects whose names begin so. */
  list(prefix: string): Promise<ReadonlyMap<string, StoredObject>>;
  remove(path: string): Promise<void>;
}

/** The store could not be asked, or broke off: the same may work later. */
export class StoreAway extends UserError {
  constructor(name: string, reason: string, cause?: unknown) {
    super(`The store ${name} cannot be reached: ${reason}.`, {
      hint: 'Check the address and the network, and try again: what is there already is not sent again.',
      cause,
    });
  }
}

/**
 * Opens the store at an address: a directory, http(s)://… or s3://BUCKET/FOLDER. Requests end with the signal. Throws a
 * UserError if it is no such address.
 */
export async function openObjects(address: string, signal: AbortSignal): Promise<Objects> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return (await import('./directory-objects.js')).directoryObjects(address);
  if (scheme === 'http' || scheme === 'https')
    return (await import('./http-objects.js')).httpObjects(address, signal);
  if (scheme === 's3') return (await import('./s3-objects.js')).s3Objects(address, signal);
  throw new UserError(`Releases are not kept behind ${scheme}://.`, {
    hint: 'Name a directory, http(s)://…, or s3://BUCKET/FOLDER.',
  });
}

/** Whether an address is that of a database, which is no store. */
export const isDatabase = (address: string) => /^postgres(?:ql)?:/.test(address);

/** The part of a store that is written. Throws a UserError where it is only read. */
export function writable({ name, writable }: Objects): WritableObjects {
  if (writable !== null) return writable;
  throw new UserError(`${name} is a web server: releases are only read from there.`, {
    hint: 'Name the directory that it serves, or an s3:// bucket.',
  });
}
