/** Queries that people make of an address: complete, cut short, misspelt, rearranged. */
import type { Address } from '@lintel/contract';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const long: Readonly<Record<string, string>> = {
  ST: 'Street',
  AVE: 'Avenue',
  RD: 'Road',
  DR: 'Drive',
  LN: 'Lane',
  CT: 'Court',
  BLVD: 'Boulevard',
  PL: 'Place',
  CIR: 'Circle',
  TER: 'Terrace',
  TRL: 'Trail',
  PKWY: 'Parkway',
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  SW: 'Southwest',
  SAINT: 'St',
  SR: 'State Route',
};
/** The smallest prefix in queries. */
export const shortestPrefix = 4;

const streetOf = (a: Address) => `${a.street_no} ${a.street}`;
const placeOf = (a: Address) => `${a.city}, ${a.state} ${a.zip_code}`;
/** The address as it is written. */
export const complete = (a: Address) => `${streetOf(a)}, ${placeOf(a)}`;

/** One random error in a word: a letter more, less, other, or swapped with the next. */
function misspell(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = letters[Math.floor(random() * 26)] ?? 'X';
  const kind = Math.floor(random() * 4);
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1);
  const swap = Math.min(at, word.length - 2);
  return word.slice(0, swap) + word[swap + 1] + word[swap] + word.slice(swap + 2);
}

/** The complete address with errors in one word of at least `length` letters. */
function withErrors(a: Address, random: () => number, length: number, errors: number): string | null {
  const words = complete(a).replaceAll(',', '').split(' ');
  const at = pick(words, random, (word) => new RegExp(`^[A-Z]{${length},}$`).test(word));
  if (at < 0) return null;
  for (let i = 0; i < errors; i++) words[at] = misspell(words[at] ?? '', random);
  return words.join(' ');
}

/** The query of a kind for an address, and which answers are right besides the address itself. */
interface QueryKind {
  /** The query for an address, or null when the address does not allow this kind. */
  readonly ask: (address: Address, random: () => number) => string | null;
  /**
   * `street`: any address of its street in its city, because the query says no more; `none`: an empty page.
   */
  readonly right?: 'street' | 'none';
  /** Whether the query has no place: only used if at most ten addresses have this number and street. */
  readonly placeless?: boolean;
}

/** The index of a random word that passes the test, -1 for none. */
function pick(words: readonly string[], random: () => number, allows: (word: string) => boolean): number {
  const able = words.flatMap((word, i) => (allows(word) ? [i] : []));
  return able[Math.floor(random() * able.length)] ?? -1;
}

/** A word of letters divided in two: `LAKE SIDE`. */
function split(a: Address, random: () => number): string | null {
  const words = complete(a).split(' ');
  const at = pick(words, random, (word) => /^[A-Z]{6,},?$/.test(word));
  const word = words[at];
  if (word === undefined) return null;
  const cut = 2 + Math.floor(random() * (word.length - 5));
  return words.with(at, `${word.slice(0, cut)} ${word.slice(cut)}`).join(' ');
}

/** Two neighbouring words of letters as one: `OAKHOLLOW`. */
function join(a: Address, random: () => number): string | null {
  const words = complete(a).split(' ');
  const joinable = (word: string | undefined) => /^[A-Z]{3,}$/.test(word ?? '');
  const able = words.flatMap((word, i) =>
    joinable(word) && joinable(words[i + 1]?.replace(',', '')) ? [i] : [],
  );
  const at = able[Math.floor(random() * able.length)];
  return at === undefined ? null : words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ');
}

const withoutSuffix = (a: Address) => a.street?.replace(/ [A-Z]+$/, '');
const directional = /^(?:N|S|E|W|NE|NW|SE|SW) | (?:N|S|E|W|NE|NW|SE|SW)$/;

export const queryKinds: Readonly<Record<string, QueryKind>> = {
  exact: { ask: complete },
  'without commas': { ask: (a) => complete(a).replaceAll(',', '').toLowerCase() },
  'street and city': { ask: (a) => `${streetOf(a)} ${a.city}` },
  'street and ZIP': { ask: (a) => `${streetOf(a)} ${a.zip_code}` },
  'street alone': { ask: streetOf, placeless: true },
  'one error': { ask: (a, random) => withErrors(a, random, 4, 1) },
  'one error, cut': {
    ask: (a, random) =>
      withErrors(a, random, 4, 1)
        ?.replace(/ [A-Z]{2} \d{5}$/, '')
        .slice(0, -2) ?? null,
  },
  'two errors': { ask: (a, random) => withErrors(a, random, 8, 2) },
  'parts swapped': { ask: (a) => `${placeOf(a)}, ${streetOf(a)}` },
  'long forms': {
    ask: (a) =>
      complete(a)
        .split(/(?<=[ ,])|(?=[ ,])/)
        .map((word) => long[word] ?? word)
        .join(''),
  },
  'no direction': {
    ask: (a) =>
      directional.test(a.street ?? '')
        ? complete({ ...a, street: (a.street ?? '').replace(directional, '') })
        : null,
  },
  'no suffix': { ask: (a) => complete({ ...a, street: withoutSuffix(a) ?? null }) },
  'other suffix': { ask: (a) => complete({ ...a, street: `${withoutSuffix(a)} ALY` }) },
  'wrong ZIP': { ask: (a) => complete({ ...a, zip_code: String(Number(a.zip_code) + 1).padStart(5, '0') }) },
  'unit added': { ask: (a) => `${streetOf(a)} APT 4B, ${placeOf(a)}` },
  'word split': { ask: split },
  'words joined': { ask: join },
  'no such number': {
    ask: (a) => complete({ ...a, street_no: `${Number.parseInt(a.street_no ?? '', 10)}7777` }),
    right: 'street',
  },
  'street and city, no number': { ask: (a) => `${a.street} ${a.city}`, right: 'street' },
  nonsense: {
    ask: (_a, random) =>
      Array.from({ length: 12 }, () => letters[Math.floor(random() * 26)])
        .join('')
        .replace(/(.{5})/g, '$1 '),
    right: 'none',
  },
};
