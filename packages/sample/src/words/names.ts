/**
 * Names of invented people and businesses. Surnames and business names are put together from two halves, so they
 * sound like names but are nobody's; phone numbers and e-mail addresses are of the ranges kept for fiction.
 */
import { readData } from '../read-data.js';

const { nameStarts, nameEnds, givenNames, areaCodes } = readData<{
  readonly nameStarts: readonly string[];
  readonly nameEnds: readonly string[];
  readonly givenNames: readonly string[];
  /** Area codes in use in a state; with 555-0100 to 555-0199 behind each, kept for fiction. */
  readonly areaCodes: Readonly<Record<string, readonly string[]>>;
}>('names');

export { areaCodes, givenNames };

/** How many different compound names there are. */
export const compoundNames = nameStarts.length * nameEnds.length;

/** The n-th compound name, 0 ≤ n < `compoundNames`: `Harrowgate`, `Thornmere` … Neighbouring n differ in both halves. */
export function compoundName(n: number): string {
  const start = nameStarts[n % nameStarts.length] ?? 'Alder';
  const end =
    nameEnds[(Math.floor(n / nameStarts.length) + (n % nameStarts.length)) % nameEnds.length] ?? 'ford';
  return start.endsWith(end[0] ?? '') ? `${start.slice(0, -1)}${end}` : `${start}${end}`;
}
