/**
 * Combines what the permits of one address state about its property: a permit that does not state a fact is
 * given the newest one stated by another permit of the address.
 *
 * Only facts of the building and its lot are carried, never an owner, a value or the area of the work. The
 * property type is carried only where all permits agree on it, because a tenant's permit does not say what
 * the rest of the building is. Disagreements are counted.
 */
import type { PropertyFacts } from '@lintel/contract';
import { at as elementAt } from '../../base/memory/at.js';
import { type FieldWith, fieldsWith } from '../../format/permit-fields.js';

type CarriedField = FieldWith<'isCarried'>;

/** The facts that are carried from permit to permit. */
const carriedFields: readonly CarriedField[] = fieldsWith('isCarried');
const typeAt = carriedFields.indexOf('property_type');
const detailAt = carriedFields.indexOf('property_type_detail');

/** Facts in the order of `carriedFields`; empty where the permit states none. */
export type Stated = readonly (string | number | null)[];
type CarriedFacts = Pick<PropertyFacts, CarriedField>;

/**
 * The facts that a permit states, as text to be sorted with its address; empty without any. `isWorkArea`: the
 * area is that of the work, not of the building that the other permits of the address share.
 */
export function packStated(permit: PropertyFacts, isWorkArea: boolean): string {
  let values: (string | number | null)[] | null = null;
  for (let at = 0; at < carriedFields.length; at++) {
    const field = carriedFields[at];
    const value = field === undefined ? null : permit[field];
    if (value === null || (isWorkArea && field === 'property_building_area')) continue;
    values ??= carriedFields.map(() => null);
    values[at] = value;
  }
  return values === null ? '' : JSON.stringify(values);
}

/** The inverse of `packStated`. */
export function unpackStated(text: string): Stated {
  return text === '' ? [] : (JSON.parse(text) as Stated);
}

/**
 * Facts that a permit is given, and from which permits, in the order in which `AddressFacts` received them.
 */
export interface LackingFacts {
  readonly facts: Partial<CarriedFacts>;
  readonly statedBy: { readonly [field in CarriedField]?: number };
}

/** What the permits of an address, newest first, state about it together. */
export class AddressFacts {
  readonly #newest: (string | number | null)[] = carriedFields.map(() => null);
  /** For each field, the permit that stated the newest fact. */
  readonly #statedBy: number[] = carriedFields.map(() => 0);
  readonly #disputed = new Set<number>();

  constructor(permits: readonly Stated[]) {
    for (const [permit, stated] of permits.entries()) {
      for (const [field, value] of stated.entries()) {
        if (value === null) continue;
        if (this.#newest[field] === null) {
          this.#newest[field] = value;
          this.#statedBy[field] = permit;
        } else if (this.#newest[field] !== value) this.#disputed.add(field);
      }
    }
  }

  /** The facts known of the address that the permit does not state; null where there are none. */
  lacking(stated: Stated): LackingFacts | null {
    let found: { facts: Record<string, string | number>; statedBy: Record<string, number> } | null = null;
    for (const [at, field] of carriedFields.entries()) {
      const value = this.#newest[at] ?? null;
      if (value === null || (stated[at] ?? null) !== null || !this.#isCarried(at)) continue;
      found ??= { facts: {}, statedBy: {} };
      found.facts[field] = value;
      found.statedBy[field] = elementAt(this.#statedBy, at);
    }
    return found;
  }

  #isCarried(field: number): boolean {
    return (field !== typeAt && field !== detailAt) || !this.#disputed.has(typeAt);
  }

  /** The fields in which the permit differs from another permit of the same address. */
  conflicts(stated: Stated): CarriedField[] {
    if (this.#disputed.size === 0) return [];
    return carriedFields.filter(
      (_, at) => this.#disputed.has(at) && (stated[at] ?? null) !== null && stated[at] !== this.#newest[at],
    );
  }
}
