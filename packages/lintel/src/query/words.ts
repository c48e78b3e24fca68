/**
 * What `permit_q` asks of a permit (C67): words in any order, each of which its description, type or subtype contains,
 * and phrases.
 */
import type { DictionaryField } from '../format/permit-fields.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { foldText, type TextSearch } from '../format/text-index/text-index.js';
import type { Filters } from './open-filters.js';

/** Where words are looked for beside the description. */
export const wordFields = ['type', 'subtype'] as const satisfies readonly DictionaryField[];

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

/** A search for a piece in descriptions, and in the types and subtypes that contain it. */
function searchPiece({ descriptions, dictionaries }: Filters, piece: string): TextSearch {
  const described = descriptions.search(piece);
  const stated = wordFields.flatMap((field) => {
    const dictionary = dictionaries[field];
    const numbers = new Set(dictionary.containing(piece));
    return numbers.size === 0 ? [] : [{ dictionary, numbers }];
  });
  if (stated.length === 0) return described;
  const rows = stated.flatMap(({ dictionary, numbers }) =>
    [...numbers].flatMap((number) => dictionary.list(number) ?? []),
  );
  const [shortest] = [...described.lists].sort((a, b) => a.count - b.count);
  return {
    lists: shortest === undefined ? [] : [new UnionCursor([shortest, ...rows], true)],
    isExact: described.isExact,
    has: (row) =>
      stated.some(({ dictionary, numbers }) => numbers.has(dictionary.at(row))) || described.has(row),
  };
}

/** A search for all pieces of a text. */
export function searchPieces(filters: Filters, asked: string): TextSearch {
  const searches = piecesOf(asked).map((piece) => searchPiece(filters, piece));
  const [only] = searches;
  if (only !== undefined && searches.length === 1) return only;
  return {
    lists: searches.flatMap(({ lists }) => lists),
    isExact: false,
    has: (row) => searches.every((each) => each.has(row)),
  };
}
