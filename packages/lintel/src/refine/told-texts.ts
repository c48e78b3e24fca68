/**
 * Remembers what the texts of a permit tell together: clerks and contractors write the same ones over and over.
 *
 * The findings of a set of texts are filled in by the steps that make them; a permit with the same texts finds them
 * there. They are looked up by the description alone, which is there already, with its hash: one text made of all
 * of them would cost more than comparing the few others. Long texts seldom come again and are read anew each time.
 */
import { maxMemoText } from './limits.js';
import { Memo } from './memo.js';
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

/** A set of texts that came, and the one that came before it with the same description. */
interface Told extends ToldTexts {
  readonly texts: PermitTexts;
  readonly next: Told | null;
}

/** Sets of texts that are remembered for one description. */
const maxBeside = 4;

const memo = new Memo<string, Told>();

/** What is told where nothing is remembered of it. */
export function untold(): ToldTexts {
  return { said: { hits: undefined }, sentence: undefined, names: undefined };
}

/** What the texts tell: where they came before, what was found then. */
export function toldBy({ type, work, subtype, use, description }: PermitTexts): ToldTexts {
  const key = description ?? type ?? '';
  if (key.length + (type?.length ?? 0) > maxMemoText) return untold();
  const last = memo.get(key);
  let count = 0;
  for (let told = last ?? null; told !== null; told = told.next) {
    const { texts } = told;
    if (
      texts.type === type &&
      texts.work === work &&
      texts.subtype === subtype &&
      texts.use === use &&
      texts.description === description
    ) {
      return told;
    }
    count += 1;
  }
  const told: Told = {
    said: last !== undefined && last.texts.description === description ? last.said : { hits: undefined },
    sentence: undefined,
    names: undefined,
    texts: { type, work, subtype, use, description },
    next: count < maxBeside ? (last ?? null) : null,
  };
  memo.set(key, told);
  return told;
}
