/**
 * What the permits of one address tell of its property together: a permit that does not state a fact is given the newest
 * one that another permit of the address states.
 *
 * Only what belongs to the building and its lot is carried, never an owner or a value. The kind of property is carried
 * where all permits agree on it, for a tenant's permit does not say what the house above is. Disagreements are counted.
 */
import type { PropertyFacts } from '@lintel/contract';

/** The facts that are carried from permit to permit. */
const carriedFields = [
  'property_census_tract',
  'property_congressional_district',
  'property_type',
  'property_type_detail',
  'property_lot_size',
  'property_building_area',
  'property_story_count',
  'property_unit_count',
  'property_year_built',
] as const satisfies readonly (keyof PropertyFacts)[];
type CarriedField = (typeof carriedFields)[number];
const typeAt = carriedFields.indexOf('property_type');
const detailAt = carriedFields.indexOf('property_type_detail');

/** Facts in the order of `carriedFields`; empty where the permit states none. */
export type Stated = readonly (string | number | null)[];
export type CarriedFacts = Pick<PropertyFacts, CarriedField>;

/** The facts that a permit states, as text to sort beside its address; empty without any. */
export function packStated(permit: PropertyFacts): string {
  let values: (string | number | null)[] | null = null;
  for (let at = 0; at < carriedFields.length; at++) {
    const field = carriedFields[at];
    const value = field === undefined ? null : permit[field];
    if (value === null) continue;
    values ??= carriedFields.map(() => null);
    values[at] = value;
  }
  return values === null ? '' : JSON.stringify(values);
}

/** What `packStated` made the text of. */
export function unpackStated(text: string): Stated {
  return text === '' ? [] : (JSON.parse(text) as Stated);
}

/** What the permits of an address, the newest first, tell of it together. */
export class AddressFacts {
  readonly #newest: (string | number | null)[] = carriedFields.map(() => null);
  readonly #disputed = new Set<number>();

  constructor(permits: readonly Stated[]) {
    for (const stated of permits) {
      for (const [field, value] of stated.entries()) {
        if (value === null) continue;
        if (this.#newest[field] === null) this.#newest[field] = value;
        else if (this.#newest[field] !== value) this.#disputed.add(field);
      }
    }
  }

  /** The facts that are known of the address and that the permit does not state; null where there are none. */
  lacking(stated: Stated): Partial<CarriedFacts> | null {
    let found: Record<string, string | number> | null = null;
    for (const [at, field] of carriedFields.entries()) {
      const value = this.#newest[at] ?? null;
      if (value === null || (stated[at] ?? null) !== null || !this.#isCarried(at)) continue;
      found ??= {};
      found[field] = value;
    }
    return found;
  }

  #isCarried(field: number): boolean {
    return (field !== typeAt && field !== detailAt) || !this.#disputed.has(typeAt);
  }

  /** The fields in which the permit states something else than a permit of the same address. */
  conflicts(stated: Stated): CarriedField[] {
    if (this.#disputed.size === 0) return [];
    return carriedFields.filter(
      (_, at) => this.#disputed.has(at) && (stated[at] ?? null) !== null && stated[at] !== this.#newest[at],
    );
  }
}
