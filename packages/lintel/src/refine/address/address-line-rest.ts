/**
 * Finds the words of an address that parsing put into no part of it, so that none is dropped silently. Spellings
 * of one word are the same: `STREET` and `ST`, `3RD` and `3`, `NORTH CAROLINA` and `NC`, `FLOOR` and `FL`.
 */
import { stateCodes } from '../../geography/usps/words.js';
import { decodeEntities } from '../record/text.js';
import type { ParsedAddress } from './parsed-address.js';
import { directionalOf, streetWords, suffixOf } from './street.js';
import { designatorOf, floorOf } from './unit.js';

/** Words that say nothing of their own: joints, the country, and the kinds of numbered roads and boxes. */
const silent = new Set(
  (
    'NO NUMBER AND AT OF THE TO THRU THROUGH & / # - USA US UNITED STATES AMERICA CORNER COR INTERSECTION ' +
    'HIGHWAY HWY ROUTE RTE RT ROAD RD STATE COUNTY COUNTRY CNTY CTY CO TOWNSHIP TWP PRIVATE PVT TRUNK INTERSTATE I IH ' +
    'SR SH STH CR CTH FM F M FARM MARKET RM RR R RANCH LOOP LP U S BUS ALT ' +
    'P O PO POST OFFICE BOX DRAWER POB LOCKBOX RURAL RFD HC CONTRACT PSC'
  ).split(' '),
);
const stateNames = new Map([...stateCodes].map(([name, code]) => [code, name]));

/** The words of `text` that are in no part of the address; null for none, and for an address without a street. */
export function wordsLeftOut(text: string, parsed: ParsedAddress): string | null {
  if (parsed.kind === 'none') return null;
  const { streetNo, street, unit, city, state, zip } = parsed;
  const stateName = state === null ? '' : `${state} ${stateNames.get(state) ?? ''}`;
  const kept = new Set(pieces([street, unit, city, stateName, zip].join(' ')));
  const number = pieces(streetNo ?? '');
  const left = pieces(text).filter((piece) => {
    const at = number.indexOf(piece);
    if (at >= 0) number.splice(at, 1);
    return at < 0 && !kept.has(piece) && !silent.has(piece);
  });
  return left.length === 0 ? null : left.join(' ');
}

/** The words of a text in one spelling, apart where digits meet letters; `S W` is `SW`. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const word of streetWords(
    decodeEntities(text).replace(/[½.]/g, (sign) => (sign === '½' ? ' 1/2' : ' ')),
  )) {
    for (const part of word.split(/[-/]/)) {
      for (const piece of spelling(part).match(/\d+|[A-Z#&]+/g) ?? []) {
        const plain = piece.replace(/^0+(?=\d)/, '');
        if (/^[EW]$/.test(plain) && /^[NS]$/.test(found.at(-1) ?? '')) found.push(`${found.pop()}${plain}`);
        else found.push(plain);
      }
    }
  }
  return found;
}

/** One spelling of a word; of an ordinal, its number. */
function spelling(word: string): string {
  if (word === 'ONE') return '1';
  const [ordinal] = /^\d+(?=(?:ST|ND|RD|TH)$)/.exec(word) ?? [];
  if (ordinal !== undefined) return ordinal;
  return floorOf(word) ?? directionalOf(word) ?? designatorOf(word) ?? suffixOf(word) ?? word;
}
