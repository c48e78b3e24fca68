/** The index words for states (`@TX`), by state code. */
import { stateNames } from './usps-words.js';
import { stateSign, type Vocabulary } from './vocabulary.js';

/** Number of each state's word; a state that the index does not have is left out. */
export function readStateWords(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const codes = [...new Set(stateNames.values())];
  return new Map(
    codes
      .map((code): [string, number] => [code, vocabulary.find(stateSign + code)])
      .filter(([, word]) => word >= 0),
  );
}
