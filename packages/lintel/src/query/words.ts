/** What `permit_q` asks of a description (C67): words in any order, each of which it contains, and phrases. */
import { foldText, type TextSearch } from '../format/text-index/text-index.js';

/** A word loses the ending of its plural: what it is contained in has either form. */
const plural = /(?<=\p{L}(?:x|ch|sh|ss))es$|(?<=\p{L}{3})s$/u;

/** The folded pieces that a text must contain: phrases in quotes as they are, and words. */
export function piecesOf(asked: string): string[] {
  const text = foldText(asked);
  const pieces = [...text.matchAll(/"([^"]+)"|[^\s\p{Pd}"]+/gu)].map(
    ([word, phrase]) => phrase ?? word.replace(plural, ''),
  );
  return pieces.length === 0 ? [text] : [...new Set(pieces)];
}

/** A search for all pieces of a text by the search for one. */
export function searchPieces(asked: string, search: (piece: string) => TextSearch): TextSearch {
  const searches = piecesOf(asked).map(search);
  const [only] = searches;
  if (only !== undefined && searches.length === 1) return only;
  return {
    lists: searches.flatMap(({ lists }) => lists),
    isExact: false,
    has: (row) => searches.every((each) => each.has(row)),
  };
}
