/**
 * Remembers what pure functions made of short texts: portals write the same few thousand streets, contractors,
 * categories and sentences over and over. Of what was not asked for lately the older half is forgotten, longer texts are
 * computed anew each time, so it stays small.
 */
import { maxMemo, maxMemoText } from './limits.js';

/** At most `maxMemo` values by key, those asked for lately. Values must not be changed. */
export class Memo<Key, Value extends object | string | number | boolean | null> {
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  /** The value of the key; undefined when it is not remembered. */
  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (this.#recent.size >= maxMemo / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
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
