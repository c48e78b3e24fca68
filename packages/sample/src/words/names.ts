/**
 * Names of invented people and businesses. Surnames and business names are combined from two halves, so they
 * sound like names but belong to nobody; phone numbers and e-mail addresses are reserved for fiction.
 */
import { readData } from '../read-data.js';

const { nameStarts, nameEnds, givenNames, areaCodes } = readData<{
  readonly nameStarts: readonly string[];
  readonly nameEnds: readonly string[];
  readonly givenNames: readonly string[];
  /** Area codes in use in a state; followed by 555-0100 to 555-0199, which are reserved for fiction. */
  readonly areaCodes: Readonly<Record<string, readonly string[]>>;
}>('names');

export { areaCodes, givenNames };

/** The number of different compound names. */
export const compoundNames = nameStarts.length * nameEnds.length;

/**
 * The n-th compound name, 0 ≤ n < `compoundNames`: `Harrowgate`, `Thornmere` … Neighbouring n differ in both
 * halves.
 */
export function compoundName(n: number): string {
  const start = nameStarts[n % nameStarts.length] ?? 'Alder';
  const end =
    nameEnds[(Math.floor(n / nameStarts.length) + (n % nameStarts.length)) % nameEnds.length] ?? 'ford';
  return start.endsWith(end[0] ?? '') ? `${start.slice(0, -1)}${end}` : `${start}${end}`;
}
