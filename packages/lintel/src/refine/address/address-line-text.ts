/**
 * Normalises the text of an address line before it is parsed: upper-case ASCII, segments separated by commas,
 * the house number first in the first one. What comes before the number is moved after the street (a unit, a
 * lot) or dropped (a person).
 *
 * A line that is a placeholder or only describes a parcel (`LOT 5 BLK 2`) gives the empty text.
 */
import { asciiLetters, decodeEntities, withoutEnd } from '../record/text.js';
import { directionalOf, isPlainSuffix, suffixOf } from './street.js';

const noAddress =
  /^(?:0+ )?(?:N\/?A|NONE|NULL|TBD|TO BE DETERMINED|UNK(?:NOWN)?|UNASSIGNED|SITUS TO BE ASSIGNED|TO BE ASSIGNED|VARIOUS.*|MULTIPLE (?:ADDRESSES|LOCATIONS|SITES)|SCATTERED SITES|CITY ?WIDE|COUNTY ?WIDE|SEE (?:DESCRIPTION|COMMENTS?|NOTES|ATTACHED|PLANS?)\b.*|NO ADDRESS.*|NO SITUS.*|NOT (?:AVAILABLE|APPLICABLE)|ADDRESS UNKNOWN|(?:PUBLIC )?(?:RIGHT[ -]OF[ -]WAY|R\/?O\/?W)|X{2,}|[-*.?]*)$/;

/** Whether the text is a placeholder for no address. */
export function isNoAddress(text: string): boolean {
  return noAddress.test(text);
}

/** A house number, a blank and plain words: only what `oddWord` finds needs normalising. */
const plainLine = /^\d+ [A-Z0-9 ]+$/;
const oddWord =
  / (?:TO|THRU|THROUGH|REAR|URB) |(?:APT|UNIT|STE|SUITE|BLDG|FLR?|RM|TRLR|SPC|PH)\d| (?:USA?|UNITED STATES|AMERICA)$| (?:ATTN|ATTENTION) | [NS] [EW](?: |$)|BOX (?:\d|X$)|^ONE /;

/** The normalised text of a line. `state` is the state of the address, null where it is not known. */
export function lineText(line: string, state: string | null): string {
  const upper = asciiLetters(withoutForeign(decodeEntities(line)).replace(/½/g, ' 1/2'))
    .toUpperCase()
    .replace(/\s*[\n\r;|]+\s*/g, ',')
    .replace(/\s+/g, ' ')
    .replace(/ ?, ?(?=(?:JR|III?)\b\.?(?:[ ,]|$))/, ' ')
    .trim();
  if (plainLine.test(upper) && !oddWord.test(upper)) return upper;
  const text = [unquote, openGlue, dropLead, dropRecipient, dropFirm, moveUnitBack, mendNumber].reduce(
    (given, step) => step(given),
    upper,
  );
  return state === 'PR' ? puertoRico(text) : text;
}

/** Words in another script name the place, not the street: they end the segment. */
function withoutForeign(text: string): string {
  return /[\u0370-\u1fff\u2e80-\uffef]/.test(text)
    ? text.replace(/[\u0370-\u1fff\u2e80-\uffef][^\x00-\u036f]*/g, ',')
    : text;
}

function unquote(text: string): string {
  const bare = /^\(.*\)$/.test(text) ? text.slice(1, -1) : text;
  return withoutEnd(bare.replace(/^["'*\s]+/, ''), /["'*\s]/).replace(/(?<=\S)\s*\([^()]*\)?$/, '');
}

/** Separates words joined by a point, a hyphen or nothing: `N.MAIN`, `ST-B`, `PH-2`, `APT4`, `/UNIT 4`. */
function openGlue(text: string): string {
  return text
    .replace(/\.(?=[A-Z][A-Z0-9]{2}|\d+(?:ST|ND|RD|TH)\b)/g, '. ')
    .replace(/\b(APT|UNIT|STE|SUITE|BLDG|FLR?|RM|TRLR|SPC|PH)-?(\d+[A-Z]?)\b/g, '$1 $2')
    .replace(/\b(ST|AVE|RD|DR|BLVD|LN|CT|PL|WAY|CIR)-([A-Z]|\d+[A-Z]?)\b/g, '$1 $2')
    .replace(
      /(?<=^\d\S* .+ (?:ST|STREET|AVE|AVENUE|RD|ROAD|DR|DRIVE|BLVD|LN|LANE|CT|PL|WAY|CIR)\.? [NS])\.? (?=[EW]\b)/,
      '',
    )
    .replace(/\/(?=(?:UNIT|APT|STE|SUITE|BLDG|FL|#))/g, ' ')
    .replace(/^(\d+)(?!(?:ST|ND|RD|TH)\b)(?=[A-Z]{3,} )/, '$1 ');
}

/** Drops a leading name of the resident, or a placeholder for the number. */
function dropLead(text: string): string {
  return text
    .replace(/^[A-Z][A-Z .]* - (?=\d+ [A-Z])/, '')
    .replace(/^(?:C\/O|ATTN)\b[^\d,]*[, ]+(?=\d+[A-Z]? )/, '')
    .replace(/^(?:X{2,}|TBD|UNK|UNKNOWN|N\/A|NO NUMBER|\?+|\d+X{2,3}) (?=[A-Z0-9])/, '')
    .replace(/^(?:(?:[NS]?[EW]|[NS]) )?(?:CORNER|COR|INTERSECTION)(?: OF)? (?=.*(?:&|\bAND\b|@))/, '');
}

/** A box behind the street: where mail goes is no part of where the house is. */
const boxes =
  /[ ,]+(?:P\.? ?O\.? ?BOX|POB|(?:RR|RURAL ROUTE) \d+ BOX|(?:LOCK|MAIL)?BOX)(?: NO| #)? ?(?:\d+[A-Z]?|X)(?=[ ,]|$)/g;
const houseAndStreet = /^\d\S* \S.*[A-Z]\w*\.?$/;
const dropBox = (box: string, at: number, line: string) =>
  houseAndStreet.test(line.slice(0, at)) ? '' : box;

/** A country at the end, and what the Postal Service reads as an attention line behind the street. */
const behindAddress =
  /[ ,]+(?:(?:UNITED STATES(?: OF AMERICA)?|U\.?S\.?A\.?|US(?<=\d{5}[ ,]+US))|(?:ATTN|ATTENTION|C\/O)\b[:. ][^,]*)$/;
const houseSegment = /^\d+[A-Z]? (?:[NSEW]{1,2} )?[A-Z0-9]/;
const unitBefore = /^(?:SUITE|STE|APT|UNIT|FLOOR|FL|ROOM|RM|BLDG|#)\b/;

/** Drops recipient lines above the house, the attention line, a box and the country: `ACME LLC, STE 2, 7 ELM ST`. */
function dropRecipient(text: string): string {
  const plain = text.replace(behindAddress, '');
  const address = /BOX|POB/.test(plain) ? plain.replace(boxes, dropBox) : plain;
  if (/^[^A-Z]*\d/.test(address) || !address.includes(',')) return address;
  const segments = address.split(',').map((segment) => segment.trim());
  const at = segments.findIndex((segment) => houseSegment.test(segment));
  const above = segments.slice(0, at);
  const units = above.filter((segment) => unitBefore.test(segment));
  if (at < 1 || above.some((segment) => !units.includes(segment) && /\d/.test(segment))) return address;
  return units.length === above.length ? address : [...units, ...segments.slice(at)].join(', ');
}

const firmBefore = /^((?:[A-Z&][A-Z&'-]* ){1,8})(?=(\d+(?:-\d+)?[A-Z]?) ((?:[A-Z0-9]+\.?[ ,]){1,4}))/;
const roadBefore =
  /^(?:HIGHWAY|HWY|ROUTE|RTE|RT|ROAD|RD|US|SR|CR|STATE|COUNTY|INTERSTATE|MILE|MI|MP|LOT|AND|AT)$/;

/** Drops the name of a firm before the house where no comma parts them: `ACME FOODS 12 ELM ST, SALEM, OR 97301`. */
function dropFirm(text: string): string {
  const [, firm = '', , behind = ''] = firmBefore.exec(text) ?? [];
  if (firm === '' || !/\d{5}(?:-\d{4})?$/.test(text)) return text;
  const words = firm.trim().split(' ');
  // A road before the number is the street, the number its own: `OLD HIGHWAY 60`.
  const isStreet = words.some(
    (word) => roadBefore.test(word) || suffixOf(word) !== null || unitBefore.test(word),
  );
  const hasStreet = behind.split(/[ ,]/).some((word, at) => at > 0 && isPlainSuffix(word.replace('.', '')));
  return isStreet || !hasStreet || directionalOf(words[0] ?? '') !== null ? text : text.slice(firm.length);
}

const parcel = '(?:LO?TS?|BLO?C?K|TRACT|PARCEL|PHASE|SECTION|SEC)\\.? ?#?[A-Z]?\\d*[A-Z]?(?: ?[-&] ?\\d+)?';
const parcels = new RegExp(`^${parcel}(?:[ ,]+${parcel})+(?:[ ,]+|$)`);
const development = /\b(?:SUBD?(?:IVISION)?|ADDITION|ADDN|PLAT|ESTATES|BLO?C?K)\b/;
const leadingUnit =
  /^((?:#|(?:APT|APARTMENT|UNIT|STE|SUITE|LOT|BLDG|BUILDING|RM|ROOM|FLOOR|SPC|SPACE|TRLR)\b\.?) ?#? ?(?:[A-Z]?\d+[A-Z]?|[A-Z])|REAR|BASEMENT)(?: OF)?[ ,:-]+(?=\d+[A-Z]?(?:-\d+)? [A-Z0-9])([^,]*?)((?: \d{5}(?:-\d{4})?)?)(?=,|$)/;

/** Moves a leading unit or lot to after the street; a parcel description alone is not an address. */
function moveUnitBack(text: string): string {
  const described = parcels.exec(text);
  if (described !== null) {
    const rest = text.slice(described[0].length);
    return /^\d+[A-Z]? [A-Z0-9]/.test(rest) ? rest : '';
  }
  const moved = text.replace(/^LT\.? ?(?=\d+[ ,]+\d)/, 'LOT ').replace(leadingUnit, '$2 $1$3');
  const lot = /^(LOT \d+[A-Z]?)[, ]+([A-Z][^,]*)/.exec(moved);
  if (lot === null) return /^LOTS? \d+[A-Z]?$/.test(moved) ? '' : moved;
  if (development.test(moved)) return '';
  return `${lot[2]} ${lot[1]}${moved.slice(lot[0].length)}`;
}

/** `ONE MAIN ST`, but not `ONE MILE RD`. */
const oneHouse =
  /^ONE (?!MILE\b)(?=[A-Z].* (?:ST|STREET|AVE|AVENUE|RD|ROAD|DR|DRIVE|BLVD|BOULEVARD|LN|LANE|CT|PL|PLACE|WAY|PLAZA|PKWY|PARKWAY)\b)/;

/** Gives a house number one form: the first of several, a range with a hyphen, grid numbers joined. */
function mendNumber(text: string): string {
  return text
    .replace(oneHouse, '1 ')
    .replace(/^(\d+)(?:\s*[,&/]\s*\d+)+(?= [A-Z])/, '$1')
    .replace(/^(\d+[A-Z]?) (?:TO|THRU|THROUGH) (\d+[A-Z]?)(?= [A-Z])/, '$1-$2')
    .replace(/^([NSEW]\d{1,3}) ?-?([NSEW]\d{1,6})(?= [A-Z])/, '$1$2')
    .replace(/^(\d+[A-Z]?) REAR (?=(?!ST\b|AVE\b|RD\b)[^,]*? [^,])([^,]*)/, '$1 $2 REAR');
}

/** Puerto Rico: the urbanization is not part of the street, and the number may come after `CALLE`. */
function puertoRico(text: string): string {
  return text
    .replace(/^URB(?:ANIZACION)?\.? [^,\d]*?[ ,]+(?=#?[A-Z]?-?\d+ )/, '')
    .replace(/(?<= CALLE [^,]+?)[ ,]+URB(?:ANIZACION)?\.? [^,]*/, '')
    .replace(/^((?:CALLE|AVENIDA|AVE|CARRETERA) [A-Z][A-Z ]*?),? #?(\d+[A-Z]?)(?=,|$)/, '$2 $1');
}
