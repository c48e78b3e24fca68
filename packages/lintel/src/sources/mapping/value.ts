/** Values of raw rows as text: what a mapping reads, before any interpretation. */

import { maxDescriptionLength } from '../../refine/record/limits.js';

/** A raw row: column or top-level name → what the source sent. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** Characters of the longest text that a mapping reads or makes: what the longest field keeps. */
export const maxText = maxDescriptionLength;

/** What an evaluation reports besides its text: a mapping that reads a cut text sets `isCut`. */
export interface Loss {
  isCut: boolean;
}

/**
 * A value as trimmed text, numbers in decimal form. Undefined for nothing: absent, null, blank, and for what
 * is not a single value (lists and objects are reached by `path` and `count`). A text beyond `maxText` is cut,
 * which `loss` tells.
 */
export function textOf(value: unknown, loss?: Loss): string | undefined {
  if (typeof value === 'string')
    return (value.length > maxText ? cut(value, loss) : value).trim() || undefined;
  if (typeof value === 'number') return decimalText(value);
  return typeof value === 'boolean' ? String(value) : undefined;
}

function cut(text: string, loss: Loss | undefined): string {
  const clean = text.trim();
  if (clean.length <= maxText) return clean;
  if (loss !== undefined) loss.isCut = true;
  return clean.slice(0, maxText);
}

function decimalText(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  if (!Number.isFinite(value)) return undefined;
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  return value.toFixed(20).replace(/\.?0+$/, '');
}

/** The value at a path of names and array positions; undefined if there is none. */
export function at(value: unknown, steps: readonly string[]): unknown {
  let current = value;
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

const decimal = /^(-)?\$?\s*(-)?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;
/** Characters of the longest text that is taken for an amount. */
const maxDecimalLength = 100;
/** Bookkeepers write an amount below zero in parentheses. */
const bookedOut = /^\((.+)\)$/;

/**
 * The exact sum of decimal texts such as `1250.50` or `$1,250.50`. Undefined if there are none, or one is not
 * a number: a sum without it would be a wrong sum.
 */
export function addDecimals(texts: readonly string[]): string | undefined {
  if (texts.some((text) => text.length > maxDecimalLength)) return undefined;
  const numbers = texts.map((text) => decimal.exec(text.trim().replace(bookedOut, '-$1')));
  let scale = 0;
  for (const number of numbers) {
    if (number === null || `${number[3]}${number[4] ?? ''}` === '') return undefined;
    scale = Math.max(scale, number[4]?.length ?? 0);
  }
  if (numbers.length === 0) return undefined;
  let total = 0n;
  for (const number of numbers) {
    const digits = `${number?.[3]?.replaceAll(',', '')}${(number?.[4] ?? '').padEnd(scale, '0')}`;
    const amount = BigInt(digits);
    total += number?.[1] || number?.[2] ? -amount : amount;
  }
  return placePoint(total, scale);
}

function placePoint(total: bigint, scale: number): string {
  const sign = total < 0n ? '-' : '';
  const digits = (total < 0n ? -total : total).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
