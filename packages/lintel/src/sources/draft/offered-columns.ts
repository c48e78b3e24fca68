/**
 * Columns to offer for a field that was left open, where no name is plainly it: names that have all words of the field
 * and others, such as `Total Bldg Cost Customer` for the value of the job. A person decides; none of them is mapped.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { FieldWords } from './columns/field-words.js';
import { wordsBeside } from './columns/name-patterns.js';
import type { ColumnProfile } from './columns/profile.js';

/** What nearly every dataset of a kind has: only for these is it worth to look at doubtful names. */
const asked: Readonly<Record<SourceKind, readonly string[]>> = {
  permits: [
    'number',
    'type',
    'description',
    'status_raw',
    'file_date',
    'issue_date',
    'final_date',
    'job_value',
    'address',
    'parcel',
    'contractor_name',
    'owner_name',
  ],
  properties: [
    'parcel',
    'address',
    'owner_name',
    'use',
    'year_built',
    'market_value',
    'building_area',
    'lot_size',
  ],
  decisions: ['title', 'description', 'outcome', 'category', 'decision_date', 'address', 'applicant_name'],
  contractors: ['license', 'business_name', 'classification', 'license_exp_date', 'address', 'phone'],
};

/** Of somebody or something else: beside these, the words of a field mean another thing. */
const ofOthers = new Set(
  (
    'owner applicant contractor subcontractor agent tenant holder architect engineer mailing billing license expire ' +
    'previous next parent master related violation complaint inspection review plan exempt district census object ' +
    'insurance bond update sale deed estimate status year location zoning'
  ).split(' '),
);

/** The columns that may be a field, the name with the fewest other words first. */
export function offeredColumns(
  kind: SourceKind,
  field: string,
  patterns: readonly FieldWords[],
  columns: readonly ColumnProfile[],
): ColumnProfile[] {
  if (!asked[kind].includes(field)) return [];
  const offered = columns.flatMap((column) => {
    const others = patterns
      .filter((words) => words.field === field && words.fits(column) !== 'no')
      .flatMap((words) =>
        [...words.strong, ...words.weak].flatMap((pattern) => otherWords(pattern, column) ?? []),
      );
    return others.length === 0 ? [] : [{ column, others: Math.min(...others) }];
  });
  return offered.sort((a, b) => a.others - b.others).map(({ column }) => column);
}

/** How many words a name has beside those of a pattern; null if it is no such name. */
function otherWords(pattern: FieldWords['strong'][number], { words }: ColumnProfile): number | null {
  const beside = wordsBeside(pattern, words);
  return beside === null || beside.some((word) => ofOthers.has(word)) ? null : beside.length;
}
