/**
 * Second step: the words of a normalised text, with joined forms split (`SR13`, `123MAIN`, `#4B`) and fixed
 * phrases joined (`TWENTY FIRST` → `21ST`, `STATE ROUTE 13` → `SR 13`). Data and queries pass through the
 * same function, so that they get the same form.
 */
import { maxQueryWords, maxWordChars } from './limits.js';
import { compoundOrdinals, stateNames } from './usps-words.js';

const roads = /^(?:HIGHWAY|HWY|ROAD|RD|ROUTE|RTE|RT)$/;
const letters = /^[A-Z]+$/;
const number = /^\d+[A-Z]?$/;

/** Words of a normalised text, at most `limit` of them, in their order. */
export function tokenise(normal: string, limit: number = maxQueryWords): string[] {
  const words: string[] = [];
  for (const part of normal.split(/[ ,]+/)) {
    if (words.length >= limit * 2) break;
    takeApart(part, words);
  }
  return joinPhrases(words).slice(0, limit);
}

/** Appends the words of one run of characters. */
function takeApart(part: string, words: string[]): void {
  if (part === '') return;
  if (letters.test(part)) {
    words.push(part.slice(0, maxWordChars));
    return;
  }
  if (/^\d{5}-?\d{4}$/.test(part) || (/^\d{5}-\d{0,3}$/.test(part) && words.length > 0)) {
    words.push(part.slice(0, 5));
    return;
  }
  if (/^\d+-\d+[A-Z]?$/.test(part) || /^\d\/\d$/.test(part)) {
    words.push(part.slice(0, maxWordChars));
    return;
  }
  const [, state = '', stateRoute] = /^([A-Z]{2})-(\d+[A-Z]?)$/.exec(part) ?? [];
  if (stateRoute !== undefined && stateNames.has(state)) {
    words.push('SR', stateRoute);
    return;
  }
  for (const piece of part.split(/[/-]+|(#)/)) {
    if (!piece) continue;
    const route = /^(SR|CR|FM|RM|RR|HWY|US|I|IH|RTE|RT|SH)(\d+[A-Z]?)$/.exec(piece);
    const glued = /^(\d+)([A-Z]{2,})$/.exec(piece);
    if (route) words.push(route[1] ?? '', route[2] ?? '');
    else if (glued && !/^(?:ST|ND|RD|TH)$/.test(glued[2] ?? '')) words.push(glued[1] ?? '', glued[2] ?? '');
    else words.push(piece.slice(0, maxWordChars));
  }
}

function joinPhrases(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [phrase, length] = phraseAt(words, i);
    joined.push(phrase);
    i += length - 1;
  }
  return joined;
}

/** The word for the phrase at `i`, and how many words the phrase has. */
function phraseAt(words: readonly string[], i: number): [string, number] {
  const [a = '', b = '', c = '', d = ''] = words.slice(i, i + 4);
  const compound = compoundOrdinals.get(`${a} ${b}`);
  if (compound !== undefined) return [compound, 2];
  if (a === 'FARM' && b === 'TO' && c === 'MARKET') return roads.test(d) ? ['FM', 4] : ['FM', 3];
  if (a === 'U' && b === 'S' && (number.test(c) || roads.test(c)))
    return roads.test(c) ? ['US', 3] : ['US', 2];
  if (!roads.test(b) || !number.test(c)) return [a, 1];
  if (a === 'STATE') return ['SR', 2];
  if (a === 'COUNTY' || a === 'CO' || a === 'CNTY') return ['CR', 2];
  if (a === 'US' || a === 'FM' || a === 'INTERSTATE') return [a === 'INTERSTATE' ? 'I' : a, 2];
  return [a, 1];
}
