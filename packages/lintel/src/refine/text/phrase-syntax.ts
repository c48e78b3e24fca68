/**
 * The syntax of phrases: words separated by blanks.
 *
 * `a|b` is either word, `roof*` any word with that prefix, `#` a number, `,` a comma. Between words, `..`
 * stands for up to four words of any kind within the sentence, `...` for up to ten, and `~` for up to four
 * words, none of which leads away from the work itself (`to`, `for`, `existing` …). Numbers do not count as
 * words of a gap. `^` before the first word and `$` after the last mean the beginning and the end of the
 * whole text.
 */

/** What may come before a word: nothing, or words as `..`, `...` and `~` allow. */
export type Gap = 'none' | 'any' | 'far' | 'near';

const gaps: ReadonlyMap<string, Gap> = new Map([
  ['..', 'any'],
  ['...', 'far'],
  ['~', 'near'],
]);

interface PhrasePart {
  /** The gap before it. */
  readonly gap: Gap;
  /** The allowed words, as written: `deck|porch*`. Equal texts are one slot. */
  readonly slot: string;
}

interface PhraseSyntax {
  readonly parts: readonly PhrasePart[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Parses a phrase. Throws if it has no word. */
export function parsePhrase(phrase: string): PhraseSyntax {
  const parts: PhrasePart[] = [];
  let gap: Gap = 'none';
  for (const part of phrase.split(' ')) {
    if (part === '' || part === '^' || part === '$') continue;
    const written = gaps.get(part);
    if (written === undefined) parts.push({ gap, slot: part });
    gap = written ?? 'none';
  }
  if (parts.length === 0) throw new Error(`the phrase "${phrase}" has no word`);
  return { parts, atStart: phrase.startsWith('^'), atEnd: phrase.endsWith('$') };
}
