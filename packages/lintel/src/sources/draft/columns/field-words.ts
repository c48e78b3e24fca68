/**
 * What the columns of a field are called and what they hold. The files beside this one list it: `place-words.ts`,
 * `permit-words.ts` and so on.
 */
import { type Pattern, patternsOf } from './name-patterns.js';
import type { ColumnProfile } from './profile.js';
import { type Fit, valueKinds } from './value-kinds.js';

export interface FieldWords {
  readonly field: string;
  /** Names that leave no doubt, best first. */
  readonly strong: readonly Pattern[];
  /** Names that other columns have as well. */
  readonly weak: readonly Pattern[];
  /** Names that are taken only where nothing else can be the field. */
  readonly last: readonly Pattern[];
  /** What the values are, for a message: `dates`. */
  readonly values: string;
  readonly fits: (column: ColumnProfile) => Fit;
  /** Whether a name may also have words that are not known, such as that of a program: `SAMS address`. */
  readonly isLoose: boolean;
}

/** The words of a field: lists of patterns, the best first. */
export function field(
  name: string,
  kind: keyof typeof valueKinds,
  strong: string,
  weak = '',
  isLoose = false,
  last = '',
): FieldWords {
  return {
    field: name,
    strong: patternsOf(strong),
    weak: patternsOf(weak),
    last: patternsOf(last),
    isLoose,
    ...valueKinds[kind],
  };
}

/** A pattern of words any of which may be missing. */
export const any = (words: string) =>
  words
    .split(/[\s|]+/)
    .map((word) => `?${word}`)
    .join(' ');
