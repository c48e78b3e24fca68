/** What an error says of a name that is not on a list: which one may have been meant, and which there are. */
import { nearest } from '@lintel/contract/plain';

/** Names that an error lists. */
const maxListed = 12;

/** ` Did you mean "x"?`, to follow a sentence; empty when nothing on the list is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** The first names of a list, and how many more there are: `a, b and 74 more`. */
export function listed(known: readonly string[]): string {
  const more = known.length - maxListed;
  return more > 0 ? `${known.slice(0, maxListed).join(', ')} and ${more} more` : known.join(', ');
}
