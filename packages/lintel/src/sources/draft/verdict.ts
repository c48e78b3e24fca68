/**
 * Whether the trial of a source shows that its definition reads what its portal sends: columns exist, rows are usable,
 * keys are unique, dates can be read, places are where the source says.
 */
import type { CatalogSource } from '../source/catalog-source.js';
import type { Trial } from './source-trial.js';

/** Shares of the rows above which something is wrong with the definition, not with a few rows. */
const maxUnusable = 0.05;
/** Some offices publish a corrected row beside the old one. */
const maxRepeated = 0.01;
const maxUnreadable = 0.05;
/** Of a single row: one bad date of a few says nothing about the column. */
const maxUnreadableOfOne = 0.5;
const maxElsewhere = 0.1;

/** Defects that say that a row is not where the source says. */
const ofOtherPlaces = [
  'point_elsewhere',
  'point_outside_us',
  'point_not_degrees',
  'state_conflict',
  'zip_conflict',
];
const ofDates = ['date_unreadable', 'date_impossible', 'date_implausible'];

/**
 * What is wrong, a sentence each; none if the definition holds. `listed` are the columns that the portal lists, since
 * rows may leave out empty ones.
 */
export function faultsOf(source: CatalogSource, trial: Trial, listed: Iterable<string> = []): string[] {
  if (trial.read === 0) return ['There were no rows.'];
  return [
    ...columnFaults(source, trial, listed),
    ...rowFaults(trial),
    ...defectFaults(trial),
    ...emptyFaults(source, trial),
  ];
}

/**
 * Of a permit software only required columns must be there: what its tenants call a column differs, so its mapping names
 * each word that one of them uses.
 */
function columnFaults(
  { definition: { platform, required = [] } }: CatalogSource,
  { missingColumns }: Trial,
  listed: Iterable<string>,
): string[] {
  const known = new Set([...listed].map((name) => name.toLowerCase()));
  return missingColumns
    .filter(({ column }) => platform === undefined || required.includes(column))
    .filter(({ column }) => !known.has(column.toLowerCase()))
    .map(({ column, nearest }) => {
      const meant = nearest === null ? '' : ` The nearest is "${nearest}".`;
      return `There is no column "${column}".${meant}`;
    });
}

function rowFaults({ read, usable, repeatedKeys }: Trial): string[] {
  const faults: string[] = [];
  if (usable < read * (1 - maxUnusable)) faults.push(`Only ${usable} of ${read} rows can be used.`);
  if (repeatedKeys > read * maxRepeated) {
    faults.push(`${repeatedKeys} of ${read} rows have the row key of another row.`);
  }
  return faults;
}

function defectFaults({ read, defects, fields }: Trial): string[] {
  const filled = new Map(fields.map((field) => [field.field, field.filled]));
  return Object.entries(defects).flatMap(([text, rows]) => {
    const [name = '', field = ''] = text.split(' in ');
    const dated = filled.get(field) ?? read;
    if (ofDates.includes(name) && rows > dated * (rows === 1 ? maxUnreadableOfOne : maxUnreadable)) {
      return [`${rows} of ${read} rows have a date in "${field}" that cannot be read.`];
    }
    if (ofOtherPlaces.includes(name) && rows / read > maxElsewhere) {
      return [`${rows} of ${read} rows are not in the place of the source (${name} in ${field}).`];
    }
    return [];
  });
}

/** Rows enough to say that a field is always empty. */
const enoughRows = 100;
/** Fields that are empty in no source that maps them. */
const neverEmpty = [
  'number',
  'type',
  'address',
  'street_name',
  'parcel',
  'license',
  'business_name',
  'title',
];

function emptyFaults({ definition: { map } }: CatalogSource, { read, fields }: Trial): string[] {
  if (read < enoughRows) return [];
  return fields
    .filter(({ field, filled }) => filled === 0 && map[field] !== undefined && neverEmpty.includes(field))
    .map(({ field }) => `No row fills "${field}".`);
}
