/**
 * Which of several columns for one field it is, by what all of them hold: a filled column rather than a mostly empty one,
 * status words rather than other words, firms rather than persons, the number as it is printed rather than a counter.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { SourceRow } from '../mapping/value.js';
import { textIn } from './columns/profile.js';
import { isAnyStatus, isFirm, isPerson, isPrinted, shareOf } from './columns/value-shares.js';
import { type Scored, withoutValues } from './score-column.js';

/** Rows that say enough, and how many are read. */
const enoughRows = 20;
const readRows = 500;
/** What an empty column keeps of its rank beside a full one. */
const ofEmpty = 0.6;
/** What a column inside an object keeps beside one that is not. */
const ofNested = 0.9;
/** Shares of values that say that a column is something, and that it is not. */
const plainly = 0.6;
const hardly = 0.2;
/** What a column keeps of its rank whose values are those of something else. */
const ofOther = 0.6;

/** Fields of dates may be empty because it has not happened yet. */
const isDate = (field: string) => field.endsWith('_date');

/** Whether the values are what the field asks for, and what they are otherwise. */
const evidence: Readonly<
  Record<string, readonly [own: (text: string) => boolean, other: (text: string) => boolean]>
> = {
  status_raw: [isAnyStatus, (text) => !isAnyStatus(text)],
  contractor_name: [isFirm, isPerson],
  number: [isPrinted, (text) => /^\d+$/.test(text)],
};

/**
 * The pairs with the rank by which they are chosen, as `rank`; without rows, or for the only column of a field, that is
 * how sure they are.
 */
export function ranked(kind: SourceKind, pairs: readonly Scored[], rows: readonly SourceRow[]): Scored[] {
  if (rows.length < enoughRows) return pairs.map(byNameOnly);
  const sample = rows.slice(0, readRows);
  const fitting = pairs.filter(({ contrary }) => contrary === null);
  return pairs.map((pair) => {
    const rivals = fitting.filter(({ field }) => field === pair.field);
    if (pair.contrary !== null || rivals.length < 2) return pair;
    const fullest = Math.max(...rivals.map(({ column }) => column.filled));
    const fill = isDate(pair.field) || fullest === 0 ? 1 : pair.column.filled / fullest;
    const isOutside = rivals.some(({ column }) => !column.isNested && column.filled > 0);
    const nested = pair.column.isNested && isOutside ? ofNested : 1;
    const values = kind === 'permits' ? byValues(pair, rivals, sample) : 1;
    return { ...pair, rank: pair.confidence * (ofEmpty + (1 - ofEmpty) * fill) * nested * values };
  });
}

/** Without rows, a type of which the portal gives an example is no likelier than one of which it gives none. */
function byNameOnly(pair: Scored): Scored {
  const isUnseen = pair.field === 'type' && pair.column.rows === 0 && pair.column.filled === 0;
  return isUnseen ? { ...pair, rank: pair.confidence / withoutValues } : pair;
}

/** What a column keeps of its rank, where another one has the values of the field and it has not. */
function byValues({ field, column }: Scored, rivals: readonly Scored[], rows: readonly SourceRow[]): number {
  const tests = evidence[field];
  if (tests === undefined) return 1;
  const [isOwn, isOther] = tests;
  const textsOf = (name: string) => rows.flatMap((row) => textIn(row, name) ?? []);
  const texts = textsOf(column.name);
  if (texts.length === 0 || shareOf(texts, isOwn) > hardly || shareOf(texts, isOther) < plainly) return 1;
  const isAnother = (pair: Scored) => {
    const others = pair.column === column ? [] : textsOf(pair.column.name);
    return others.length >= texts.length / 2 && shareOf(others, isOwn) >= plainly;
  };
  return rivals.some(isAnother) ? ofOther : 1;
}
