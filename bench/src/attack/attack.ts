/**
 * What an attack is. Each is in its own file and is listed in `attacks.ts`; `npm run attack` runs them at
 * full length, and the tests run them in a short form.
 */
import type { Served, Settings } from './served.js';

/** What an attack found. */
export interface Verdict {
  readonly held: boolean;
  /** What was measured, as one line for people. */
  readonly seen: string;
}

/** Where an attack takes place. Everything made here is removed after the attack. */
export interface Ground {
  /** Duration of an open-ended attack, in seconds. */
  readonly seconds: number;
  /** Whether this is the short form of the tests: a few rounds are enough. */
  readonly isShort: boolean;
  /** A new, empty directory. */
  directory(): string;
  /** A service in its own process, over sample records, with a new ledger. */
  serve(settings?: Settings): Promise<Served>;
  /** Prints a line of progress; says nothing in the tests. */
  tell(line: string): void;
}

export interface Attack {
  /** Words joined by hyphens; the command takes it as an argument. */
  readonly name: string;
  /** The promise that must hold, as a sentence. */
  readonly promise: string;
  run(ground: Ground): Promise<Verdict>;
}
