/** Queries that people make of an address: complete, cut short, misspelt, rearranged. */
import type { Address } from '@lintel/contract';

/** The query for an address, or null when the address does not allow this kind. */
export type QueryKind = (address: Address, random: () => number) => string | null;

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
const streetOf = (a: Address) => `${a.street_no} ${a.street}`;
const placeOf = (a: Address) => `${a.city}, ${a.state} ${a.zip_code}`;
const complete = (a: Address) => `${streetOf(a)}, ${placeOf(a)}`;

/** One random error in a word: a letter more, less, other, or swapped with the next. */
export function misspell(word: string, random: () => number): string {
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
  const able = words.flatMap((word, i) => (new RegExp(`^[A-Z]{${length},}$`).test(word) ? [i] : []));
  const at = able[Math.floor(random() * able.length)];
  if (at === undefined) return null;
  for (let i = 0; i < errors; i++) words[at] = misspell(words[at] ?? '', random);
  return words.join(' ');
}

export const queryKinds: Readonly<Record<string, QueryKind>> = {
  exact: complete,
  'no commas': (a) => complete(a).replaceAll(',', '').toLowerCase(),
  'street and city': (a) => `${streetOf(a)} ${a.city}`,
  'street and ZIP': (a) => `${streetOf(a)} ${a.zip_code}`,
  'street alone': streetOf,
  prefix: (a, random) => {
    const text = `${streetOf(a)} ${a.city} ${a.state}`;
    const shortest = streetOf(a).length + 3;
    return text.slice(0, shortest + Math.floor(random() * (text.length - shortest)));
  },
  'any prefix': (a, random) => complete(a).slice(0, 4 + Math.floor(random() * (complete(a).length - 4))),
  'one error': (a, random) => withErrors(a, random, 4, 1),
  'one error, cut': (a, random) =>
    withErrors(a, random, 4, 1)
      ?.replace(/ [A-Z]{2} \d{5}$/, '')
      .slice(0, -2) ?? null,
  'two errors': (a, random) => withErrors(a, random, 8, 2),
  swapped: (a) => `${placeOf(a)}, ${streetOf(a)}`,
  'long forms': (a) =>
    complete(a)
      .split(/(?<=[ ,])|(?=[ ,])/)
      .map((word) => long[word] ?? word)
      .join(''),
  'no direction': (a) =>
    /^[NSEW]{1,2} /.test(a.street ?? '') ? complete(a).replace(/ [NSEW]{1,2} /, ' ') : null,
  'no suffix': (a) => `${a.street_no} ${a.street?.replace(/ [A-Z]+$/, '')} ${placeOf(a)}`,
  'other suffix': (a) => `${a.street_no} ${a.street?.replace(/ [A-Z]+$/, '')} ALY ${placeOf(a)}`,
  'wrong ZIP': (a) => `${streetOf(a)}, ${a.city}, ${a.state} ${String(Number(a.zip_code) + 1)}`,
  'unit added': (a) => `${streetOf(a)} APT 4B, ${placeOf(a)}`,
  'no such number': (a) => `${Number.parseInt(a.street_no ?? '', 10)}7777 ${a.street}, ${placeOf(a)}`,
  'street only': (a) => `${a.street} ${a.city}`,
  'city only': (a) => `${a.city} ${a.state}`,
  nonsense: (_a, random) =>
    Array.from({ length: 12 }, () => letters[Math.floor(random() * 26)])
      .join('')
      .replace(/(.{5})/g, '$1 '),
};
