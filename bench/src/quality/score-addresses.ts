/**
 * Scores address parsing against the expectations of geocoders' authors, in USPS notation.
 *
 * Only what the line itself has is compared: a geocoder also knows that Pennsylvania Avenue is NW, a parser
 * cannot. The state is given, as a permit's source gives it.
 */

import { directionalOf, streetWords, suffixOf, uspsStreet } from 'lintel/dist/refine/address/street.js';
import type { FreeRecord } from 'lintel/dist/refine/free-record.js';

export interface AddressCase {
  /** A free text, or `address` with `locality`, `region` and `postalcode`. */
  readonly in: Readonly<Record<string, unknown>>;
  readonly expected: readonly (Readonly<Record<string, unknown>> | string)[];
}

interface AddressFault {
  readonly text: string;
  readonly component: Component;
  readonly expected: string;
  readonly got: string | null;
}

interface AddressScore {
  /** Cases whose line has the expected house number and street. */
  readonly cases: number;
  /** Those with every component as expected. */
  readonly right: number;
  readonly components: Readonly<Record<Component, { readonly told: number; readonly right: number }>>;
  readonly faults: readonly AddressFault[];
}

const components = ['number', 'street', 'city', 'state', 'zip'] as const;
type Component = (typeof components)[number];
type Parts = Partial<Record<Component, string>>;

/** Scores what `refine` makes of the lines. */
export function scoreAddresses(
  cases: readonly AddressCase[],
  refine: (given: Readonly<Record<string, unknown>>) => Pick<FreeRecord, 'address'>,
): AddressScore {
  const count = () => ({ told: 0, right: 0 });
  const tally = { number: count(), street: count(), city: count(), state: count(), zip: count() };
  const faults: AddressFault[] = [];
  let total = 0;
  let right = 0;
  for (const one of cases) {
    for (const expected of one.expected) {
      if (typeof expected === 'string') continue;
      const told = toldParts(one, expected);
      if (told.number === undefined || told.street === undefined) continue;
      total += 1;
      const { address } = refine(recordOf(one, expected));
      const got = { ...address, number: address.street_no, zip: address.zip_code };
      // A place may have several names, of which the table of places gives one.
      const { city } = refine({ city: told.city, state: text(expected.region_a), zip: told.zip }).address;
      const wrong = components.filter(
        (part) =>
          told[part] !== undefined &&
          !agrees(part, told[part], got[part]) &&
          !(part === 'city' && city !== null && city === got.city),
      );
      for (const part of components) {
        if (told[part] === undefined) continue;
        tally[part].told += 1;
        if (!wrong.includes(part)) tally[part].right += 1;
        else faults.push({ text: lineOf(one), component: part, expected: told[part], got: got[part] });
      }
      if (wrong.length === 0) right += 1;
    }
  }
  return { cases: total, right, components: tally, faults };
}

function lineOf({ in: given }: AddressCase): string {
  return text(given.text) || text(given.address);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The case as a raw record in canonical names. */
function recordOf({ in: given }: AddressCase, expected: Readonly<Record<string, unknown>>) {
  const state = text(given.region) || text(expected.region_a);
  return {
    address: text(given.text) || text(given.address),
    city: given.locality,
    state,
    zip: given.postalcode,
  };
}

/** The expected components that are in the line, in USPS notation. */
function toldParts(one: AddressCase, expected: Readonly<Record<string, unknown>>): Parts {
  // A ZIP+4 has its ZIP code.
  const written = streetWords(lineOf(one).replace(/\b(\d{5})-\d{4}\b/g, '$1'));
  const words = new Set(written.flatMap((word) => [word, spelled(word)]));
  const parts: Parts = {};
  const number = text(expected.housenumber).toUpperCase();
  if (number !== '' && number.split(' ').every((word) => words.has(word))) parts.number = number;
  const street = uspsStreet(
    streetWords(text(expected.street)).filter((word) => words.has(word) || words.has(spelled(word))),
  );
  if (street !== '') parts.street = street;
  const city = streetWords(text(expected.locality));
  const all = [...streetWords(lineOf(one)), ...streetWords(text(one.in.locality))].join(' ');
  if (city.length > 0 && all.endsWith(city.join(' '))) parts.city = city.join(' ');
  else if (city.length > 0 && new RegExp(`,? ${city.join(' ')} (?:[A-Z]{2}|\\d{5})\\b`).test(all))
    parts.city = city.join(' ');
  const state = text(expected.region_a);
  if (/^[A-Z]{2}$/.test(state) && (words.has(state) || one.in.region === state)) parts.state = state;
  const zip = text(expected.postalcode);
  if (words.has(zip) && zip !== '') parts.zip = zip;
  return parts;
}

/** A directional or suffix in its abbreviation, any other word as it is. */
function spelled(word: string): string {
  return directionalOf(word) ?? suffixOf(word) ?? word;
}

function agrees(part: Component, expected: string, got: string | null): boolean {
  if (got === null) return false;
  if (part === 'street')
    return (
      uspsStreet(streetWords(got)) === uspsStreet(streetWords(expected.replace(/ ([NS]) ([EW])$/, ' $1$2')))
    );
  // `2455-B` and `2455 B` are one number in two notations, and `MA 2110` lost a zero.
  if (part === 'number') return got === expected.replace(/(?<=\d)[- ](?=[A-Z])/g, '').replace(/^ONE$/, '1');
  return got === (part === 'zip' ? expected.padStart(5, '0') : expected);
}
