/** Values at random, from numbers that a seed decides. */

/** Numbers in [0, 1). */
export type Chance = () => number;

export class Random {
  readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** One of the values; undefined without any. */
  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.chance() * values.length)];
  }

  /** At least one and at most `most` of the values; none without any. */
  some<T>(values: readonly T[], most: number): T[] {
    const length = 1 + Math.floor(this.chance() * most);
    return Array.from({ length }, () => this.pick(values)).filter((value) => value !== undefined);
  }

  /** A number itself, or one around it, from `by` of it on. */
  around(value: number | null | undefined, by: number): number {
    const factor = this.chance() < 0.3 ? 1 : by + this.chance();
    return Math.max(0, Math.floor((value ?? 1000) * factor));
  }

  /** A date up to `days` before (negative) or after one. */
  day(near: string | null | undefined, days: number): string {
    const shift = Math.floor(this.chance() ** 2 * days);
    const time = Date.parse(`${near ?? '2025-06-01'}T00:00:00Z`) + shift * 86_400_000;
    return new Date(time).toISOString().slice(0, 10);
  }

  /** A part of a text, in either case, of a minimum length. */
  piece(text: string | null | undefined, least: number): string {
    const clean = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
    const from = Math.floor(this.chance() * Math.max(1, clean.length - least));
    const piece = clean.slice(from, from + least + Math.floor(this.chance() * 12)).trim();
    const whole = Buffer.from(piece).toString();
    if (whole.length < least || whole.includes('\uFFFD')) return 'roof';
    return this.chance() < 0.5 ? whole.toUpperCase() : whole;
  }

  /** A name with other marks: apostrophes, hyphens and blanks go, come, or turn into one another. */
  respelled(name: string): string {
    const marks = ["'", '’', 'ʻ', '-', '–', ' ', '. ', ''];
    return [...name]
      .map((sign) => {
        if (/[^\p{L}\p{N}&]/u.test(sign)) return this.pick(marks) ?? '';
        return this.chance() < 0.1 ? `${this.pick(marks)}${sign}` : sign;
      })
      .join('');
  }

  /** A number or its beginning in another notation: other separators between letters and digits, either case. */
  written(number: string): string {
    const begun = number.slice(0, 1 + Math.floor(this.chance() * 12));
    const signs = [...(/[A-Z\d]/i.test(begun) ? begun : number)];
    const separated = (sign: string) => (this.chance() < 0.1 ? `${sign}${this.pick(['-', ' ', '/'])}` : sign);
    const text = signs
      .filter((sign) => /[A-Z\d]/i.test(sign))
      .map(separated)
      .join('');
    return this.chance() < 0.5 ? text.toLowerCase() : text;
  }
}
