/**
 * Proposes which column holds which field, by names, types, values and joint evidence, each with how sure it is.
 * What is not sure is left open, with the reason and the candidates.
 */
import type { SourceKind } from '../../base/source-kind.js';
import { type FieldWords, fieldWords, matches } from './column-words.js';
import { dateFaults } from './joint-evidence.js';
import { offeredColumns } from './offered-columns.js';
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
  /** What the mapping says where the candidates are right; missing where that is the first of them. */
  readonly answer?: unknown;
}

export interface Proposal {
  readonly fields: readonly ProposedField[];
  readonly open: readonly OpenField[];
  /** Columns with values that the mapping does not read. */
  readonly unmapped: readonly ColumnProfile[];
}

/** A less sure proposal is left open. */
const minConfidence = 0.6;
/** As sure must be the only column for a field that nearly every dataset has. */
const minOfOnly = 0.45;
const minLead = 0.03;
const expected: Readonly<Record<SourceKind, readonly string[]>> = {
  permits: ['number', 'type', 'status_raw', 'issue_date', 'address'],
  properties: ['parcel', 'address', 'owner_name'],
  decisions: ['title', 'outcome', 'category', 'decision_date', 'address'],
  contractors: ['license', 'business_name', 'classification'],
};
const ofStrongName = 0.97;
const ofWeakName = 0.72;
/** Each next pattern of a field is a little less usual than the one before. */
const perPattern = 0.005;
const withoutValues = 0.93;
const emptyInRows = 0.85;
const ofLastName = 0.52;
const withUnknownWords = 0.75;
/** Of fields whose names are seldom written with other words. */
const withUnknownWordsElsewhere = 0.55;
const ofCompleted = 0.9;

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
    .map((pair) => {
      if (kind === 'properties' && isOfOwner(pair, columns)) return { ...pair, contrary: ofOwner };
      if (kind === 'contractors' && isOfCover(pair, columns)) return { ...pair, contrary: ofLicense };
      if (kind === 'permits' && isOfCase(pair, columns)) return { ...pair, contrary: ofPermit };
      return pair;
    });
  const chosen = choose(kind, ofStreets(scored, free), new Set(done));
  if (isBetterInParts(chosen)) chosen.delete('address');
  if (chosen.has('address') || done.has('address')) for (const part of addressParts) chosen.delete(part);
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
  const joined = kind === 'decisions' && !chosen.has('address') ? joinedAddress(free) : null;
  const found = [...chosen.values()].map(proposedOf);
  const fields = [...whole, ...found, ...(joined === null ? [] : [joined]), ...ofPoint].sort(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  );
  const read = new Set([...taken, ...fields.flatMap((field) => field.columns)]);
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

/** Fields of a place that an owner's mailing address has as well. */
const mailed = ['address', 'city', 'state', 'zip'];
const siteWords = ['situs', 'site', 'property', 'physical', 'location', 'parcel'];
const ownerWords = ['owner', 'mailing', 'payer'];
const placeWords = [...mailed, 'street', 'situs', 'location'];
/** What a column of this kind of words is not says nothing: most columns are not. */
const ofSectors = 'residential or commercial';
const ofPermit = 'of the permit: other columns are of a case';
const ofLicense = 'those of the licence: other columns are of an insurance or a bond';
const ofOwner = 'of the site: other columns say that they are, so this may be where the owner gets mail';

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

/**
 * An `address street` is the name of the street where another column has the number of the house and none the name; the
 * name of a street is the address where no column has either, and the values do not say otherwise.
 */
function ofStreets(all: readonly Scored[], columns: readonly ColumnProfile[]): Scored[] {
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
      pair.column.words.known.has('street') &&
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

/** Whether a number and a street are surer than a column that may be the address or a point, such as `location`. */
function isBetterInParts(chosen: ReadonlyMap<string, Scored>): boolean {
  const whole = chosen.get('address');
  const parts = ['street_no', 'street_name'].map((field) => chosen.get(field));
  return (
    whole !== undefined &&
    !whole.column.words.known.has('address') &&
    whole.column.shares.address === 0 &&
    parts.every((part) => part !== undefined && part.confidence > whole.confidence)
  );
}

/** The kind of work is the nearest to a type where there is none, then the type below the type. */
function takeNearestType(chosen: Map<string, Scored>): void {
  for (const [field, what] of [
    ['work', 'kind of work'],
    ['subtype', 'subtype'],
  ] as const) {
    const nearest = chosen.get(field);
    if (nearest === undefined) continue;
    chosen.delete(field);
    chosen.set('type', { ...nearest, field: 'type', doubt: `it is the ${what}; there is no other type` });
    return;
  }
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

/** The address of a decision, which is one field, of the columns of its parts. */
function joinedAddress(columns: readonly ColumnProfile[]): ProposedField | null {
  const scored = fieldWords.permits
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

function choose(kind: SourceKind, scored: readonly Scored[], done: ReadonlySet<string>): Map<string, Scored> {
  const chosen = new Map<string, Scored>();
  const used = new Set<string>();
  const take = (pair: Scored) => {
    if (done.has(pair.field) || chosen.has(pair.field) || used.has(pair.column.name)) return;
    chosen.set(pair.field, pair);
    used.add(pair.column.name);
  };
  const fitting = scored.filter(({ contrary }) => contrary === null);
  const sure = fitting.filter(({ confidence }) => confidence >= minConfidence);
  for (const pair of sure.sort((a, b) => b.confidence - a.confidence)) take(pair);
  for (const field of expected[kind]) {
    const [only, next] = fitting
      .filter((pair) => pair.field === field && !used.has(pair.column.name))
      .sort((a, b) => b.confidence - a.confidence);
    if (only === undefined || only.confidence < minOfOnly) continue;
    if (next !== undefined && next.confidence > only.confidence - minLead) continue;
    take({ ...only, confidence: minConfidence, doubt: `${only.doubt}; no other column may be it` });
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
  return { field, expression, columns: [column.name], confidence: inHundredths(confidence), doubt };
}

/** The column; of Socrata's links, which are objects, their address. */
function linkOf(column: ColumnProfile): unknown {
  return isLink(column) ? { path: `${column.name}.url` } : column.name;
}

function isLink({ name, nested }: ColumnProfile): boolean {
  return typeof nested === 'object' && nested !== null && 'url' in nested && !name.includes('.');
}

/** How well a column fits a field; null if its name does not. */
function score(words: FieldWords, column: ColumnProfile): Scored | null {
  const plain = scoreName(words, column);
  const [best] = column.completions
    .flatMap((completion) => scoreName(words, { ...column, words: completion }) ?? [])
    .sort((a, b) => b.confidence - a.confidence);
  if (best === undefined) return plain;
  const confidence = best.confidence * ofCompleted;
  if (plain !== null && plain.confidence >= confidence) return plain;
  return {
    ...best,
    column,
    confidence,
    doubt: [best.doubt, 'its name is cut off'].filter(Boolean).join('; '),
  };
}

function scoreName(words: FieldWords, column: ColumnProfile): Scored | null {
  const { unknown } = column.words;
  if (unknown.length > 1 || column.words.known.size === 0) return null;
  // A list or an object is no value of a field.
  if (column.filled === 0 && column.nested !== undefined && !isLink(column)) return null;
  const tiers = [
    { patterns: words.strong, base: ofStrongName },
    { patterns: words.weak, base: ofWeakName },
    { patterns: words.last, base: ofLastName },
  ];
  const [found] = tiers.flatMap(({ patterns, base }) => {
    const index = patterns.findIndex((pattern) => matches(pattern, column.words));
    return index < 0 ? [] : [{ base, ofName: base - perPattern * index }];
  });
  if (found === undefined) return null;
  const { base, ofName } = found;
  const isStrong = base === ofStrongName;
  if (unknown.length > 0 && !words.isLoose && !isStrong) return null;
  const fit = words.fits(column);
  const doubts: string[] = [];
  let confidence = ofName;
  if (!isStrong) doubts.push('such a name may mean something else');
  if (unknown.length > 0) {
    confidence *= words.isLoose ? withUnknownWords : withUnknownWordsElsewhere;
    doubts.push(`"${unknown.join(' ')}" in the name is not known`);
  }
  if (fit === 'unseen') {
    confidence *= column.rows > 0 ? emptyInRows : withoutValues;
    doubts.push(column.rows > 0 ? 'it is empty in the sample' : 'no value was seen');
  }
  return {
    field: words.field,
    column,
    confidence,
    doubt: doubts.length === 0 ? null : doubts.join('; '),
    contrary: fit === 'no' ? words.values : null,
  };
}

/** How sure a column is that is only offered. */
const ofOffered = 0.3;
const manyNames = 'no name is plainly it; these have its words and others';

/** The fields without a column that could have one, why they do not, and the columns that may be it. */
function openFields(
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

const inHundredths = (share: number) => Math.round(share * 100) / 100;

function reasonOf({ column, contrary, doubt }: Scored): string {
  if (contrary === null) return doubt ?? 'another field has the column';
  if (contrary === ofOwner || contrary === ofLicense || contrary === ofPermit)
    return `it is not surely ${contrary}`;
  if (column.filled > 0) return `its values are not ${contrary}, such as "${column.example.slice(0, 40)}"`;
  return column.type === null
    ? 'no value was seen, and the name may mean something else'
    : `its type is not that of ${contrary}`;
}
