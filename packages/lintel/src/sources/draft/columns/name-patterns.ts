/**
 * Patterns of names, in words: `permit number ?code`. The words may stand in any order; one with `?` may be missing,
 * `a|b` is either, and *full* may be added. A name that has any other known word is something else: `owner address` is
 * no address of the work.
 */
import type { NameWords } from './name-words.js';

export interface Pattern {
  readonly needed: readonly (readonly string[])[];
  readonly allowed: ReadonlySet<string>;
}

/** Whether the words of a name are those of the pattern. */
export function matches({ needed, allowed }: Pattern, { known }: NameWords): boolean {
  return (
    needed.every((choices) => choices.some((word) => known.has(word))) &&
    [...known].every((word) => allowed.has(word) || word === 'full')
  );
}

/** The words of a name beside those of the pattern, unknown ones too; null if it has not all that the pattern needs. */
export function wordsBeside({ needed, allowed }: Pattern, { known, unknown }: NameWords): string[] | null {
  if (!needed.every((choices) => choices.some((word) => known.has(word)))) return null;
  return [...[...known].filter((word) => !allowed.has(word)), ...unknown];
}

/** The patterns of a list with commas. */
export function patternsOf(list: string): Pattern[] {
  return list
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(patternOf);
}

function patternOf(text: string): Pattern {
  const needed: string[][] = [];
  const allowed = new Set<string>();
  for (const part of text.trim().split(/\s+/)) {
    const choices = part.replace('?', '').split('|');
    for (const word of choices) allowed.add(word);
    if (!part.startsWith('?')) needed.push(choices);
  }
  return { needed, allowed };
}
