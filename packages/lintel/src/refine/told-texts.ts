/**
 * Remembers what the texts of a permit tell together: clerks and contractors write the same ones over and over.
 *
 * The findings of a set of texts are filled in by the steps that make them; a permit with the same texts finds them
 * there. Long texts seldom come again and are read anew each time.
 */
import { maxMemoText } from './limits.js';
import { Memo } from './memo.js';
import type { PermitTexts } from './text-rules.js';

/** What was found in one set of texts; undefined until a step looked. */
export interface ToldTexts {
  /** The derived description. */
  sentence: string | null | undefined;
  /** Everything that the tag rules give, hints included. */
  names: ReadonlySet<string> | undefined;
}

const memo = new Memo<string, ToldTexts>();

/** What the texts tell: where they came before, what was found then. */
export function toldBy({ type, work, subtype, use, description }: PermitTexts): ToldTexts {
  const key = [type, work, subtype, use, description].join('\0');
  const known = key.length > maxMemoText ? undefined : memo.get(key);
  if (known !== undefined) return known;
  const told = { sentence: undefined, names: undefined };
  if (key.length <= maxMemoText) memo.set(key, told);
  return told;
}
