/**
 * Kinds of values: what a column must hold for a field. Where no value was seen, the type that the portal names may
 * contradict; where the name alone says too little, there must be values.
 */
import type { ColumnProfile } from './profile.js';

/** Whether the values of a column are what a field holds; `unseen` if there are none. */
export type Fit = 'yes' | 'no' | 'unseen';

interface ValueKind {
  /** What the values are, for a message: `dates`. */
  readonly values: string;
  readonly fits: (column: ColumnProfile) => Fit;
}

const ofNumbers = typed('number', ({ shares }) => shares.number >= 0.6);

/** Which share of the values must look so. */
export const valueKinds = {
  anything: { values: 'values', fits: seen(() => true) },
  identifiers: { values: 'identifiers', fits: seen(({ shares }) => shares.scientific < 0.1) },
  names: {
    values: 'names',
    fits: typed('text', ({ shares }) => shares.number < 0.5 && shares.date < 0.5 && shares.numbered < 0.5),
  },
  dates: {
    values: 'dates',
    fits: typedDate((column) => column.shares.date + (isOfDays(column) ? column.shares.serial : 0) >= 0.6),
  },
  amounts: { values: 'numbers', fits: ofNumbers },
  /** Text may be the name of an area. */
  areas: {
    values: 'areas',
    fits: (column) =>
      column.filled === 0 && column.type === 'text' && !isMeasured(column) ? 'no' : ofNumbers(column),
  },
  words: {
    values: 'words',
    fits: typed('text', ({ shares }) => shares.number < 0.5 && shares.date < 0.5),
  },
  types: {
    values: 'kinds of permits',
    fits: typed(
      'text',
      (column) => column.shares.number < 0.5 && column.shares.date < 0.5 && !isSector(column),
    ),
  },
  sectors: { values: 'residential or commercial', fits: known(isSector) },
  recordKinds: { values: 'kinds of records', fits: known(({ shares }) => shares.recordKind >= 0.6) },
  places: { values: 'addresses', fits: typed('text', ({ shares }) => shares.address >= 0.3) },
  zips: { values: 'ZIP codes', fits: seen(({ shares }) => shares.zip >= 0.5) },
  points: { values: 'points', fits: known(({ shares }) => shares.point >= 0.5) },
  latitudes: { values: 'degrees of latitude', fits: within(13, 72) },
  longitudes: { values: 'degrees of longitude', fits: within(-180, -64) },
  years: { values: 'years', fits: within(0, 2100) },
  numbers: { values: 'numbers of permits', fits: seen(isNumbering) },
  states: { values: 'codes of states', fits: isState },
} as const satisfies Readonly<Record<string, ValueKind>>;

/** Whether a name says in what it is measured. */
const isMeasured = ({ words: { known: names } }: ColumnProfile) =>
  ['sqft', 'feet', 'acre', 'size'].some((word) => names.has(word));

/** Steps of a permit, of which a column named after one holds the day. */
const steps = new Set(['apply', 'submit', 'receive', 'open', 'issue', 'final', 'complete', 'close']);

/** Days of a spreadsheet look like other numbers: the name must say that they are dates, or be that of a step alone. */
function isOfDays({ words: { known: names, unknown } }: ColumnProfile): boolean {
  if (names.has('date')) return true;
  const said = [...names].filter((name) => name !== 'permit');
  return unknown.length === 0 && said.length === 1 && said.every((name) => steps.has(name));
}

/** Only with values: the name alone says too little. */
function known(test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => (column.filled > 0 && test(column) ? 'yes' : 'no');
}

function seen(test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => (column.filled === 0 ? 'unseen' : test(column) ? 'yes' : 'no');
}

/** As `typed` dates, which some portals keep as numbers where the name says that they are dates. */
function typedDate(test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  const plain = typed('date', test);
  return (column) =>
    plain(column.type === 'number' && column.words.known.has('date') ? { ...column, type: 'date' } : column);
}

/** As `seen`; where there are no values, the type that the portal names must not contradict. */
function typed(type: string, test: (column: ColumnProfile) => boolean): (column: ColumnProfile) => Fit {
  return (column) => {
    if (column.filled > 0) return test(column) ? 'yes' : 'no';
    // Portals keep dates and amounts as text, but no text as a date.
    const isContrary = column.type !== null && column.type !== 'text' && column.type !== type;
    return isContrary ? 'no' : 'unseen';
  };
}

function within(low: number, high: number): (column: ColumnProfile) => Fit {
  return (column) => {
    const { filled, shares, least, most, words } = column;
    // `X` and `Y` may be feet as well.
    if (filled === 0) return words.known.has('x') || words.known.has('y') ? 'no' : 'unseen';
    return shares.number >= 0.6 && least >= low && most <= high ? 'yes' : 'no';
  };
}

/** `ST` is a street as well; spelled out it is no state. */
function isState({ name, filled, example }: ColumnProfile): Fit {
  if (!/(?:^|[^a-z])st$/i.test(name)) return 'no';
  if (filled === 0) return 'unseen';
  return /^[a-z]{2}$/i.test(example.trim()) ? 'yes' : 'no';
}

/** One word that is always the same may as well be a type of permit. */
function isSector({ shares, distinct }: ColumnProfile): boolean {
  return shares.sector >= 0.9 && distinct > 1;
}

/** Rows enough to say whether the values of a column repeat. */
const enoughRows = 20;

/** Numbers of permits differ from row to row, though one may have several rows. */
function isNumbering({ filled, distinct, shares }: ColumnProfile): boolean {
  if ((shares.date > 0.9 && shares.number < 0.5) || shares.scientific > 0.1) return false;
  return filled < enoughRows || distinct / filled >= 0.3;
}
