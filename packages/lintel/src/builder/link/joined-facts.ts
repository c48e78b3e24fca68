/**
 * What is known of a permit's property besides what its row states: the rows of assessors for its parcel or its
 * address, and the other permits of its building (C50). Each fact has what states it.
 */
import type { FactGiver, PropertyFacts } from '@lintel/contract';
import { propertyFactNames } from '@lintel/contract/plain';
import { fieldsWith, permitFields } from '../../format/permit-fields.js';
import type { AddressFacts, LackingFacts, PermitOfAddress } from '../entry/address-facts.js';

/** What states each fact. */
export type FactGivers = { readonly [fact in keyof PropertyFacts]?: FactGiver };

/** Facts that another record gives. */
interface GivenFacts {
  readonly facts: Partial<PropertyFacts>;
  readonly givers: FactGivers;
}

/** What assessors' rows state, as of a date (YYYYMMDD). */
export interface AssessedFacts extends GivenFacts {
  readonly asOf: number;
  readonly facts: PropertyFacts;
}

export interface KnownFacts {
  /** Of all assessors' rows of the address, for the property. */
  readonly property: AssessedFacts | null;
  /** Of those that are about the permit. */
  readonly assessed: AssessedFacts | null;
  /** Of other permits. */
  readonly carried: GivenFacts | null;
}

/** A row of an assessor's file: its date (YYYYMMDD), its parcel in comparable form, its facts and where it is. */
export interface AssessedRow {
  readonly asOf: number;
  readonly parcel: string | null;
  readonly facts: PropertyFacts;
  readonly giver: FactGiver;
}

const buildingFacts = fieldsWith('shared').filter((name) => permitFields[name].shared === 'building');

/** Assessors' rows of one address, the newest first. */
export class AssessedAddress {
  /** What all rows state together: the newest is trusted first, the others fill its gaps. */
  readonly all: AssessedFacts;
  readonly #ofOneBuilding: AssessedFacts | null;
  readonly #byParcel: ReadonlyMap<string, AssessedFacts>;

  constructor(rows: readonly AssessedRow[]) {
    this.all = merged(rows);
    const parcels = [...new Set(rows.map(({ parcel }) => parcel).filter((parcel) => parcel !== null))];
    this.#byParcel = new Map(
      parcels.map((parcel) => [parcel, merged(rows.filter((row) => row.parcel === parcel))]),
    );
    this.#ofOneBuilding = parcels.length > 1 ? null : withoutDisputed(this.all, rows);
  }

  /** What they state about the property of a permit; null where that is not certain. */
  of(permit: PermitOfAddress, address: AddressFacts): AssessedFacts | null {
    const { parcel } = permit.stated;
    const ofParcel = parcel === null ? undefined : this.#byParcel.get(parcel);
    const found = ofParcel ?? (address.hasOneBuilding ? this.#ofOneBuilding : null);
    if (found === null) return null;
    const isSame = address.isAssessed(permit, found.asOf, found.facts.property_year_built);
    return isSame ? found : { ...found, facts: without(found.facts, buildingFacts) };
  }
}

function merged(rows: readonly AssessedRow[]): AssessedFacts {
  const [newest, ...older] = rows;
  if (newest === undefined) throw new Error('an address without a property');
  const facts = older.reduce((known, row) => filledFacts(known, row.facts), newest.facts);
  const givers: { [fact in keyof PropertyFacts]?: FactGiver } = {};
  for (const name of propertyFactNames) {
    const row = facts[name] === null ? undefined : rows.find((each) => each.facts[name] === facts[name]);
    if (row !== undefined) givers[name] = row.giver;
  }
  return { asOf: newest.asOf, facts, givers };
}

/** Without the facts in which rows of one date differ: they are about flats or several buildings. */
function withoutDisputed(found: AssessedFacts, rows: readonly AssessedRow[]): AssessedFacts {
  if (rows.length === 1) return found;
  const disputed = propertyFactNames.filter((name) => {
    const stating = rows.filter(({ facts }) => facts[name] !== null);
    return stating.some(
      ({ asOf, facts }, i) => asOf === stating[i - 1]?.asOf && facts[name] !== stating[i - 1]?.facts[name],
    );
  });
  return disputed.length === 0 ? found : { ...found, facts: without(found.facts, disputed) };
}

function without(facts: PropertyFacts, names: readonly (keyof PropertyFacts)[]): PropertyFacts {
  return { ...facts, ...Object.fromEntries(names.map((name) => [name, null])) };
}

/** What other permits give a permit; `ids` are those of the permits that may have stated it. */
export function carriedFacts(lacking: LackingFacts | null, ids: readonly string[]): GivenFacts | null {
  if (lacking === null) return null;
  const givers = Object.entries(lacking.statedBy).map(([name, permit]) => [
    name,
    { permit_id: ids[permit] ?? null, source_id: null, row_key: null } satisfies FactGiver,
  ]);
  return { facts: lacking.facts, givers: Object.fromEntries(givers) as FactGivers };
}

/** Whether a permit's fact says something of its property: a 0 may be about the work alone. */
export function isStated(value: unknown): boolean {
  return value !== null && value !== 0;
}

/**
 * The first facts, with gaps filled from the others. Type and detail belong together, and so do the owner's
 * name and kind: an older owner never replaces a newer one who is not named.
 */
export function filledFacts(
  first: PropertyFacts,
  second: Partial<PropertyFacts>,
  isKnown: (value: unknown) => boolean = (value) => value !== null,
): PropertyFacts {
  const { property_type: type } = second;
  const isOtherType = first.property_type !== null && type !== undefined && first.property_type !== type;
  const hasOwner = first.property_legal_owner !== null || first.property_owner_type !== null;
  const usable: Partial<PropertyFacts> = {
    ...second,
    ...(isOtherType && { property_type_detail: null }),
    ...(hasOwner && { property_legal_owner: null, property_owner_type: null }),
  };
  const missing = Object.entries(usable).filter(
    ([name, value]) => value !== null && !isKnown(first[name as keyof PropertyFacts]),
  );
  return { ...first, ...Object.fromEntries(missing) };
}
