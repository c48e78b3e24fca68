/** Beginnings of permit numbers that name a kind and a year, such as `BLDR-26` of `BLDR-26-03-09326`. */

/** The year of a number: two or four digits after a kind, or four at its beginning. */
const yearPattern = /^([A-Za-z]+-?)((?:19|20)?\d\d)(?!\d)|^()((?:19|20)\d\d)(?!\d)/;

/** Those of some numbers, each once, in the order of their first; numbers without a year have none. */
export function prefixesIn(numbers: readonly string[]): string[] {
  return [...new Set(numbers.flatMap((number) => yearPattern.exec(number)?.[0] ?? []))];
}

/** The same kind a year earlier; null before 1950. */
export function earlierPrefix(prefix: string): string | null {
  const [, kind = '', year = '', , bare] = yearPattern.exec(prefix) ?? [];
  const digits = bare ?? year;
  const value = Number(digits);
  if (digits === '' || value === 1950 || (digits.length === 2 && value === 50)) return null;
  return `${kind}${String(value === 0 ? 99 : value - 1).padStart(digits.length, '0')}`;
}
