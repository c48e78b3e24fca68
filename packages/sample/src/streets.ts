/**
 * The streets of a jurisdiction by number: name, direction, position and course. The same number is always
 * the same street; two numbers below the count of name and suffix pairs never share a name.
 */

import { domains, type SampleSeed } from './domains.js';
import type { Jurisdiction } from './jurisdictions.js';
import type { Locality } from './localities.js';
import { Random } from './random.js';
import { streetNames, suffixes } from './words/streets.js';

export interface Street {
  readonly name: string;
  /** USPS abbreviation, title case: `St`, `Ave`. */
  readonly suffix: string;
  /** As written in full: `Street`. */
  readonly suffixLong: string;
  /** Direction before the name, '' where none. */
  readonly pre: string;
  /** Direction after the suffix, '' where none. */
  readonly post: string;
  readonly locality: Locality;
  /** Whether shops and offices line it. */
  readonly commercial: boolean;
  /** First house number. */
  readonly firstNo: number;
  /** Where it begins, degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Degrees from one lot to the next. */
  readonly stepLat: number;
  readonly stepLng: number;
}

/** Degrees of latitude of one lot's width, about 18 metres. */
const lotDegrees = 0.000165;

const mainStreets = new Set([
  'Main',
  'Broad',
  'Market',
  'Commerce',
  'Industrial',
  'Union',
  'Center',
  'Exchange',
]);

/**
 * Streets of one jurisdiction. `streetCount` is the number of streets of the existing stock; higher numbers
 * are subdivisions.
 */
export function streetsOf(place: Jurisdiction, localities: readonly Locality[], seed: SampleSeed) {
  const names = streetNames(place.flavour, place.ordinals);
  const random = new Random();
  const turn = random.start(seed, domains.streetNames, 0).below(names.length);
  const stride = coprimeNear(Math.floor(names.length * 0.381), names.length);
  let lastIndex = -1;
  let last: Street | undefined;

  function make(index: number): Street {
    random.start(seed, domains.street, index);
    const name = names[(turn + index * stride) % names.length] ?? 'Main';
    const round = Math.floor(index / names.length);
    const suffix = suffixes[(suffixTurn(name) + round) % suffixes.length] ?? suffixes[0];
    const locality = random.pick(localities);
    const eastWest = isEastWest(name, suffix.short, random);
    const { pre, post } = directions(place, name, eastWest, round, random);
    const wayward = place.direction === 'none' || random.chance(0.2);
    const [north, east] = wayward ? random.pick(slopes) : eastWest ? [0, 1] : [1, 0];
    return {
      name,
      suffix: suffix.short,
      suffixLong: suffix.long,
      pre,
      post,
      locality,
      commercial: mainStreets.has(name) || random.chance(0.04 + 0.12 * place.urban),
      firstNo: 100 * random.between(1, 98),
      lat: locality.lat + (random.unit() * 2 - 1) * locality.reach,
      lng: locality.lng + (random.unit() * 2 - 1) * locality.reach * locality.lngScale,
      stepLat: north * lotDegrees,
      stepLng: east * lotDegrees * locality.lngScale,
    };
  }

  /** Street `index`. Consecutive calls for one street cost nothing. */
  return function street(index: number): Street {
    if (last && lastIndex === index) return last;
    last = make(index);
    lastIndex = index;
    return last;
  };
}

const slopes: readonly (readonly [number, number])[] = [
  [0.6, 0.8],
  [0.8, 0.6],
  [-0.6, 0.8],
  [0.28, 0.96],
  [-0.96, 0.28],
];

const quadrants = ['NW', 'NE', 'SW', 'SE'];

/** Numbered streets are mostly Streets and Avenues; the rest use all suffixes, mostly the first few. */
function suffixTurn(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) % 9973;
  if (/^\d/.test(name)) return sum % 2;
  return sum % 3 === 0 ? sum % suffixes.length : sum % 5;
}

function isEastWest(name: string, suffix: string, random: Random): boolean {
  if (/^\d/.test(name)) return suffix !== 'Ave';
  return random.chance(0.5);
}

function directions(
  place: Jurisdiction,
  name: string,
  eastWest: boolean,
  round: number,
  random: Random,
): { pre: string; post: string } {
  const compass = eastWest ? random.pick(['E', 'W']) : random.pick(['N', 'S']);
  const quadrant = random.pick(quadrants);
  const numbered = /^\d/.test(name);
  switch (place.direction) {
    case 'prefix':
      return { pre: compass, post: '' };
    case 'some':
      return { pre: random.chance(0.25) || round >= suffixes.length ? compass : '', post: '' };
    case 'quadrant':
      return { pre: numbered || random.chance(0.3) ? quadrant : '', post: '' };
    case 'split':
      if (!numbered && !random.chance(0.4)) return { pre: '', post: '' };
      return eastWest ? { pre: quadrant, post: '' } : { pre: '', post: quadrant };
    case 'none':
      return { pre: '', post: '' };
  }
}

function coprimeNear(start: number, modulus: number): number {
  let candidate = Math.max(1, start);
  while (greatestCommonDivisor(candidate, modulus) !== 1) candidate++;
  return candidate;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
