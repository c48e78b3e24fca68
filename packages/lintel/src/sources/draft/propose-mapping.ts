/**
 * Proposes which column holds which field, by names, types, values and joint evidence, each with how sure it is.
 * What is not sure is left open, with the reason and the candidates.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { SourceRow } from '../mapping/value.js';
import { addressParts, isBetterInParts, joinedAddress, ofStreets, wholeAddress } from './address-columns.js';
import { fieldsByValues } from './by-values.js';
import { choose, takeNearestCategory, takeNearestTitle, takeNearestType } from './choose-columns.js';
import { fieldWords } from './columns/column-words.js';
import { type ColumnProfile, columnOf } from './columns/profile.js';
import { joinedFields } from './joined-columns.js';
import { dateFaults } from './joint-evidence.js';
import { besideOthers } from './joint-names.js';
import { ranked } from './joint-values.js';
import { openFields } from './open-fields.js';
import { inHundredths, type Proposal, type ProposedField } from './proposal.js';
import { type PointPlace, proposePoint } from './propose-point.js';
import { isLink, type Scored, score } from './score-column.js';

interface MappingOptions {
  /** Fields that are decided, such as by a standard, and columns that they read. */
  readonly decided?: readonly ProposedField[];
  readonly read?: ReadonlySet<string>;
  readonly place: PointPlace;
}

/** The best columns for the fields: the surest pair first; a column and a field are used once. */
export function proposeMapping(
  kind: SourceKind,
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
  { decided = [], read: taken = new Set(), place }: MappingOptions,
): Proposal {
  const done = new Set(decided.map(({ field }) => field));
  const free = columns.filter(({ name }) => !taken.has(name));
  const scored = fieldWords[kind]
    .filter(({ field }) => !done.has(field))
    .flatMap((words) => free.flatMap((column) => score(words, column) ?? []))
    .map((pair) => besideOthers(kind, pair, columns));
  const chosen = choose(kind, ranked(kind, ofStreets(scored, free), rows), new Set(done));
  if (isBetterInParts(chosen)) chosen.delete('address');
  if (chosen.has('address') || done.has('address')) for (const part of addressParts) chosen.delete(part);
  // Without a street they say nothing: a `PREFIX` may be that of the number, a `SITE_NUMBER` that of a mine.
  if (!chosen.has('street_name') && !done.has('street_name'))
    for (const part of ['street_no', 'street_direction', 'street_suffix']) chosen.delete(part);
  const byValues =
    kind === 'permits'
      ? fieldsByValues(new Set([...done, ...chosen.keys(), ...wholeAddress(chosen)]), free, rows)
      : [];
  if (byValues.some(({ field }) => field === 'address')) for (const part of addressParts) chosen.delete(part);
  const faults = chosenFaults(chosen, decided, rows);
  for (const field of faults.keys()) chosen.delete(field);
  const hasPoint = ['lat', 'lng'].every((half) => chosen.has(half) || done.has(half));
  const whole = decided.filter(({ field }) => hasPoint || (field !== 'lat' && field !== 'lng'));
  if (!hasPoint) for (const half of ['lat', 'lng']) chosen.delete(half);
  else chosen.delete('point');
  const needsPoint = !hasPoint && !chosen.has('point') && !done.has('point');
  const point = needsPoint && kind !== 'contractors' ? proposePoint(free, rows, place) : null;
  const openPoint = point?.open ?? [];
  const ofPoint = (point?.fields ?? []).filter(({ field }) => kind !== 'decisions' || field !== 'point');
  const order = fieldWords[kind].map(({ field }) => field);
  const hasType =
    chosen.has('type') ||
    done.has('type') ||
    scored.some(({ field, contrary }) => field === 'type' && contrary === null);
  if (kind === 'permits' && !hasType) takeNearestType(chosen);
  if (kind === 'decisions') {
    takeNearestCategory(chosen);
    takeNearestTitle(chosen);
  }
  const joined = kind === 'decisions' && !chosen.has('address') ? joinedAddress(free) : null;
  const found = joinedFields(kind, [...whole, ...[...chosen.values()].map(proposedOf), ...byValues], free);
  const fields = [...found, ...(joined === null ? [] : [joined]), ...ofPoint].sort(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  );
  const read = new Set([
    ...taken,
    ...fields.flatMap((field) => field.columns.flatMap((name) => [name, name.split('.')[0] ?? name])),
  ]);
  const unmapped = columns.filter(
    ({ name, filled, nested, rows: count }) =>
      !read.has(name) && (filled > 0 || nested !== undefined || count === 0),
  );
  return {
    fields,
    open: [
      ...openFields(kind, fields, scored, faults, unmapped, order).filter(
        ({ field }) => openPoint.length === 0 || !['lat', 'lng', 'point'].includes(field),
      ),
      ...openPoint,
    ],
    unmapped,
  };
}

/** Fields whose dates contradict those of others. */
function chosenFaults(
  chosen: ReadonlyMap<string, Scored>,
  decided: readonly ProposedField[],
  rows: readonly SourceRow[],
): Map<string, string> {
  const columns = new Map([...chosen].map(([field, { column }]) => [field, column.name]));
  for (const { field, columns: read } of decided) if (read[0] !== undefined) columns.set(field, read[0]);
  const faults = dateFaults(columns, rows);
  for (const { field } of decided) faults.delete(field);
  return faults;
}

function proposedOf({ field, column, confidence, doubt }: Scored): ProposedField {
  const { known } = column.words;
  const isAcres = field === 'lot_size' && known.has('acre');
  const expression = isAcres ? { join: [column.name, { constant: 'acres' }], all: true } : linkOf(column);
  return { field, expression, columns: [column.name], confidence: inHundredths(confidence), doubt };
}

/** The column; of Socrata's links, which are objects, their address. */
function linkOf(column: ColumnProfile): unknown {
  return isLink(column) ? { path: `${column.name}.url` } : columnOf(column);
}
