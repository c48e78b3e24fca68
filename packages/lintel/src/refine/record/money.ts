/**
 * Parses amounts of money into integer cents without floating-point arithmetic.
 *
 * Dollar signs, thousands separators, any number of decimals and exponents are understood. Anything that is
 * not an amount, negative, implausibly large or a source's placeholder is null and noted.
 */
import { type DefectList, note } from './defects.js';
import { maxDollars } from './limits.js';

/** The form of most amounts. */
const plainAmount = /^\d{1,13}(?:\.\d\d?)?$/;
const amount =
  /^(?:US(?:D|\$))?\s*(\(?)\s*([-+]?)\s*\$?\s*([-+]?)(\d[\d,]*|(?=\.\d))(?:\.(\d*))?\s*(\)?)\s*(?:USD|dollars)?$/i;
const scientific = /^\$?\s*([-+]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i;
const none = /^(?:n\/?a|none|null|unknown|tbd|-+|\$)$/i;

/** Cents of `text`; null with a defect if it is not an amount. `placeholders` are whole dollars. */
export function readMoney(
  text: string | undefined,
  field: string,
  placeholders: readonly number[],
  defects: DefectList,
): number | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  const cents = parseCents(trimmed);
  if (cents === null) {
    note(defects, none.test(trimmed) ? 'amount_placeholder' : 'amount_unreadable', field);
    return null;
  }
  if (cents < 0) {
    note(defects, 'amount_negative', field);
    return null;
  }
  if (cents > maxDollars * 100) {
    note(defects, 'amount_implausible', field);
    return null;
  }
  if (placeholders.length > 0 && cents % 100 === 0 && placeholders.includes(cents / 100)) {
    note(defects, 'amount_placeholder', field);
    return null;
  }
  if (hasPartsOfCent(trimmed)) note(defects, 'amount_rounded', field);
  return cents;
}

function hasPartsOfCent(text: string): boolean {
  const point = text.indexOf('.');
  return point >= 0 && point < text.length - 3 && /\.\d\d0*[1-9]/.test(text) && !/e/i.test(text);
}

/** Cents of an amount, rounded half away from zero; null if the text is not one. Infinity if out of range. */
export function parseCents(text: string): number | null {
  if (plainAmount.test(text)) {
    const point = text.indexOf('.');
    return point < 0 ? Number(text) * 100 : centsOf(text.slice(0, point), text.slice(point + 1));
  }
  const match = amount.exec(text);
  if (match) {
    const [, open, sign, innerSign, whole = '', fraction = '', close] = match;
    if ((open === '(') !== (close === ')')) return null;
    const cents = centsOf(whole.replaceAll(',', ''), fraction);
    return sign === '-' || innerSign === '-' || open === '(' ? 0 - cents : cents;
  }
  const exponent = scientific.exec(text);
  if (!exponent) return null;
  const [, sign, whole = '', fraction = '', power] = exponent;
  const cents = shifted(whole, fraction, Number(power));
  return sign === '-' ? 0 - cents : cents;
}

/** Digits before and after the point as cents: two decimals kept, the third decides the rounding. */
function centsOf(whole: string, fraction: string): number {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > 13) return Number.POSITIVE_INFINITY;
  const kept = `${fraction}000`.slice(0, 3);
  const cents = Number(digits || '0') * 100 + Number(kept.slice(0, 2));
  return kept.charCodeAt(2) >= 53 ? cents + 1 : cents;
}

/** Moves the decimal point in the text, so that `1.57707E+11` is exact. */
function shifted(whole: string, fraction: string, power: number): number {
  if (power >= 0) {
    const padded = fraction.padEnd(power, '0');
    return centsOf(whole + padded.slice(0, power), padded.slice(power));
  }
  const padded = whole.padStart(1 - power, '0');
  return centsOf(padded.slice(0, power), padded.slice(power) + fraction);
}
