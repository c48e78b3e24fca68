/**
 * House numbers as the index holds them: the number itself and what follows it (`123A` → 123 and `A`,
 * `12-34` → 12 and `-34`, `N95W1234` → 95 and the whole text). A text without digits has no number.
 */

export interface HouseNumber {
  readonly value: number;
  /** What distinguishes houses with the same number, empty for most. */
  readonly suffix: string;
  /** Whether another suffix means another house. */
  readonly isStrict?: boolean;
}

const form = /^([NSEW]?) *(\d{1,9})(.*)$/;

/** The number of a normalised text such as `123 1/2`; null when it does not begin with one. */
export function parseHouseNumber(normal: string): HouseNumber | null {
  const match = form.exec(normal.trim());
  if (!match) return null;
  const [text, direction = '', digits = '', rest = ''] = match;
  return { value: Number(digits), suffix: (direction === '' ? rest : text).replaceAll(' ', '').slice(0, 12) };
}

/**
 * Whether a word of a query can be a house number: `123`, `123A`, `12-34`; `123B2` and `N95W1234` only as the first
 * word.
 */
export function looksLikeHouseNumber(word: string, first: boolean): boolean {
  return (
    /^\d{1,9}(?:-\d+)?[A-Z]?$/.test(word) ||
    (first && /^(?:\d{1,7}[A-Z]\d|[NSEW]\d+(?:[NSEW]\d+)?)$/.test(word))
  );
}

/** `37-12` for `3712` and `3712` for `37-12`: people in Queens write either; null for other numbers. */
export function otherHouseForm({ value, suffix }: HouseNumber): HouseNumber | null {
  if (suffix === '' && value >= 1000 && value <= 99_999) {
    const last = String(value % 100).padStart(2, '0');
    return { value: Math.floor(value / 100), suffix: `-${last}`, isStrict: true };
  }
  if (!/^-\d\d$/.test(suffix)) return null;
  return { value: value * 100 + Number(suffix.slice(1)), suffix: '', isStrict: true };
}
