/**
 * The origins of property facts that a permit did not state itself, in few bytes: each origin once, with a
 * bit for each fact. They follow the origin of the permit in `origins.ndjson`, so that every published fact
 * can be traced.
 */
import type { PropertyFacts } from '@lintel/contract';
import { propertyFactNames } from '@lintel/contract/plain';

/** The id of another permit, or the source and the row key of a row of an assessor's file. */
export type FactOrigin = string | readonly [source: string, key: string];

/** An origin and its facts: bit `i` is fact `i` of `propertyFactNames`. */
export type FactsOfOrigin = readonly [origin: FactOrigin, facts: number];

/** The bit of a fact. */
export function factBit(name: keyof PropertyFacts): number {
  return 1 << propertyFactNames.indexOf(name);
}

/** The names of the facts of these bits. */
export function factsOfBits(bits: number): (keyof PropertyFacts)[] {
  return propertyFactNames.filter((_, i) => (bits >>> i) & 1);
}

/** Collects the facts of each origin. */
export class FactOrigins {
  readonly #origins: FactOrigin[] = [];
  readonly #facts: number[] = [];

  add(name: keyof PropertyFacts, origin: FactOrigin): void {
    let at = this.#origins.indexOf(origin);
    if (at < 0) at = this.#origins.push(origin) - 1;
    this.#facts[at] = (this.#facts[at] ?? 0) | factBit(name);
  }

  get all(): FactsOfOrigin[] {
    return this.#origins.map((origin, i) => [origin, this.#facts[i] ?? 0] as const);
  }
}
