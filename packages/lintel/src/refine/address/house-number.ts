/** House numbers in standard form. */
import { asciiLetters } from '../record/text.js';

/**
 * A house number in standard form: no leading zeros, fraction after a blank, range by a hyphen. Null for
 * none.
 */
export function houseNumber(text: string): string | null {
  return plainNumber.test(text) ? text : readHouseNumber(text);
}

/** The form of most house numbers. */
const plainNumber = /^[1-9]\d{0,5}$/;

function readHouseNumber(text: string): string | null {
  let number = asciiLetters(text.replace(/½/g, ' 1/2').replace(/¼/g, ' 1/4'))
    .toUpperCase()
    .trim()
    .replace(/\s*-\s*/g, '-')
    .replace(/^(\d+)\.5$/, '$1 1/2')
    .replace(/[-\s]+(\d\/\d)$/, ' $1');
  number = number
    .replace(/^(\d[\dA-Z-]*?)\s*(?:GAR|GARAGE|AIR|REAR|FRONT|FRT|BLDG)$/, '$1')
    .replace(/^(\d+)\s+([A-Z]\d?)$/, '$1$2')
    .replace(/^(\d+)-([A-Z])$/, '$1$2')
    .replace(/^0+(?=\d)/, '')
    .replace(/\.0*$/, '');
  return numberForm.test(number) && !/^0+[A-Z]?$/.test(number) ? number : null;
}

const numberForm =
  /^(?:\d{1,7}(?:[A-Z]{0,2}|[A-Z]\d)(?:-\d{1,7}[A-Z]?|-[A-Z])?(?: \d\/\d{1,2})?|[NSEW]\d{1,6}[NSEW]\d{1,6}|\d{1,2}[NSEW]\d{2,5}|[NSEW]\d{3,6})$/;
