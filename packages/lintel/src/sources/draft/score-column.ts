/**
 * How well a column fits a field: by its name, by what its values look like, and by how sure both are. The shares are
 * measured: `docs/data-quality.md` says how right drafts are.
 */
import type { FieldWords } from './columns/field-words.js';
import { matches } from './columns/name-patterns.js';
import type { ColumnProfile } from './columns/profile.js';

/** A less sure proposal is left open. */
export const minConfidence = 0.6;
export const ofStrongName = 0.97;
const ofWeakName = 0.72;
/** Each next pattern of a field is a little less usual than the one before. */
const perPattern = 0.005;
export const withoutValues = 0.93;
const emptyInRows = 0.85;
const ofLastName = 0.52;
const withUnknownWords = 0.66;
/** Of fields whose names are seldom written with other words. */
const withUnknownWordsElsewhere = 0.55;
const ofCompleted = 0.9;

export interface Scored {
  readonly field: string;
  readonly column: ColumnProfile;
  readonly confidence: number;
  /** By what it is chosen among the columns of a field, where that is not how sure it is. */
  readonly rank?: number;
  readonly doubt: string | null;
  /** What its values would have to be; null if they are. */
  readonly contrary: string | null;
}

/** How well a column fits a field; null if its name does not. */
export function score(words: FieldWords, column: ColumnProfile): Scored | null {
  const plain = scoreName(words, column);
  const [best] = column.completions
    .flatMap((completion) => scoreName(words, { ...column, words: completion }) ?? [])
    .sort((a, b) => b.confidence - a.confidence);
  if (best === undefined) return plain;
  const confidence = best.confidence * ofCompleted;
  if (plain !== null && plain.confidence >= confidence) return plain;
  return {
    ...best,
    column,
    confidence,
    doubt: [best.doubt, 'its name is cut off'].filter(Boolean).join('; '),
  };
}

function scoreName(words: FieldWords, column: ColumnProfile): Scored | null {
  const { unknown } = column.words;
  if (unknown.length > 1 || column.words.known.size === 0) return null;
  // A list or an object is no value of a field.
  if (column.filled === 0 && column.nested !== undefined && !isLink(column)) return null;
  const tiers = [
    { patterns: words.strong, base: ofStrongName },
    { patterns: words.weak, base: ofWeakName },
    { patterns: words.last, base: ofLastName },
  ];
  const [found] = tiers.flatMap(({ patterns, base }) => {
    const index = patterns.findIndex((pattern) => matches(pattern, column.words));
    return index < 0 ? [] : [{ base, ofName: base - perPattern * index }];
  });
  if (found === undefined) return null;
  const { base, ofName } = found;
  const isStrong = base === ofStrongName;
  if (unknown.length > 0 && !words.isLoose && !isStrong) return null;
  const fit = words.fits(column);
  const doubts: string[] = [];
  let confidence = ofName;
  if (!isStrong) doubts.push('such a name may mean something else');
  if (unknown.length > 0) {
    confidence *= words.isLoose ? withUnknownWords : withUnknownWordsElsewhere;
    doubts.push(`"${unknown.join(' ')}" in the name is not known`);
  }
  if (fit === 'unseen') {
    confidence *= column.rows > 0 ? emptyInRows : withoutValues;
    doubts.push(column.rows > 0 ? 'it is empty in the sample' : 'no value was seen');
  }
  return {
    field: words.field,
    column,
    confidence,
    doubt: doubts.length === 0 ? null : doubts.join('; '),
    contrary: fit === 'no' ? words.values : null,
  };
}

/** Whether a value is a link as Socrata writes it: an object. */
export function isLink({ name, nested }: ColumnProfile): boolean {
  return typeof nested === 'object' && nested !== null && 'url' in nested && !name.includes('.');
}
