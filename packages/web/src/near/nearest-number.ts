/** Which street is meant where several share a name: 1200 Lake St is near 1239 W Lake St, not near 73 E Lake St. */
import type { Address } from '@lintel/client';

type Found = Pick<Address, 'street_no' | 'street' | 'city'>;

/**
 * The house number of a text, and the address that is nearest by it among those of the first one's street, whatever its
 * direction; null without a number or an address.
 */
export function nearestNumber<A extends Found>(
  text: string,
  found: readonly A[],
): { readonly number: string; readonly near: A } | null {
  const [first] = found;
  const number = /^\s*(\d+[a-z]?)\b/i.exec(text)?.[1]?.toUpperCase();
  if (first === undefined || number === undefined) return null;
  const off = ({ street_no: no }: A) =>
    Math.abs(Number.parseInt(no ?? '', 10) - Number.parseInt(number, 10)) || 0;
  const same = found.filter((one) => nameOf(one) === nameOf(first) && one.city === first.city);
  return { number, near: same.reduce((near, one) => (off(one) < off(near) ? one : near), first) };
}

/** The name of its street without a direction. */
function nameOf({ street }: Found): string | undefined {
  return street?.replace(/^(?:[NS][EW]?|[EW]) | (?:[NS][EW]?|[EW])$/g, '');
}
