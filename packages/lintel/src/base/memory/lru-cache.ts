/**
 * A cache of bounded size that evicts what was not used lately. It keeps two generations: a hit in the old
 * one moves to the young one, and when the young one is full the old one is dropped. That is
 * least-recently-used within a factor of two, and cheaper than an exact list: a hit in the young generation
 * writes nothing.
 */

/** What may be cached: anything but `undefined`, which means "not in the cache". */
type Cacheable = NonNullable<unknown> | null;

/**
 * Holds the `capacity / 2` entries used last, and `capacity` at most. Values are shared: do not change them.
 */
export class LruCache<Key, Value extends Cacheable> {
  readonly #generation: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(capacity: number) {
    this.#generation = Math.ceil(capacity / 2);
  }

  /** The value of a key; undefined when it is not in the cache. */
  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generation && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}

interface MemoizeOptions {
  /** Entries at most. */
  readonly capacity: number;
  /** Characters of the longest text that is cached: longer ones seldom come again. Any length when absent. */
  readonly maxKeyLength?: number;
}

/** A pure function of a text with a cache before it. Its results are shared: do not change them. */
export function memoize<Value extends Cacheable>(
  compute: (text: string) => Value,
  { capacity, maxKeyLength = Number.POSITIVE_INFINITY }: MemoizeOptions,
): (text: string) => Value {
  const cache = new LruCache<string, Value>(capacity);
  return (text) => {
    if (text.length > maxKeyLength) return compute(text);
    let value = cache.get(text);
    if (value === undefined) {
      value = compute(text);
      cache.set(text, value);
    }
    return value;
  };
}
