/**
 * Remembers what address lines tell by the text behind their house number: few streets have many houses. Only a plain
 * number that came out as it stood is taken out of the line; what depends on the number is read anew each time.
 */

import { maxMemoText } from '../record/limits.js';
import { Memo } from '../record/memo.js';
import type { LinePlaces, ParsedAddress } from './address.js';

type ReadLine = (line: string, places: LinePlaces) => ParsedAddress;

/** The reading of lines with a memory; its results must not be changed. */
export function rememberLines(read: ReadLine): ReadLine {
  /** Lines by their places and the text behind their number; null where what they tell depends on the number. */
  const memory = new Memo<string, ParsedAddress | null>();
  const numbers = new WeakMap<LinePlaces, number>();
  let lastNumber = 0;
  return (line, places) => {
    const digits = line.length > maxMemoText ? 0 : plainNumberLength(line);
    if (digits === 0) return read(line, places);
    let number = numbers.get(places);
    if (number === undefined) {
      number = ++lastNumber;
      numbers.set(places, number);
    }
    const streetNo = line.slice(0, digits);
    const behind = `${number}${line.slice(digits)}`;
    const known = memory.get(behind);
    if (known) {
      const { kind, street, unit, city, state, zip } = known;
      return { kind, streetNo, street, unit, city, state, zip };
    }
    const parsed = read(line, places);
    if (known === undefined) memory.set(behind, parsed.streetNo === streetNo ? parsed : null);
    return parsed;
  };
}

/** Digits of a house number without leading zeros that a blank and a letter follow; 0 where the line begins otherwise. */
function plainNumberLength(line: string): number {
  let length = 0;
  while (isDigit(line.charCodeAt(length))) length += 1;
  if (length === 0 || length > 6 || line.charCodeAt(0) === 48 || line.charCodeAt(length) !== 32) return 0;
  const letter = line.charCodeAt(length + 1) | 32;
  return letter >= 97 && letter <= 122 ? length : 0;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
