/** The summary of a comparison of two releases, for people. */
import { type ChangedKind, type ChangeType, changedKinds, changeTypes } from '@lintel/contract/plain';
import { formatCount } from '../../base/format-number.js';
import { table } from '../terminal/outcome.js';

/** Fields that the text names for each kind. */
const fieldsShown = 8;

/** How many records changed, in which way and in which fields. */
export interface DiffSummary {
  readonly from: string;
  readonly to: string;
  readonly counts: Readonly<Partial<Record<ChangedKind, Readonly<Record<ChangeType, number>>>>>;
  /** Records of each kind in which a field differs, by field, the most frequent first. */
  readonly fields: Readonly<Partial<Record<ChangedKind, Readonly<Record<string, number>>>>>;
}

export function diffText({ from, to, counts, fields }: DiffSummary): string {
  const known = changedKinds.filter((kind) => counts[kind] !== undefined);
  const title = `From ${from} to ${to}`;
  if (known.length === 0) return `${title}: nothing changed.`;
  const rows = known.map((kind) => [kind, ...changeTypes.map((type) => counts[kind]?.[type] ?? 0)]);
  const parts = [title, table(['', ...changeTypes], rows)];
  const fieldRows = known.flatMap((kind) => {
    const entries = Object.entries(fields[kind] ?? {});
    const rest = entries.length - fieldsShown;
    const more = rest > 0 ? [[kind, `… and ${formatCount(rest)} fields more`, null]] : [];
    return [...entries.slice(0, fieldsShown).map(([field, count]) => [kind, field, count]), ...more];
  });
  if (fieldRows.length > 0) parts.push(table(['kind', 'field', 'records'], fieldRows));
  return parts.join('\n\n');
}
