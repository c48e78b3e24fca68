/**
 * What columns of permits hold whose names say nothing, such as `a` or `column 3` of a table without a header: addresses,
 * status words, dates, printed numbers, kinds of work, amounts and firms look like nothing else. Such a field is only as
 * sure as a draft must be, and none is taken where two columns may be it.
 */

import type { SourceRow } from '../mapping/value.js';
import { type ColumnProfile, columnOf, textIn } from './columns/profile.js';
import {
  isAnyStatus,
  isFirm,
  isKindOfWork,
  isKnownStatus,
  isPrinted,
  shareOf,
  statusOf,
} from './columns/value-shares.js';
import { dateIn } from './joint-evidence.js';
import type { ProposedField } from './proposal.js';
import { minConfidence } from './score-column.js';

/** A column without a name, and its texts. */
interface Nameless {
  readonly column: ColumnProfile;
  readonly texts: readonly string[];
  /** Different texts of each text. */
  readonly variety: number;
  /** Characters of a text, in the middle. */
  readonly length: number;
}

/** Rows that say enough. */
const enoughRows = 20;
/** Share of the values that must look so, and how many of them a place or a status may share. */
const nearlyAll = 0.8;
const half = 0.5;
const differently = 0.3;
const maxStatuses = 40;
const maxTypes = 400;
/** Characters from which on most texts are no category, and those of the longest category. */
const longText = 40;
/** Dollars that permits are worth in the middle at least. */
const leastValue = 500;
/** Share of permits in review that have a date at which they were filed. */
const ofReview = 0.5;

/** The fields that only values show, of those that are not `found`. */
export function fieldsByValues(
  found: ReadonlySet<string>,
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
): ProposedField[] {
  const nameless = columns.filter(isNameless).map((column) => withTexts(column, rows));
  const chosen = new Map<string, ColumnProfile>();
  const isFree = ({ column }: Nameless) => ![...chosen.values()].includes(column);
  for (const [field, fits] of looks) {
    const [only, ...others] = found.has(field) ? [] : nameless.filter((each) => isFree(each) && fits(each));
    if (only !== undefined && others.length === 0) chosen.set(field, only.column);
  }
  for (const [field, column] of datesOf(found, columns, nameless, chosen, rows)) chosen.set(field, column);
  const doubt = 'only its values say so';
  return [...chosen].map(([field, column]) => ({
    field,
    expression: columnOf(column),
    columns: [column.name],
    confidence: minConfidence,
    doubt,
  }));
}

/** Whether the name says nothing: no word, or the number that a table without a header got. */
function isNameless({ words: { known }, name, filled, nested }: ColumnProfile): boolean {
  const saysNothing = known.size === 0 || /^column \d+$/.test(name);
  return saysNothing && filled >= enoughRows && nested === undefined;
}

function withTexts(column: ColumnProfile, rows: readonly SourceRow[]): Nameless {
  const texts = rows.flatMap((row) => textIn(row, column.name) ?? []);
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b);
  return {
    column,
    texts,
    variety: column.distinct / Math.max(1, column.filled),
    length: lengths[Math.floor(lengths.length / 2)] ?? 0,
  };
}

/** What each field looks like; those that look like least else first. */
const looks: readonly (readonly [field: string, fits: (column: Nameless) => boolean])[] = [
  ['address', ({ column: { shares }, variety }) => shares.address >= nearlyAll && variety >= differently],
  [
    'status_raw',
    ({ column: { distinct }, texts }) => distinct >= 2 && distinct <= maxStatuses && isStatus(texts),
  ],
  [
    'number',
    ({ column: { shares }, texts, variety }) =>
      shares.date < half &&
      shares.address < half &&
      variety >= nearlyAll &&
      shareOf(texts, isPrinted) >= nearlyAll,
  ],
  ['job_value', (column) => isAmount(column)],
  ['contractor_name', ({ texts, variety }) => variety < nearlyAll && shareOf(texts, isFirm) >= half],
  [
    'type',
    ({ column: { distinct, shares }, texts, variety, length }) =>
      distinct >= 2 &&
      distinct <= maxTypes &&
      variety < differently &&
      length <= longText &&
      shares.sector < nearlyAll &&
      shareOf(texts, isKindOfWork) >= nearlyAll,
  ],
  [
    'description',
    ({ texts, variety, length }) =>
      length > longText && variety >= differently && shareOf(texts, isKindOfWork) >= differently,
  ],
];

/** Whether nearly all values are words that offices use for the status of a permit, some of them the usual ones. */
function isStatus(texts: readonly string[]): boolean {
  if (shareOf(texts, isKnownStatus) >= nearlyAll) return true;
  return (
    shareOf(texts, isAnyStatus) >= nearlyAll &&
    shareOf(texts, isKnownStatus) > 0 &&
    shareOf(texts, isKindOfWork) < differently
  );
}

/** Dollars: with their sign or in cents, most of them as much as a permit is worth. */
function isAmount({ column: { shares }, texts, variety }: Nameless): boolean {
  if (shares.number < nearlyAll || variety < differently) return false;
  if (shareOf(texts, (text) => /^\s*\$|^\d[\d,]*\.\d\d0*$/.test(text)) < nearlyAll) return false;
  const amounts = texts.map((text) => Number(text.replace(/[$,\s]/g, ''))).sort((a, b) => a - b);
  return (amounts[Math.floor(amounts.length / 2)] ?? 0) >= leastValue;
}

/**
 * The dates, in the order in which they happen, where no column is named as one. The only one is that of issue, unless
 * permits in review have it too.
 */
function datesOf(
  found: ReadonlySet<string>,
  columns: readonly ColumnProfile[],
  nameless: readonly Nameless[],
  chosen: ReadonlyMap<string, ColumnProfile>,
  rows: readonly SourceRow[],
): (readonly [string, ColumnProfile])[] {
  const isDated = ({ shares, filled }: ColumnProfile) => filled > 0 && shares.date >= nearlyAll;
  if (['file_date', 'issue_date', 'final_date'].some((field) => found.has(field))) return [];
  const dated = nameless.map(({ column }) => column).filter(isDated);
  if (dated.length === 0 || dated.length !== columns.filter(isDated).length) return [];
  const [first, second] = dated;
  if (first !== undefined && second === undefined) {
    return [[isOfReview(first, chosen.get('status_raw'), rows) ? 'file_date' : 'issue_date', first]];
  }
  if (dated.length !== 2 || first === undefined || second === undefined) return [];
  const inOrder = isBefore(first, second, rows) ? [first, second] : [second, first];
  const [file, issue] = inOrder;
  if (file === undefined || issue === undefined || !isBefore(file, issue, rows)) return [];
  return [
    ['file_date', file],
    ['issue_date', issue],
  ];
}

/** Whether one date is before the other in nearly all rows that have both. */
function isBefore(first: ColumnProfile, second: ColumnProfile, rows: readonly SourceRow[]): boolean {
  const pairs = rows.flatMap((row) => {
    const [a, b] = [dateIn(row, first.name), dateIn(row, second.name)];
    return a === null || b === null ? [] : [a <= b];
  });
  const different = rows.some((row) => dateIn(row, first.name) !== dateIn(row, second.name));
  return different && pairs.length >= enoughRows && pairs.filter(Boolean).length >= pairs.length * 0.95;
}

/** Whether permits that are still in review have the date. */
function isOfReview(
  date: ColumnProfile,
  status: ColumnProfile | undefined,
  rows: readonly SourceRow[],
): boolean {
  if (status === undefined) return false;
  const inReview = rows.filter((row) => statusOf(textIn(row, status.name) ?? '').status === 'in_review');
  const withDate = inReview.filter((row) => textIn(row, date.name) !== undefined);
  return withDate.length > inReview.length * ofReview;
}
