/** Calendar dates as numbers YYYYMMDD, which the files of a release hold; 0 is no date. */

export const dayMs = 86_400_000;

/** A date `YYYY-MM-DD` as the number YYYYMMDD; 0 for null. */
export function dateNumber(date: string | null): number {
  if (date === null) return 0;
  return digitsAt(date, 0, 4) * 10_000 + digitsAt(date, 5, 7) * 100 + digitsAt(date, 8, 10);
}

/** The date `YYYY-MM-DD` of a number YYYYMMDD; null for 0. */
export function dateText(number: number): string | null {
  if (number === 0) return null;
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** The number written from `from` up to, not including, `to`; all characters must be digits. */
export function digitsAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}
