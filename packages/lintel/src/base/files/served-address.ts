/**
 * `serve.url` in the home: the address at which it is served. A serving process writes it when it answers and removes it
 * when it stops; commands that print links read it. A killed process leaves it behind, but not its lock, so the address
 * counts only while the home is locked as served. Of several services the last one that started is named.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Home } from '../home.js';
import { takeProcessLock } from '../process-lock.js';
import { writeWhole } from './write-whole.js';

type Places = Pick<Home, 'served' | 'servedAddress'>;

/** Where a service listens when nothing else is said. */
const usualAddress = 'http://127.0.0.1:8080';

/** Writes the address; what is returned removes it, unless another service has written its own since. */
export function noteServedAddress({ servedAddress }: Places, url: string): () => void {
  writeWhole(servedAddress, `${url}\n`);
  return () => {
    if (written(servedAddress) === url) rmSync(servedAddress, { force: true });
  };
}

/** The address at which the home is served now, for example `http://127.0.0.1:8080`; null if it is not known. */
export function servedAddress({ served, servedAddress: path }: Places): string | null {
  const url = written(path);
  if (url === null) return null;
  const unserved = takeProcessLock(served);
  unserved?.release();
  return unserved === null ? url : null;
}

export interface LinkBase {
  /** Without a slash at the end. */
  readonly url: string;
  /** Whether nothing says that this is its address. */
  readonly isGuess: boolean;
}

/** The address before the path of a link that is printed: the public one, else where the home is served, else a guess. */
export function linkBase(home: Places, publicUrl: string | null): LinkBase {
  const known = publicUrl?.replace(/\/+$/, '') ?? servedAddress(home);
  return { url: known ?? usualAddress, isGuess: known === null };
}

/** What to say below a link; empty where its address is known. */
export const guessNote = ({ isGuess, url }: LinkBase): string =>
  isGuess
    ? `\n${url} is a guess: nothing serves this home now, and the setting public_url names no address.`
    : '';

function written(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
