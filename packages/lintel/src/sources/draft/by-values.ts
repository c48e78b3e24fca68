/**
 * What columns of permits hold whose names say nothing, such as `a`: addresses, status words and the only dates look
 * like nothing else. Such a field is only as sure as a draft must be.
 */
import { findStatus } from '../../refine/text/status.js';
import { type ColumnProfile, columnOf, textIn } from './columns/profile.js';
import type { ProposedField } from './proposal.js';
import { minConfidence } from './score-column.js';

type Row = Readonly<Record<string, unknown>>;

/** Rows that say enough. */
const enoughRows = 20;
/** Share of the values that must look so, and how many of them a place or a status may share. */
const nearlyAll = 0.8;
const differently = 0.3;
const maxStatuses = 40;

/** The fields that only values show, of those that are not `found`. */
export function fieldsByValues(
  found: ReadonlySet<string>,
  columns: readonly ColumnProfile[],
  rows: readonly Row[],
): ProposedField[] {
  const nameless = columns.filter(
    ({ words: { known }, filled, nested }) =>
      known.size === 0 && filled >= enoughRows && nested === undefined,
  );
  const dated = columns.filter(({ shares, filled }) => filled > 0 && shares.date >= nearlyAll);
  const hasDate = ['file_date', 'issue_date', 'final_date'].some((field) => found.has(field));
  const looks: readonly (readonly [field: string, fits: (column: ColumnProfile) => boolean])[] = [
    [
      'address',
      ({ shares, distinct, filled }) => shares.address >= nearlyAll && distinct / filled >= differently,
    ],
    ['status_raw', (column) => isStatus(column, rows)],
    ['issue_date', (column) => !hasDate && dated.length === 1 && dated[0] === column],
  ];
  return looks.flatMap(([field, fits]) => {
    const [only, ...others] = found.has(field) ? [] : nameless.filter(fits);
    if (only === undefined || others.length > 0) return [];
    const doubt = 'only its values say so';
    return [{ field, expression: columnOf(only), columns: [only.name], confidence: minConfidence, doubt }];
  });
}

/** Whether nearly all values are words that offices use for the status of a permit. */
function isStatus({ name, distinct }: ColumnProfile, rows: readonly Row[]): boolean {
  if (distinct < 2 || distinct > maxStatuses) return false;
  const words = rows.flatMap((row) => textIn(row, name) ?? []);
  const known = words.filter((word) => findStatus(word, noDates, noSource).by === 'shared table');
  return known.length >= words.length * nearlyAll;
}

const noDates = { file: null, issue: null, final: null };
const noSource = { statusWords: {}, statusWhenIssued: null, statusWhenFiled: null };
