/**
 * What the names of columns say together that none says alone: a city beside a mailing address is the owner's, a status
 * of a case is not that of the permit beside it.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { ColumnProfile } from './columns/profile.js';
import type { Scored } from './score-column.js';

/** Fields of a place that an owner's mailing address has as well. */
const mailed = ['address', 'city', 'state', 'zip'];
const siteWords = ['situs', 'site', 'property', 'physical', 'location', 'parcel'];
const ownerWords = ['owner', 'mailing', 'payer', 'taxpayer'];
const placeWords = [...mailed, 'street', 'situs', 'location'];
const ofPermit = 'of the permit: other columns are of a case';
const ofLicense = 'those of the license: other columns are of an insurance or a bond';
const ofHomes = 'of homes: another column says that something else is counted';
const ofText = 'what is done: another column is a description, or a name too';
const ofWork = 'the kind of work: its values say how a permit is reviewed';
const ofTaxed = 'of the owner: no column has an address or a value, so this may be what the place is called';
const ofOwner = 'of the site: other columns say that they are, so this may be where the owner gets mail';

/** The pair; with what it would have to be, if other columns say that it is something else. */
export function besideOthers(kind: SourceKind, pair: Scored, columns: readonly ColumnProfile[]): Scored {
  if (kind !== 'contractors' && isInMail(pair, columns)) return { ...pair, contrary: ofOwner };
  if (kind === 'properties' && isOfOwner(pair, columns)) return { ...pair, contrary: ofOwner };
  if (kind === 'properties' && isOfPlace(pair, columns)) return { ...pair, contrary: ofTaxed };
  if (kind === 'contractors' && isOfCover(pair, columns)) return { ...pair, contrary: ofLicense };
  if (kind === 'permits' && isOfCase(pair, columns)) return { ...pair, contrary: ofPermit };
  if (kind === 'permits' && isOfMeasure(pair, columns)) return { ...pair, contrary: ofHomes };
  if (kind === 'permits' && isBesideText(pair, columns)) return { ...pair, contrary: ofText };
  if (pair.field === 'work' && /\breview\b/i.test(pair.column.example)) return { ...pair, contrary: ofWork };
  if (pair.field === 'description' && isUse(pair.column)) return { ...pair, contrary: ofText };
  return pair;
}

/** Whether this is what other columns say, not the column itself. */
export const isSaidByOthers = (contrary: string) =>
  [ofOwner, ofTaxed, ofLicense, ofPermit, ofHomes, ofText, ofWork].includes(contrary);

/**
 * Whether a column is of an owner rather than of the property: its name does not say, but others say that they are of
 * the site, no other column of its kind is of the owner, and it is not alone: mail needs more than a city or a ZIP code.
 */
function isOfOwner({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const says = ({ words }: ColumnProfile, choices: readonly string[]) =>
    choices.some((word) => words.known.has(word));
  // Mail goes to a city, not to a municipality.
  if (!mailed.includes(field) || says(column, [...siteWords, 'municipality'])) return false;
  const others = columns.filter((other) => other !== column);
  const hasSite = others.some(
    (other) => says(other, siteWords) && (field === 'address' ? isStreet(other) : says(other, placeWords)),
  );
  const isAlone =
    field !== 'address' &&
    !others.some((other) => says(other, mailed) && !says(other, [...siteWords, ...ownerWords]));
  return (
    hasSite && !isAlone && !others.some((other) => says(other, ownerWords) && other.words.known.has(field))
  );
}

/** Whether a bare name may be that of a landmark: a list of owners has addresses or values. */
function isOfPlace({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const isBare = [...column.words.known].every((word) => word === 'name' || word === 'line');
  return (
    field === 'owner_name' &&
    isBare &&
    !columns.some(({ words: { known } }) =>
      ['address', 'mailing', 'situs', 'value'].some((word) => known.has(word)),
    )
  );
}

/** Whether a city, a state or a ZIP code stands behind a mailing address: it is the end of it. */
function isInMail({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const isEnd = ({ words: { known } }: ColumnProfile) =>
    ['city', 'state', 'zip'].some((word) => known.has(word)) && !siteWords.some((word) => known.has(word));
  if (field === 'address' || !mailed.includes(field) || !isEnd(column)) return false;
  const before = columns.slice(0, columns.indexOf(column)).reverse();
  const first = before.find((other) => !isEnd(other));
  return first !== undefined && isMailingAddress(first);
}

function isMailingAddress({ words: { known }, completions }: ColumnProfile): boolean {
  const isOf = (words: ReadonlySet<string>) =>
    (words.has('address') || words.has('street')) && ownerWords.some((word) => words.has(word));
  return isOf(known) || completions.some((completion) => isOf(completion.known));
}

/** Whether a column has a street or a whole address, not only a city or a ZIP code. */
function isStreet({ words: { known } }: ColumnProfile): boolean {
  if (known.has('address') || known.has('street')) return true;
  return ['situs', 'location'].some((word) => known.has(word)) && !mailed.some((word) => known.has(word));
}

/** A list of insurances or bonds has their dates, not those of licences. */
function isOfCover({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const isDate = field === 'license_issue_date' || field === 'license_exp_date';
  const cover = columns.filter(({ words: { known } }) => known.has('insurance') || known.has('bond'));
  return isDate && cover.length > 1 && !column.words.known.has('license');
}

/**
 * Whether a column is of a case rather than of the permit: its name says so, and the dataset has a number of permits
 * beside one of cases.
 */
function isOfCase({ column: { words } }: Scored, columns: readonly ColumnProfile[]): boolean {
  const hasNumberOf = (word: string) =>
    columns.some(({ words: { known } }) => known.has(word) && known.has('number'));
  const isCase = words.known.has('case') && !words.known.has('permit');
  return isCase && hasNumberOf('permit') && hasNumberOf('case');
}

/** Whether units are those of a tank or a lot: the type of unit beside them is a measure. */
function isOfMeasure({ field }: Scored, columns: readonly ColumnProfile[]): boolean {
  if (field !== 'unit_count') return false;
  return columns.some(
    ({ words: { known }, example }) =>
      known.has('unit') &&
      known.has('type') &&
      /^(?:gal(?:lon)?s?|tons?|feet|ft|sq(?:uare)?|acres?|lbs?|pounds?|cubic|kw|amps?)\b/i.test(example),
  );
}

/** Whether a column is of how land or a building is used, not of what is done. */
const isUse = ({ words: { known } }: ColumnProfile) => known.has('use') && !known.has('description');

/** Whether the name of a case or a project may be taken for the description, though another column is as near to it. */
function isBesideText({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const isName = ({ words: { known } }: ColumnProfile) =>
    known.has('name') && ['case', 'project'].some((word) => known.has(word));
  const isText = ({ words: { known } }: ColumnProfile) => known.has('description') && !known.has('status');
  return (
    field === 'description' &&
    isName(column) &&
    columns.some((other) => other !== column && (isText(other) || isName(other)))
  );
}
