/**
 * The licensed professionals that the page of a permit in Accela Citizen Access names: the firm, its licence and the
 * kind of it.
 *
 * A cell has a line each for a person, the firm, the street, the city, telephones and, at the end, kind and number of
 * the licence; which of them are there differs from city to city. Persons of a firm, mails, telephones and streets are
 * left out. Further professionals stand in rows of the same table, numbered (`2)`). What cannot be read gives nothing.
 */
import { htmlTokens, oneLine } from './html-tags.js';

export interface Professional {
  /** The firm; the person who holds the licence where no firm is named. */
  readonly Name: string | null;
  readonly License: string | null;
  /** Kind of the licence: `Roofing Contractor`. */
  readonly Type: string | null;
}

/** Professionals of a permit that are kept. */
const most = 50;
const contact =
  /\S+@\S+|\b(?:(?:home|work|business|mobile|cell|main)\s+phone|phone|fax|e-?mail)\s*:[\s\d().+-]*/gi;
const telephone = /^[\d\s().+-]{7,}$/;
const cityLine = /,\s*(?:[a-z]{2}|[a-z]+(?: [a-z]+)?)\s*,?\s*\d{5}(?:-\d{4})?$/i;
const streetLine =
  /^(?:p\.?\s*o\.?\s*box\b|\d+[a-z]?\s.*\b(?:st|street|ave?|avenue|rd|road|dr|drive|blvd|boulevard|ln|lane|ct|court|cir|circle|way|hwy|highway|pkwy|parkway|pl|place|ter|trl|trail|loop|sr|suite|ste)\b)/i;
const licenseLine = /^(?:(\S.*?)\s+)?#?((?=\S*\d)[a-z0-9][a-z0-9:./-]{2,})$/i;

/** The professionals in the order of the page, the first of them the main one. */
export function licensedProfessionals(page: string): Professional[] {
  return cellsOf(page)
    .map(professionalOf)
    .filter(({ Name, License }) => Name !== null || License !== null)
    .slice(0, most);
}

/** The lines of each cell of the table; tables within a cell hold telephones. */
function cellsOf(page: string): string[][] {
  const cells: string[][] = [];
  let depth = 0;
  let lines: string[] | null = null;
  for (const { tag, isEnd, attributes, text } of htmlTokens(page)) {
    if (depth === 0) {
      if (tag === 'table' && !isEnd && /licensedps$/i.test(attributes.id ?? '')) depth = 1;
    } else if (tag === 'table') {
      depth += isEnd ? -1 : 1;
      if (depth === 0) break;
      lines?.push('');
    } else if (depth > 1) continue;
    else if (tag === 'td' || tag === 'tr') {
      lines = tag === 'td' && !isEnd ? [''] : null;
      if (lines !== null) cells.push(lines);
    } else if (lines === null) continue;
    else if (tag === null) lines[lines.length - 1] += text;
    else if (['br', 'div', 'p'].includes(tag)) lines.push('');
  }
  return cells;
}

function professionalOf(cell: readonly string[]): Professional {
  const lines = cell
    .map((line) => oneLine(line.replace(contact, ' ')).replace(/^(?:\d+\)\s*)+|\s*\*$/g, ''))
    .filter((line) => line !== '' && !telephone.test(line) && !/^view additional/i.test(line));
  const city = lines.findIndex((line) => cityLine.test(line));
  const license = licenseOf(lines.slice(city + 1).at(-1) ?? '');
  const above = city >= 0 ? lines.slice(0, city) : license === null ? lines : lines.slice(0, -1);
  const names = namesIn(above, city >= 0);
  return {
    Name: names[1] ?? names[0] ?? null,
    License: license?.number ?? null,
    Type: license?.type ?? null,
  };
}

/** The lines before the street: the one above the city's line, if it has a number or more than two are above it. */
function namesIn(lines: readonly string[], isAboveCity: boolean): readonly string[] {
  const last = lines.length - 1;
  const hasStreet = isAboveCity && (last > 1 || /\d/.test(lines[last] ?? ''));
  const rest = hasStreet ? lines.slice(0, last) : lines;
  const street = rest.findIndex((line, at) => at > 0 && streetLine.test(line));
  return rest.slice(0, street < 0 ? rest.length : street).filter((line) => /[a-z]/i.test(line));
}

/** `Roofing Contractor CCC051565`, or the number alone if it has letters. */
function licenseOf(line: string): { readonly type: string | null; readonly number: string } | null {
  const [, words = '', number] = licenseLine.exec(line.replace(/\s+inactive$/i, '')) ?? [];
  const type = oneLine(words.replace(/\b\d{10,}\b/g, ''));
  if (number === undefined || !/[a-z]/i.test(type + number)) return null;
  return { type: /[a-z]/i.test(type) ? type : null, number };
}
