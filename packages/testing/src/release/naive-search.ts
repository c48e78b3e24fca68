/**
 * The searches once more, as simple as possible: every record is read. Tests compare the real searches with
 * it, and the release in memory uses it. Slow by design, and it shares no code with the real ones.
 */
import type {
  Absence,
  Contractor,
  ContractorSort,
  FoundContractor,
  Permit,
  PermitSort,
  Property,
  PropertySort,
  TotalCount,
} from '@lintel/contract';
import type {
  ContractorQuery,
  PermitQuery,
  PermitViewQuery,
  PropertyQuery,
} from 'lintel/dist/query/questions.js';
import { naiveAbsence } from './naive-absence.js';
import { passes, permitTests, placesOf, propertyTests, talliedFilters } from './naive-filters.js';

/** All records of a release, permits and properties in result order. */
export interface AllRecords {
  readonly releasedAt: string;
  readonly permits: readonly Permit[];
  readonly contractors: readonly Contractor[];
  readonly properties: readonly Property[];
}

type Tally = Record<string, number>;

/** In descending order of a number, unknown ones last; equal ones in the order given. */
function byGreatest<T>(records: readonly T[], numberOf: NumberOf<T>): T[] {
  return [...records].sort((a, b) => (numberOf(b) ?? -1) - (numberOf(a) ?? -1));
}

type NumberOf<T> = (record: T) => number | null;

/** The number by which each order sorts; null keeps the order of the release. */
const permitOrders: Readonly<Record<PermitSort, NumberOf<Permit> | null>> = {
  date: null,
  job_value: (permit) => permit.job_value,
};
const propertyOrders: Readonly<Record<PropertySort, NumberOf<Property> | null>> = {
  date: null,
  permit_count: (property) => property.permit_count,
};
const contractorOrders: Readonly<Record<ContractorSort, NumberOf<FoundContractor> | null>> = {
  date: null,
  permit_count: (contractor) => contractor.permit_count,
  total_job_value: (contractor) => contractor.total_job_value,
  avg_inspection_pass_rate: (contractor) => contractor.avg_inspection_pass_rate,
  matching_permit_count: (contractor) => contractor.matching_permit_count ?? 0,
  matching_job_value: (contractor) => contractor.matching_job_value ?? null,
};

/** A count in the form of `total_count`, `isExact`: of `count=exact`. */
export function totalOf(count: number, isExact = false): TotalCount {
  return count > 10_000 && !isExact ? { value: 10_000, relation: 'gte' } : { value: count, relation: 'eq' };
}

export class NaiveSearch {
  readonly #all: AllRecords;
  readonly #contractors: ReadonlyMap<string, Contractor>;
  readonly #byPlace = new Map<string, Permit[]>();
  readonly #byContractor = new Map<string, Permit[]>();
  /** Permits by each contractor that they name. */
  readonly #naming = new Map<string, Permit[]>();
  readonly #jurisdictions = new Set<string>();

  constructor(all: AllRecords) {
    this.#all = all;
    this.#contractors = new Map(all.contractors.map((contractor) => [contractor.id, contractor]));
    for (const permit of all.permits) {
      for (const place of placesOf(permit)) addTo(this.#byPlace, place, permit);
      addTo(this.#byContractor, permit.contractor_id ?? null, permit);
      addTo(this.#naming, permit.contractor_id ?? null, permit);
      for (const { id } of permit.other_contractors ?? []) addTo(this.#naming, id, permit);
      for (const { jurisdiction_id: id } of [permit.geo_ids, ...(permit.other_addresses ?? [])]) {
        if (id !== null) this.#jurisdictions.add(id);
      }
    }
  }

  /** All permits of a query (C25). */
  permits({ sort, ...query }: PermitQuery): Permit[] {
    const [found, numberOf] = [this.view(query), permitOrders[sort]];
    return numberOf === null ? found : byGreatest(found, numberOf);
  }

  /** All permits of a view, the newest first. */
  view(query: PermitViewQuery): Permit[] {
    const fits = passes(permitTests, query);
    return this.#all.permits.filter((permit) => fits(this.#seen(permit)));
  }

  /** All contractors of a query, with their tallies (C26) and what the order is by. */
  contractors({ sort, include_tallies: isTallied, ...shared }: ContractorQuery): FoundContractor[] {
    const query = { ...shared, permit_has_contractor: true };
    const matching = new Map<string, Permit[]>();
    for (const permit of this.view(query)) addTo(matching, permit.contractor_id ?? null, permit);
    const withSums = (contractor: Contractor): FoundContractor => {
      if (!sort.startsWith('matching_')) return contractor;
      const own = matching.get(contractor.id) ?? [];
      const values = own.flatMap(({ job_value: value }) => value ?? []);
      const total = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
      return { ...contractor, matching_permit_count: own.length, matching_job_value: total };
    };
    const numberOf = contractorOrders[sort];
    // Equal ones are in the order of the release.
    const found =
      numberOf === null
        ? [...matching.keys()].flatMap((id) => this.#contractors.get(id) ?? [])
        : byGreatest(this.#all.contractors.filter(({ id }) => matching.has(id)).map(withSums), numberOf);
    const isCounted = passes(permitTests, query, [...talliedFilters]);
    return found.map((contractor) => {
      const own = this.#byContractor.get(contractor.id) ?? [];
      const counted = own.filter((permit) => isTallied && isCounted(this.#seen(permit)));
      return { ...contractor, ...tallies(counted) };
    });
  }

  /** All permits that name a contractor, grouped by address (C27, C79); null for an unknown one. */
  contractorPermits(id: string): Permit[] | null {
    if (!this.#contractors.has(id)) return null;
    const own = this.#naming.get(id) ?? [];
    const addresses = [...new Set(own.map(({ geo_ids }) => geo_ids.address_id))].filter(
      (each) => each !== null,
    );
    return [...addresses, null].flatMap((address) =>
      own.filter(({ geo_ids }) => geo_ids.address_id === address),
    );
  }

  /** All properties of a query (C32). */
  properties(query: PropertyQuery): { properties: Property[]; absence: Absence | null } {
    const isThere = passes(propertyTests, query, [...placeFilters]);
    const fits = passes(propertyTests, query);
    const placed = this.#all.properties.filter((property) => isThere({ property, permits: [] }));
    const absence = this.#absence(placed, query);
    const leftOut = new Set(absence?.jurisdictions_left_out.map(({ jurisdiction_id: id }) => id));
    const properties = placed.filter((property) => {
      const { jurisdiction_id: jurisdiction } = property.geo_ids;
      if (absence !== null && (jurisdiction === null || leftOut.has(jurisdiction))) return false;
      return fits({ property, permits: this.#byPlace.get(property.id) ?? [] });
    });
    const numberOf = propertyOrders[query.sort];
    return { properties: numberOf === null ? properties : byGreatest(properties, numberOf), absence };
  }

  /** What the jurisdictions of some properties show of absent permits; null if the query has no such tag. */
  #absence(placed: readonly Property[], query: PropertyQuery): Absence | null {
    const absent = (query.permit_tags ?? []).filter((tag) => tag.startsWith('-')).map((tag) => tag.slice(1));
    if (absent.length === 0) return null;
    const { releasedAt } = this.#all;
    const { permit_from: from, permit_to: to } = query;
    const around = new Set(placed.flatMap(({ geo_ids: { jurisdiction_id: id } }) => id ?? []));
    const known = [...this.#jurisdictions].filter((id) => around.has(id));
    return naiveAbsence(new Map(known.map((id) => [id, this.#byPlace.get(id) ?? []])), [...new Set(absent)], {
      from,
      to: to === null || to > releasedAt ? releasedAt : to,
    });
  }

  #seen(permit: Permit) {
    return { permit, contractor: this.#contractors.get(permit.contractor_id ?? '') };
  }
}

/** The filters that decide in which jurisdictions permits are absent. */
const placeFilters = ['geo_id', 'bbox', 'near', 'within', 'legal_owner'] as const;

function addTo(groups: Map<string, Permit[]>, id: string | null, permit: Permit): void {
  if (id === null) return;
  const group = groups.get(id);
  if (group === undefined) groups.set(id, [permit]);
  else group.push(permit);
}

function tallies(permits: readonly Permit[]): { status_tally: Tally; tag_tally: Tally } {
  const status_tally: Tally = {};
  const tag_tally: Tally = {};
  for (const { status, tags } of permits) {
    const name = status ?? 'unknown';
    status_tally[name] = (status_tally[name] ?? 0) + 1;
    for (const tag of tags) tag_tally[tag] = (tag_tally[tag] ?? 0) + 1;
  }
  return { status_tally, tag_tally };
}
