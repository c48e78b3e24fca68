/**
 * Remembers what pure functions made of short texts: portals write the same few thousand streets, contractors,
 * categories and sentences over and over. Of what was not asked for lately the older half is forgotten, longer texts are
 * computed anew each time, so it stays small.
 */
import { maxMemo, maxMemoText } from './limits.js';

/** At most so many values by key, those asked for lately. Values must not be changed. */
export class Memo<Key, Value extends object | string | number | boolean | null> {
  readonly #most: number;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(most = maxMemo) {
    this.#most = most;
  }

  /** The value of the key; undefined when it is not remembered. */
  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (this.#recent.size >= this.#most / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}

/** What was made of one telling, and those before it under the same key. */
interface Remembered<Told, Made> {
  readonly told: Told;
  readonly made: Made;
  /** How many are in the list that begins here. */
  readonly length: number;
  readonly next: Remembered<Told, Made> | null;
}

/**
 * What was made of several columns together, looked up by one of them, which is there already with its hash: a text
 * joined of all would cost more than comparing the few others that came under the same key. At most `most` of a key.
 */
export class TellingMemo<Told, Made> {
  readonly #memo = new Memo<string, Remembered<Told, Made>>();
  readonly #most: number;
  readonly #isSame: (one: Told, other: Told) => boolean;

  constructor(most: number, isSame: (one: Told, other: Told) => boolean) {
    this.#most = most;
    this.#isSame = isSame;
  }

  /** What was made of the same; undefined when it is not remembered. */
  get(key: string, told: Told): Made | undefined {
    let at = this.#memo.get(key) ?? null;
    while (at !== null && !this.#isSame(at.told, told)) at = at.next;
    return at?.made;
  }

  /** What came last under the key. */
  latest(key: string): { readonly told: Told; readonly made: Made } | undefined {
    return this.#memo.get(key);
  }

  /** Remembers what is not remembered yet; a list that is full begins anew. */
  set(key: string, told: Told, made: Made): void {
    const last = this.#memo.get(key) ?? null;
    const next = last !== null && last.length < this.#most ? last : null;
    this.#memo.set(key, { told, made, length: (next?.length ?? 0) + 1, next });
  }
}

/** The function with a memory; its results must not be changed. */
export function remembered<Value extends object | string | number | boolean | null>(
  compute: (text: string) => Value,
): (text: string) => Value {
  const memo = new Memo<string, Value>();
  return (text) => {
    if (text.length > maxMemoText) return compute(text);
    let value = memo.get(text);
    if (value === undefined) {
      value = compute(text);
      memo.set(text, value);
    }
    return value;
  };
}
