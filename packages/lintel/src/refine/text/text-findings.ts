/**
 * Remembers what the texts of a permit tell together: clerks and contractors write the same ones over and over.
 *
 * The findings of a set of texts are filled in by the steps that make them; a permit with the same texts finds them
 * there. They are looked up by the description. Long texts seldom come again and are read anew each time.
 */
import { maxMemoText } from '../record/limits.js';
import { TellingMemo } from '../record/memo.js';
import type { PermitTexts, SaidBefore } from './text-rules.js';

/** What was found in one set of texts; undefined until a step looked. */
export interface ToldTexts {
  /** What was found in the description, whatever texts stood beside it. */
  readonly said: SaidBefore;
  /** The derived description. */
  sentence: string | null | undefined;
  /** Everything that the tag rules give, hints included. */
  names: ReadonlySet<string> | undefined;
}

/** Sets of texts that are remembered for one description. */
const maxBeside = 4;

const memo = new TellingMemo<PermitTexts, ToldTexts>(
  maxBeside,
  (one, other) =>
    one.type === other.type &&
    one.work === other.work &&
    one.subtype === other.subtype &&
    one.use === other.use &&
    one.description === other.description,
);

/** What is told where nothing is remembered of it. */
export function untold(): ToldTexts {
  return { said: { hits: undefined }, sentence: undefined, names: undefined };
}

/** What the texts tell: where they came before, what was found then. */
export function toldBy(texts: PermitTexts): ToldTexts {
  const { type, work, subtype, use, description } = texts;
  const key = description ?? type ?? '';
  if (key.length + (type?.length ?? 0) > maxMemoText) return untold();
  const known = memo.get(key, texts);
  if (known !== undefined) return known;
  const last = memo.latest(key);
  const isSaid = last !== undefined && last.told.description === description;
  const told: ToldTexts = isSaid ? { ...untold(), said: last.made.said } : untold();
  memo.set(key, { type, work, subtype, use, description }, told);
  return told;
}
