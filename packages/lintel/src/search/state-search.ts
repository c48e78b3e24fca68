/**
 * Finds states by code or name: the code itself, then whole names, prefixes of names and of their words, and
 * misspelt names.
 */
import { byteEditDistance } from '@lintel/contract/plain';
import { normalise } from '../format/address-index/normalise.js';
import { stateNames } from '../format/address-index/usps-words.js';

interface NamedState {
  readonly code: string;
  readonly name: string;
}

/** Errors that a name of this length may have. */
const errorsAllowed = (letters: number) => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

/** The states that the text may mean, best first, then by name. */
export function findStates<T extends NamedState>(states: readonly T[], text: string): T[] {
  const wanted = normalise(text)
    .replaceAll(/[,\s]+/g, ' ')
    .trim();
  if (wanted === '') return [];
  return states
    .map((state) => ({ state, rank: rankOf(state, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank || (a.state.name < b.state.name ? -1 : 1))
    .map(({ state }) => state);
}

const noMatch = 9;

function rankOf({ code, name }: NamedState, wanted: string): number {
  const upper = normalise(name);
  if (wanted === code) return 0;
  if (stateNames.get(wanted) === code || wanted === `${upper} ${code}`) return 1;
  if (upper.startsWith(wanted)) return 2;
  if (upper.includes(` ${wanted}`)) return 3;
  if (wanted.endsWith(` ${code}`)) return 4;
  const allowed = errorsAllowed(wanted.length);
  const [a, b] = [Buffer.from(wanted), Buffer.from(upper)];
  const errors = byteEditDistance(a, 0, a.length, b, 0, b.length, allowed);
  return allowed > 0 && errors <= allowed ? 4 + errors : noMatch;
}
