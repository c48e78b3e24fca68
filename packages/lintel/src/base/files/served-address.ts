/**
 * `serve.url` in the home: the addresses at which it is served, a line each. A service writes its own when it answers and
 * removes it when it stops; commands that print links read the last one. A killed service leaves its line behind, but not
 * its lock, so the lines count only while the home is locked as served.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Home } from '../home.js';
import { takeProcessLock } from '../process-lock.js';
import { writeWhole } from './write-whole.js';

type Places = Pick<Home, 'served' | 'servedAddress'>;

/** Where a service listens when nothing else is said. */
const usualAddress = 'http://127.0.0.1:8080';

/** Writes the address. What is returned removes it, with those of killed services once nothing serves the home. */
export function noteServedAddress(home: Places, url: string): () => void {
  const path = home.servedAddress;
  const others = () => written(path).filter((line) => line !== url);
  const write = (lines: readonly string[]) => writeWhole(path, `${lines.join('\n')}\n`);
  write([...others(), url]);
  return () => {
    const left = others();
    if (left.length > 0 && isServed(home)) write(left);
    else rmSync(path, { force: true });
  };
}

/** The address at which the home is served now, for example `http://127.0.0.1:8080`; null if it is not known. */
export function servedAddress(home: Places): string | null {
  const url = written(home.servedAddress).at(-1);
  return url !== undefined && isServed(home) ? url : null;
}

function isServed({ served }: Places): boolean {
  const unserved = takeProcessLock(served);
  unserved?.release();
  return unserved === null;
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

function written(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
