/**
 * Remembers what a pure function made of short texts: portals write the same few thousand categories and sentences
 * over and over. A full memory is emptied, longer texts are computed anew each time, so it stays small.
 */
import { maxMemo, maxMemoText } from './limits.js';

/** The function with a memory; its results must not be changed. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > maxMemoText) return compute(text);
    let result = known.get(text);
    if (result === undefined) {
      result = compute(text);
      if (known.size >= maxMemo) known.clear();
      known.set(text, result);
    }
    return result;
  };
}
