/** What a draft leaves open: fields without a column that could have one, why, and the columns that may be it. */
import type { SourceKind } from '../../base/source-kind.js';
import { addressParts } from './address-columns.js';
import { fieldWords } from './columns/column-words.js';
import type { ColumnProfile } from './columns/profile.js';
import { isSaidByOthers } from './joint-names.js';
import { offeredColumns } from './offered-columns.js';
import { inHundredths, type OpenField, type ProposedField } from './proposal.js';
import type { Scored } from './score-column.js';

/** What a column of this kind of words is not says nothing: most columns are not. */
const ofSectors = 'residential or commercial';
/** How sure a column is that is only offered. */
const ofOffered = 0.3;
const manyNames = 'no name is plainly it; these have its words and others';

/** The fields without a column that could have one, why they do not, and the columns that may be it. */
export function openFields(
  kind: SourceKind,
  fields: readonly ProposedField[],
  scored: readonly Scored[],
  faults: ReadonlyMap<string, string>,
  free: readonly ColumnProfile[],
  order: readonly string[],
): OpenField[] {
  const filled = new Set(fields.map(({ field }) => field));
  if (filled.has('address')) for (const part of addressParts) filled.add(part);
  if (filled.has('street_name')) filled.add('address');
  if (filled.has('lat') || filled.has('point')) for (const part of ['lat', 'lng', 'point']) filled.add(part);
  return [...new Set(order)].flatMap((field) => {
    if (filled.has(field)) return [];
    const named = scored
      .filter((pair) => pair.field === field && free.includes(pair.column) && pair.contrary !== ofSectors)
      .sort((a, b) => b.confidence - a.confidence);
    const [best] = named;
    const others = offeredColumns(kind, field, fieldWords[kind], free).filter(
      (column) => !named.some((pair) => pair.column === column),
    );
    const candidates = [...named, ...others.map((column) => ({ column, confidence: ofOffered }))].map(
      ({ column, confidence }) => ({
        column: column.name,
        confidence: inHundredths(confidence),
        example: column.example,
      }),
    );
    if (candidates.length === 0) return [];
    return [
      { field, reason: faults.get(field) ?? (best === undefined ? manyNames : reasonOf(best)), candidates },
    ];
  });
}

function reasonOf({ column, contrary, doubt }: Scored): string {
  if (contrary === null) return doubt ?? 'another field has the column';
  if (isSaidByOthers(contrary)) return `it is not surely ${contrary}`;
  if (column.filled > 0) return `its values are not ${contrary}, such as "${column.example.slice(0, 40)}"`;
  return column.type === null
    ? 'no value was seen, and the name may mean something else'
    : `its type is not that of ${contrary}`;
}
