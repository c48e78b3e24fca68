/**
 * Recognises address lines that are not a house: a box of a post office or rural route, or an intersection.
 * Gives each its name in USPS notation, and null for any other line.
 */
import { directionalOf, streetWords, suffixOf, uspsStreet } from './street.js';

/** A post-office or rural-route box at the beginning of a text. */
export const poBox =
  /^\s*(?:P(?:OST)?\.?\s*O(?:FFICE)?\.?\s*(?:BOX|DRAWER)|POB|(?:LOCK)?BOX(?=\s*#?\s*\d+\b)|(?:RR|RURAL ROUTE|RFD|HC|HIGHWAY CONTRACT|PSC)\s*#?\s*(\d+)[\s,]+BOX)\s*#?\s*([A-Z0-9-]*)/i;

/** The name of a post-office box, or of a box on a rural route (Publication 28, section 24). */
export function poBoxName(text: string): string {
  const [whole = '', route, number = ''] = poBox.exec(text) ?? [];
  const kind =
    route === undefined
      ? 'PO'
      : `${/^\s*(HC|HIGHWAY|PSC)/i.exec(whole)?.[1]?.toUpperCase() ?? 'RR'} ${route}`;
  return `${kind.replace('HIGHWAY', 'HC')} BOX ${number.toUpperCase()}`.trim();
}

const between = / (?:&|@|AND|AT) | ?\/ ?(?!\d{1,2}\b)/;

/** An intersection, `MAIN ST & 1ST AVE`; null for a house or a single street. */
export function crossingOf(body: string): string | null {
  const at = between.exec(body);
  if (at === null || at.index === 0) return null;
  if (/^\d/.test(body)) {
    const left = streetWords(body.slice(0, at.index));
    const isStreet =
      /^\d+(?:ST|ND|RD|TH)$/.test(left[0] ?? '') ||
      (left.length === 2 && /^(?:ST|AVE|RD|PL|DR|BLVD)$/.test(suffixOf(left[1] ?? '') ?? ''));
    if (!isStreet) return null;
  }
  const sides = body.split(/ (?:&|@|AND|AT) | ?\/ ?/).map((side) => uspsStreet(streetWords(side)));
  return sides.filter(Boolean).join(' & ') || null;
}

/** The house's own street where the line names a second one: `MAIN ST & 1ST AVE`, `MAIN ST AND 5 ELM ST`. */
export function beforeCrossing(text: string): string {
  const at = between.exec(text);
  if (at === null) return text;
  const left = streetWords(text.slice(0, at.index));
  const last = left.at(-1) ?? '';
  return left.length > 1 && (suffixOf(last) !== null || directionalOf(last) !== null)
    ? text.slice(0, at.index)
    : text;
}
