/**
 * Proposes which column holds which field, by names, types, values and joint evidence, each with how sure it is.
 * What is not sure is left open, with the reason and the candidates.
 */
import type { SourceKind } from '../../base/source-kind.js';
import { type FieldWords, fieldWords, matches } from './column-words.js';
import { dateFaults } from './joint-evidence.js';
import type { ColumnProfile } from './profile.js';
import { type PointPlace, proposePoint } from './propose-point.js';

type Row = Readonly<Record<string, unknown>>;

export interface ProposedField {
  readonly field: string;
  /** Mapping expression. */
  readonly expression: unknown;
  /** Columns that it reads. */
  readonly columns: readonly string[];
  /** 0 to 1: the share of such proposals that are right. */
  readonly confidence: number;
  /** Why it is not surer; null if names and values agree. */
  readonly doubt: string | null;
}

export interface Candidate {
  readonly column: string;
  readonly confidence: number;
  readonly example: string;
}

/** A field that was left out, though columns may hold it. */
export interface OpenField {
  readonly field: string;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
}

export interface Proposal {
  readonly fields: readonly ProposedField[];
  readonly open: readonly OpenField[];
  /** Columns with values that the mapping does not read. */
  readonly unmapped: readonly ColumnProfile[];
}

/** A less sure proposal is left open. */
const minConfidence = 0.6;
const ofStrongName = 0.97;
const ofWeakName = 0.72;
/** Each next pattern of a field is a little less usual than the one before. */
const perPattern = 0.005;
const withoutValues = 0.93;
const emptyInRows = 0.85;
const withUnknownWords = 0.75;

interface Scored {
  readonly field: string;
  readonly column: ColumnProfile;
  readonly confidence: number;
  readonly doubt: string | null;
  /** What its values would have to be; null if they are. */
  readonly contrary: string | null;
}

export interface MappingOptions {
  /** Fields that are decided, such as by a standard, and columns that they read. */
  readonly decided?: readonly ProposedField[];
  readonly read?: ReadonlySet<string>;
  readonly place: PointPlace;
}

/** Parts that the address of one column makes superfluous: they could contradict it. */
const addressParts = ['street_no', 'street_direction', 'street_name', 'street_suffix'];

/** The best columns for the fields: the surest pair first; a column and a field are used once. */
export function proposeMapping(
  kind: SourceKind,
  columns: readonly ColumnProfile[],
  rows: readonly Row[],
  { decided = [], read: taken = new Set(), place }: MappingOptions,
): Proposal {
  const done = new Set(decided.map(({ field }) => field));
  const free = columns.filter(({ name }) => !taken.has(name));
  const scored = fieldWords[kind]
    .filter(({ field }) => !done.has(field))
    .flatMap((words) => free.flatMap((column) => score(words, column) ?? []))
    .map((pair) =>
      kind === 'properties' && isOfOwner(pair, columns) ? { ...pair, contrary: ofOwner } : pair,
    );
  const chosen = choose(scored, new Set(done));
  if (chosen.has('address') || done.has('address')) for (const part of addressParts) chosen.delete(part);
  const faults = chosenFaults(chosen, decided, rows);
  for (const field of faults.keys()) chosen.delete(field);
  const hasPoint = ['lat', 'lng'].every((half) => chosen.has(half) || done.has(half));
  const whole = decided.filter(({ field }) => hasPoint || (field !== 'lat' && field !== 'lng'));
  if (!hasPoint) for (const half of ['lat', 'lng']) chosen.delete(half);
  else chosen.delete('point');
  const needsPoint = !hasPoint && !chosen.has('point') && !done.has('point');
  const point = needsPoint && kind !== 'contractors' ? proposePoint(free, rows, place) : null;
  const ofPoint = (point?.fields ?? []).filter(({ field }) => kind !== 'decisions' || field !== 'point');
  const order = fieldWords[kind].map(({ field }) => field);
  // The kind of work is the nearest to a type where there is none.
  const work = chosen.get('work');
  if (kind === 'permits' && work !== undefined && !chosen.has('type') && !done.has('type')) {
    chosen.delete('work');
    chosen.set('type', { ...work, field: 'type', doubt: 'it is the kind of work; there is no other type' });
  }
  const fields = [...whole, ...[...chosen.values()].map(proposedOf), ...ofPoint].sort(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  );
  const read = new Set([...taken, ...fields.flatMap((field) => field.columns)]);
  return {
    fields,
    open: [...openFields(fields, scored, faults, read, order), ...(point?.open ?? [])],
    unmapped: columns.filter(
      ({ name, filled, nested, rows: count }) =>
        !read.has(name) && (filled > 0 || nested !== undefined || count === 0),
    ),
  };
}

/** Fields of a place that an owner's mailing address has as well. */
const mailed = ['address', 'city', 'state', 'zip'];
const siteWords = ['situs', 'site', 'property', 'physical', 'location', 'parcel'];
const ownerWords = ['owner', 'mailing', 'payer'];
/** What a column of this kind of words is not says nothing: most columns are not. */
const ofSectors = 'residential or commercial';
const ofOwner = 'of the site: other columns say that they are, so this may be where the owner gets mail';

/**
 * Whether a column is of an owner rather than of the property: its name does not say, but others say that they are of
 * the site, and no other column of its kind is of the owner.
 */
function isOfOwner({ field, column }: Scored, columns: readonly ColumnProfile[]): boolean {
  const says = ({ words }: ColumnProfile, choices: readonly string[]) =>
    choices.some((word) => words.known.has(word));
  if (!mailed.includes(field) || says(column, siteWords)) return false;
  const places = [...mailed, 'street', 'situs', 'location'];
  const hasSite = columns.some((other) => other !== column && says(other, siteWords) && says(other, places));
  return hasSite && !columns.some((other) => says(other, ownerWords) && other.words.known.has(field));
}

function choose(scored: readonly Scored[], done: ReadonlySet<string>): Map<string, Scored> {
  const chosen = new Map<string, Scored>();
  const used = new Set<string>();
  const sure = scored.filter(({ contrary, confidence }) => contrary === null && confidence >= minConfidence);
  for (const pair of sure.sort((a, b) => b.confidence - a.confidence)) {
    if (done.has(pair.field) || chosen.has(pair.field) || used.has(pair.column.name)) continue;
    chosen.set(pair.field, pair);
    used.add(pair.column.name);
  }
  return chosen;
}

/** Fields whose dates contradict those of others. */
function chosenFaults(
  chosen: ReadonlyMap<string, Scored>,
  decided: readonly ProposedField[],
  rows: readonly Row[],
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
  return { field, expression, columns: [column.name], confidence, doubt };
}

/** The column; of Socrata's links, which are objects, their address. */
function linkOf({ name, nested }: ColumnProfile): unknown {
  const isLink = typeof nested === 'object' && nested !== null && 'url' in nested && !name.includes('.');
  return isLink ? { path: `${name}.url` } : name;
}

/** How well a column fits a field; null if its name does not. */
function score(words: FieldWords, column: ColumnProfile): Scored | null {
  const { unknown } = column.words;
  if (unknown.length > (words.isLoose ? 1 : 0) || column.words.known.size === 0) return null;
  const strong = words.strong.findIndex((pattern) => matches(pattern, column.words));
  const weak = strong >= 0 ? -1 : words.weak.findIndex((pattern) => matches(pattern, column.words));
  if (strong < 0 && weak < 0) return null;
  const ofName = strong >= 0 ? ofStrongName - perPattern * strong : ofWeakName - perPattern * weak;
  const fit = words.fits(column);
  const doubts: string[] = [];
  let confidence = ofName;
  if (strong < 0) doubts.push('such a name may mean something else');
  if (unknown.length > 0) {
    confidence *= withUnknownWords;
    doubts.push(`"${unknown.join(' ')}" in the name is not known`);
  }
  if (fit === 'unseen') {
    confidence *= column.rows > 0 ? emptyInRows : withoutValues;
    doubts.push(column.rows > 0 ? 'it is empty in the sample' : 'no value was seen');
  }
  return {
    field: words.field,
    column,
    confidence: Math.round(confidence * 100) / 100,
    doubt: doubts.length === 0 ? null : doubts.join('; '),
    contrary: fit === 'no' ? words.values : null,
  };
}

/** The fields without a column that could have one, and why they do not. */
function openFields(
  fields: readonly ProposedField[],
  scored: readonly Scored[],
  faults: ReadonlyMap<string, string>,
  read: ReadonlySet<string>,
  order: readonly string[],
): OpenField[] {
  const filled = new Set(fields.map(({ field }) => field));
  if (filled.has('address')) for (const part of addressParts) filled.add(part);
  if (filled.has('lat') || filled.has('point')) for (const part of ['lat', 'lng', 'point']) filled.add(part);
  return [...new Set(order)].flatMap((field) => {
    const candidates = scored
      .filter((pair) => pair.field === field && !read.has(pair.column.name) && pair.contrary !== ofSectors)
      .sort((a, b) => b.confidence - a.confidence);
    const [best] = candidates;
    if (filled.has(field) || best === undefined) return [];
    return [
      {
        field,
        reason: faults.get(field) ?? reasonOf(best),
        candidates: candidates.map(({ column, confidence }) => ({
          column: column.name,
          confidence,
          example: column.example,
        })),
      },
    ];
  });
}

function reasonOf({ column, contrary, doubt }: Scored): string {
  if (contrary === null) return doubt ?? 'another field has the column';
  if (contrary === ofOwner) return `it is not surely ${ofOwner}`;
  if (column.filled > 0) return `its values are not ${contrary}, such as "${column.example.slice(0, 40)}"`;
  return column.type === null
    ? 'no value was seen, and the name may mean something else'
    : `its type is not that of ${contrary}`;
}
