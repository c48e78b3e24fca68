/** Parts of error messages about an unknown name: which name was probably meant, and which exist. */
import { nearest } from '@lintel/contract/plain';

/** The most names that an error lists. */
const maxListed = 12;

/** ` Did you mean "x"?`, to follow a sentence; empty if no name is similar. */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** The first names of a list and the number of the rest: `a, b and 74 more`. */
export function listed(known: readonly string[]): string {
  const more = known.length - maxListed;
  return more > 0 ? `${known.slice(0, maxListed).join(', ')} and ${more} more` : known.join(', ');
}
