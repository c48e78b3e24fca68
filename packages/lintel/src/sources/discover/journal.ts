/**
 * What portals answered, kept in a file so that a search that was broken off goes on, and nothing is asked twice within
 * a week. A line an answer; a line that was cut off by a crash is dropped.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../base/user-error.js';

interface Entry {
  readonly atMs: number;
  readonly key: string;
  readonly value: unknown;
}

/** Older answers are asked for again. */
const keptMs = 7 * 24 * 3_600_000;
/** Characters of the file: what portals answer beyond them is asked for again. A string has at most 512 Mi. */
const maxChars = 256 * 1024 * 1024;

export class Journal {
  readonly #path: string;
  readonly #now: () => number;
  readonly #answers = new Map<string, unknown>();
  #chars = 0;
  /** Answers that were there at the beginning. */
  readonly kept: number;

  /** `now` gives milliseconds since 1970 UTC. Throws a UserError if the file cannot be written. */
  constructor(path: string, now: () => number = Date.now) {
    this.#path = path;
    this.#now = now;
    const entries = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(entryOf) : [];
    const fresh = entries.filter(({ atMs }) => now() - atMs < keptMs);
    for (const { key, value } of fresh) this.#answers.set(key, value);
    this.kept = this.#answers.size;
    try {
      mkdirSync(dirname(path), { recursive: true });
      const text = fresh.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      writeFileSync(path, text);
      this.#chars = text.length;
    } catch (error) {
      throw new UserError(`Cannot write ${path}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** The answer that is kept under the key, else what `ask` gives, which must be plain JSON. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    if (this.#answers.has(key)) return this.#answers.get(key) as T;
    const value = await ask();
    const entry: Entry = { atMs: this.#now(), key, value };
    const line = `${JSON.stringify(entry)}\n`;
    if (this.#chars + line.length > maxChars) return value;
    appendFileSync(this.#path, line);
    this.#chars += line.length;
    this.#answers.set(key, value);
    return value;
  }
}

function entryOf(line: string): Entry[] {
  try {
    const { atMs, key, value } = JSON.parse(line) as Partial<Entry>;
    return typeof atMs === 'number' && typeof key === 'string' && value !== undefined
      ? [{ atMs, key, value }]
      : [];
  } catch {
    return [];
  }
}
