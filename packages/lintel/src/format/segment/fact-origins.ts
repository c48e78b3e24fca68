/**
 * The origins of property facts that a permit did not state itself, in few bytes: each origin once, with a
 * bit for each fact. They follow the origin of the permit in `origins.ndjson`, so that every published fact
 * can be traced.
 */
import type { PropertyFacts } from '@lintel/contract';
import { propertyFactNames } from '@lintel/contract/plain';
import { at } from '../../base/memory/at.js';

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
    const known = this.#origins.indexOf(origin);
    const number = known < 0 ? this.#origins.push(origin) - 1 : known;
    this.#facts[number] = (this.#facts[number] ?? 0) | factBit(name);
  }

  get all(): FactsOfOrigin[] {
    return this.#origins.map((origin, i) => [origin, at(this.#facts, i)] as const);
  }
}
