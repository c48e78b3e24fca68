/**
 * Seeded random numbers: one small generator (sfc32) that is restarted for each thing of the sample world.
 *
 * A thing's numbers depend on the seed and on what it is (its domain and indices), never on what was made
 * before it, so any permit can be made alone. Only exact arithmetic is used (no Math.log, Math.pow …), so the
 * same seed gives the same bytes on every machine. It never fails; it is not for secrets.
 */

/** 64 bits derived from a seed's text. */
export interface Seed {
  readonly a: number;
  readonly b: number;
}

/** Finaliser of MurmurHash3: each input bit changes each output bit with probability one half. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The seed of a text or a number; different texts give different worlds. */
export function seedOf(text: string | number): Seed {
  let a = 0x2545f491;
  let b = 0x6c078965;
  for (const character of String(text)) {
    const code = character.codePointAt(0) ?? 0;
    a = mix(a ^ code);
    b = mix(b + Math.imul(code, 0x9e3779b1));
  }
  return { a: mix(a ^ 0x51ed270b), b: mix(b ^ a) };
}

/**
 * A number of 32 bits that depends on the seed and three integers: for choices that need no more than one.
 */
export function hash32(seed: Seed, domain: number, i: number, j = 0): number {
  return mix(mix(mix(seed.a ^ domain) ^ i) + Math.imul(j, 0x9e3779b1)) >>> 0;
}

const unitScale = 1 / 4_294_967_296;

export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  /** Restarts the stream of one thing. */
  start(seed: Seed, domain: number, i: number, j = 0): this {
    const first = mix(mix(seed.a ^ Math.imul(domain, 0x9e3779b1)) ^ i);
    this.a = mix(first + Math.imul(j, 0x85ebca6b));
    this.b = mix(mix(seed.b + i) ^ mix(j + domain));
    this.c = seed.a ^ seed.b;
    this.counter = 1;
    for (let round = 0; round < 8; round++) this.next();
    return this;
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    return this.next() * unitScale;
  }

  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * unitScale * limit);
  }

  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() * unitScale < probability;
  }

  /** One entry of a nonempty list. */
  pick<T>(list: readonly T[]): T {
    const entry = list[this.below(list.length)];
    if (entry === undefined) throw new RangeError('cannot pick from an empty list');
    return entry;
  }

  /**
   * Approximately normally distributed, mean 0, standard deviation 1, within ±6: the sum of twelve 16-bit
   * draws, minus 6.
   */
  normal(): number {
    let sum = -6;
    for (let draw = 0; draw < 6; draw++) {
      const bits = this.next();
      sum += ((bits & 0xffff) + (bits >>> 16)) / 65_535;
    }
    return sum;
  }

  /** Log-normally distributed around `median`; `spread` is the standard deviation of its logarithm. */
  lognormal(median: number, spread: number): number {
    return median * exponential(spread * this.normal());
  }
}

const ln2 = Math.LN2;

/** e to the power of `x`, |x| < 50, by exact arithmetic; relative error below 1e-9. */
export function exponential(x: number): number {
  const halvings = Math.round(x / ln2);
  const rest = x - halvings * ln2;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 10; n++) {
    term *= rest / n;
    sum += term;
  }
  for (let n = 0; n < Math.abs(halvings); n++) sum *= halvings > 0 ? 2 : 0.5;
  return sum;
}
