/** Which columns are an address as a whole and which its parts, as they stand beside each other. */

import { choose } from './choose-columns.js';
import { place } from './columns/place-words.js';
import type { ColumnProfile } from './columns/profile.js';
import type { ProposedField } from './proposal.js';
import { minConfidence, ofStrongName, type Scored, score, withoutValues } from './score-column.js';

/** Parts that the address of one column makes superfluous: they could contradict it. */
export const addressParts = ['street_no', 'street_direction', 'street_name', 'street_suffix'];

/**
 * An `address street` or an `address name` is the name of the street where another column has the number of the house and none the name; the
 * name of a street is the address where no column has either, and the values do not say otherwise.
 */
export function ofStreets(all: readonly Scored[], columns: readonly ColumnProfile[]): Scored[] {
  const scored = [...all, ...bareParts(all, columns)];
  const has = (wanted: string) =>
    scored.some(
      ({ field, contrary, confidence }) =>
        field === wanted && contrary === null && confidence >= minConfidence,
    );
  if (has('street_no') === has('street_name')) return scored;
  if (has('street_no'))
    return scored.map((pair) =>
      pair.field === 'address' &&
      ['street', 'name'].some((word) => pair.column.words.known.has(word)) &&
      !pair.column.words.known.has('full')
        ? { ...pair, field: 'street_name', doubt: 'another column has the number of the house' }
        : pair,
    );
  return has('address')
    ? scored
    : scored.map((pair) =>
        pair.field === 'street_name' && pair.column.filled === 0
          ? { ...pair, field: 'address', doubt: 'no other column has the number of the house' }
          : pair,
      );
}

/**
 * `NUMBER` and `TYPE` beside `STREET`, where other columns plainly have the number and the type of the permit: they are
 * parts of the address.
 */
function bareParts(scored: readonly Scored[], columns: readonly ColumnProfile[]): Scored[] {
  const only = (word: string) =>
    columns.find(
      ({ words: { known, unknown } }) => known.size === 1 && known.has(word) && unknown.length === 0,
    );
  const parts = [
    { field: 'street_no', column: only('number') },
    { field: 'street_suffix', column: only('type') },
  ].flatMap(({ field, column }) => (column === undefined ? [] : [{ field, column }]));
  const isElsewhere = (column: ColumnProfile, field: string) =>
    scored.some(
      (pair) =>
        pair.field === field &&
        pair.column !== column &&
        pair.column.words.known.has('permit') &&
        pair.contrary === null,
    );
  const isStreet = only('street') !== undefined;
  const [number] = parts;
  if (!isStreet || number?.field !== 'street_no' || !isElsewhere(number.column, 'number')) return [];
  return parts
    .filter(({ field, column }) => field === 'street_no' || isElsewhere(column, 'type'))
    .map(({ field, column }) => ({
      field,
      column,
      confidence: ofStrongName * withoutValues,
      doubt: 'it stands beside a street, and another column is that of the permit',
      contrary: null,
    }));
}

/** The address, where a number and a street are one. */
export function wholeAddress(chosen: ReadonlyMap<string, Scored>): string[] {
  return ['street_no', 'street_name'].every((field) => chosen.has(field)) ? ['address'] : [];
}

/** Whether a number and a street are surer than a column that may be the address or a point, such as `location`. */
export function isBetterInParts(chosen: ReadonlyMap<string, Scored>): boolean {
  const whole = chosen.get('address');
  const parts = ['street_no', 'street_name'].map((field) => chosen.get(field));
  return (
    whole !== undefined &&
    !whole.column.words.known.has('address') &&
    whole.column.shares.address === 0 &&
    parts.every((part) => part !== undefined && part.confidence > whole.confidence)
  );
}

/** The address of a decision, which is one field, of the columns of its parts. */
export function joinedAddress(columns: readonly ColumnProfile[]): ProposedField | null {
  const scored = place
    .filter(({ field }) => addressParts.includes(field))
    .flatMap((words) => columns.flatMap((column) => score(words, column) ?? []));
  const chosen = choose('decisions', scored, new Set());
  if (!chosen.has('street_no') || !chosen.has('street_name')) return null;
  const parts = addressParts.flatMap((field) => chosen.get(field) ?? []);
  const names = parts.map(({ column }) => column.name);
  return {
    field: 'address',
    expression: { join: names },
    columns: names,
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    doubt: 'it is made of its parts',
  };
}
