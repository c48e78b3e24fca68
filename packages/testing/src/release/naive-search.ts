/**
 * The searches once more, as simple as possible: every record is read. Tests compare the real searches with
 * it, and the release in memory uses it. Slow by design, and it shares no code with the real ones.
 */
import type { Absence, BuildingAddress, Contractor, Permit, Property, TotalCount } from '@lintel/contract';
import { coverageGap, type Period, periodHint } from 'lintel/dist/format/filters/coverage.js';
import type {
  ContractorQuery,
  PermitQuery,
  PermitViewQuery,
  PropertyQuery,
  SharedQuery,
} from 'lintel/dist/query/questions.js';
import { isInArea } from './naive-map.js';

/** All records of a release, permits and properties in result order. */
export interface AllRecords {
  readonly releasedAt: string;
  readonly permits: readonly Permit[];
  readonly contractors: readonly Contractor[];
  readonly properties: readonly Property[];
}

type Tally = Record<string, number>;

const yes = () => true;
const fold = (text: string) => text.toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
const folded = (text: string | null) => (text === null ? '' : fold(text));

interface Placed {
  readonly address: BuildingAddress;
  readonly geo_ids: Permit['geo_ids'];
  readonly other_addresses?: Permit['other_addresses'];
}

const knownPlaces = new WeakMap<Placed, string[]>();

/** The known geo_ids of all places that contain something, by any of its addresses. */
function placesOf(placed: Placed): string[] {
  const places = knownPlaces.get(placed) ?? findPlaces(placed);
  knownPlaces.set(placed, places);
  return places;
}

function findPlaces({ address, geo_ids: ids, other_addresses: others = [] }: Placed): string[] {
  const all = [{ ...address, ...ids }, ...others].flatMap((each) => {
    const { state, zip_code: zip, zip_code_ext: ext } = each;
    const zipExt = zip === null || ext === null ? null : `${zip}-${ext}`;
    return [state, zip, zipExt, each.address_id, each.city_id, each.county_id, each.jurisdiction_id];
  });
  return [...new Set(all.filter((place) => place !== null))];
}

const isWithin = (value: number | null | undefined, least: number | null, most: number | null) =>
  (least === null && most === null) ||
  (value !== null &&
    value !== undefined &&
    value >= (least ?? 0) &&
    value <= (most ?? Number.POSITIVE_INFINITY));

/** Whether something is in one of the places, if there are any, and in the area, by its own point. */
function isWhere(placed: Placed, query: Where): boolean {
  const { geo_id: places } = query;
  const own = placesOf(placed);
  const isPlaced = places === null || places.length === 0 || places.some((place) => own.includes(place));
  return isPlaced && isInArea(placed.address.latlng, query);
}

type Where = Pick<SharedQuery, 'geo_id' | 'bbox' | 'near' | 'radius_m'>;

function hasAll(own: readonly string[], asked: readonly string[] | null): boolean {
  return (asked ?? []).every((one) =>
    one.startsWith('-') ? !own.includes(one.slice(1)) : own.includes(one),
  );
}

function isAnyOf(value: string | null, asked: readonly string[] | null): boolean {
  return asked === null || asked.length === 0 || (value !== null && asked.includes(value));
}

const site = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
const plain = (text: string) => [...text.toUpperCase()].filter((sign) => /\p{L}|\p{N}/u.test(sign)).join('');

function asksContractor(query: SharedQuery): boolean {
  const { contractor_classification_derived: classes } = query;
  return (
    (classes ?? []).length > 0 ||
    [
      query.contractor_name,
      query.contractor_website,
      query.contractor_license,
      query.contractor_min_total_job_value,
      query.contractor_max_total_job_value,
      query.contractor_min_total_permits_count,
      query.contractor_max_total_permits_count,
      query.contractor_min_inspection_pr,
      query.contractor_max_inspection_pr,
    ].some((value) => value !== null)
  );
}

function fitsContractor(contractor: Contractor | undefined, query: SharedQuery): boolean {
  if (!asksContractor(query)) return true;
  if (contractor === undefined) return false;
  const { contractor_name: name, contractor_website: website, contractor_license: license } = query;
  const names = [folded(contractor.name), folded(contractor.business_name)];
  return (
    hasAll(contractor.classification_derived, query.contractor_classification_derived) &&
    (name === null || names.some((own) => own.includes(fold(name)))) &&
    (website === null || (contractor.website !== null && site(contractor.website) === site(website))) &&
    (license === null || (contractor.license !== null && plain(contractor.license) === plain(license))) &&
    isWithin(
      contractor.total_job_value,
      query.contractor_min_total_job_value,
      query.contractor_max_total_job_value,
    ) &&
    isWithin(
      contractor.permit_count,
      query.contractor_min_total_permits_count,
      query.contractor_max_total_permits_count,
    ) &&
    isWithin(
      contractor.avg_inspection_pass_rate,
      query.contractor_min_inspection_pr,
      query.contractor_max_inspection_pr,
    )
  );
}

const isInPeriod = (
  { start_date: start }: Permit,
  { permit_from: from, permit_to: to, include_undated: undated }: SharedQuery,
) => (start === null ? undated : (from === null || start >= from) && (to === null || start <= to));

function fits(permit: Permit, query: SharedQuery): boolean {
  const { permit_q: q, permit_number: number } = query;
  return (
    isInPeriod(permit, query) &&
    hasAll(permit.tags, query.permit_tags) &&
    isAnyOf(permit.status, query.permit_status) &&
    isAnyOf(permit.property_type, query.property_type) &&
    (q === null || folded(permit.description).includes(fold(q))) &&
    (number === null || (permit.number !== null && plain(permit.number).startsWith(plain(number)))) &&
    isWithin(
      permit.approval_duration,
      query.permit_min_approval_duration,
      query.permit_max_approval_duration,
    ) &&
    isWithin(
      permit.construction_duration,
      query.permit_min_construction_duration,
      query.permit_max_construction_duration,
    ) &&
    isWithin(permit.inspection_pass_rate, query.permit_min_inspection_pr, query.permit_max_inspection_pr) &&
    isWithin(permit.job_value, query.permit_min_job_value, query.permit_max_job_value) &&
    isWithin(permit.fees, query.permit_min_fees, query.permit_max_fees) &&
    isWithin(
      permit.property_assess_market_value,
      query.property_min_market_value,
      query.property_max_market_value,
    ) &&
    isWithin(
      permit.property_building_area,
      query.property_min_building_area,
      query.property_max_building_area,
    ) &&
    isWithin(permit.property_lot_size, query.property_min_lot_size, query.property_max_lot_size) &&
    isWithin(permit.property_story_count, query.property_min_story_count, query.property_max_story_count) &&
    isWithin(permit.property_unit_count, query.property_min_unit_count, query.property_max_unit_count)
  );
}

/** In descending order of a number, unknown ones last; equal ones in the order given. */
function byGreatest<T>(records: readonly T[], numberOf: (record: T) => number | null): T[] {
  return [...records].sort((a, b) => (numberOf(b) ?? -1) - (numberOf(a) ?? -1));
}

/** A count in the form of `total_count`. */
export function totalOf(count: number): TotalCount {
  return count > 10_000 ? { value: 10_000, relation: 'gte' } : { value: count, relation: 'eq' };
}

export class NaiveSearch {
  readonly #all: AllRecords;
  readonly #contractors: ReadonlyMap<string, Contractor>;
  readonly #byPlace = new Map<string, Permit[]>();
  readonly #byContractor = new Map<string, Permit[]>();
  readonly #jurisdictions = new Set<string>();
  #coverage: ReadonlyMap<string, Parameters<typeof coverageGap>[0]> | null = null;

  constructor(all: AllRecords) {
    this.#all = all;
    this.#contractors = new Map(all.contractors.map((contractor) => [contractor.id, contractor]));
    for (const permit of all.permits) {
      for (const place of placesOf(permit)) addTo(this.#byPlace, place, permit);
      addTo(this.#byContractor, permit.contractor_id ?? null, permit);
      for (const { jurisdiction_id: id } of [permit.geo_ids, ...(permit.other_addresses ?? [])]) {
        if (id !== null) this.#jurisdictions.add(id);
      }
    }
  }

  /** All permits of a query (C25). */
  permits(query: PermitQuery): Permit[] {
    const { permit_has_contractor: has } = query;
    const wanted = has === null ? yes : (permit: Permit) => (permit.contractor_id !== undefined) === has;
    const found = this.#matching(query).filter(wanted);
    return query.sort === 'date' ? found : byGreatest(found, (permit) => permit.job_value);
  }

  /** All permits of a view. */
  view(query: PermitViewQuery): Permit[] {
    return this.permits({ ...query, sort: 'date', fields: null });
  }

  /** All contractors of a query, with their tallies (C26). */
  contractors(query: ContractorQuery): Contractor[] {
    const ids = new Set(this.#matching(query).flatMap(({ contractor_id: id }) => id ?? []));
    const { sort } = query;
    const known = [...ids].flatMap((id) => this.#contractors.get(id) ?? []);
    // Equal ones are in the order of the release.
    const found =
      sort === 'date'
        ? known
        : byGreatest(
            this.#all.contractors.filter(({ id }) => ids.has(id)),
            (one) => one[sort],
          );
    return found.map((contractor) => {
      const { id } = contractor;
      const counted = (this.#byContractor.get(id) ?? []).filter(
        (permit) =>
          query.include_tallies &&
          isWhere(permit, query) &&
          isInPeriod(permit, query) &&
          hasAll(permit.tags, query.permit_tags),
      );
      return { ...contractor, ...tallies(counted) };
    });
  }

  /** All permits of a contractor, grouped by address (C27); null for an unknown one. */
  contractorPermits(id: string): Permit[] | null {
    if (!this.#contractors.has(id)) return null;
    const own = this.#byContractor.get(id) ?? [];
    const addresses = [...new Set(own.map(({ geo_ids }) => geo_ids.address_id))].filter(
      (each) => each !== null,
    );
    return [...addresses, null].flatMap((address) =>
      own.filter(({ geo_ids }) => geo_ids.address_id === address),
    );
  }

  /** All properties of a query (C32). */
  properties(query: PropertyQuery): { properties: Property[]; absence: Absence | null } {
    const absent = (query.permit_tags ?? []).filter((tag) => tag.startsWith('-')).map((tag) => tag.slice(1));
    const period = periodOf(query, this.#all.releasedAt);
    const gaps = absent.length === 0 ? null : this.#gaps([...new Set(absent)], period);
    const isPlaced = (property: Property) => isPropertyIn(property, query);
    const placed = this.#all.properties.filter(isPlaced);
    const jurisdictions = new Set(placed.map(({ geo_ids }) => geo_ids.jurisdiction_id));
    const absence =
      gaps === null
        ? null
        : {
            tags: [...new Set(absent)],
            ...period,
            jurisdictions_left_out: [...gaps]
              .filter(([jurisdiction]) => jurisdictions.has(jurisdiction))
              .map(([jurisdiction_id, reason]) => ({ jurisdiction_id, reason }))
              .sort((a, b) => (a.jurisdiction_id < b.jurisdiction_id ? -1 : 1)),
            hint: periodHint(
              [...this.#seen()].filter(([id]) => jurisdictions.has(id)).map(([, seen]) => seen),
              absent,
              period,
            ),
          };
    const properties = placed.filter((property) => {
      const { jurisdiction_id: jurisdiction } = property.geo_ids;
      if (gaps !== null && (jurisdiction === null || gaps.has(jurisdiction))) return false;
      return hasFacts(property, query) && hasPermits(this.#byPlace.get(property.id) ?? [], query);
    });
    return { properties, absence };
  }

  #matching(query: SharedQuery): Permit[] {
    return this.#all.permits.filter(
      (permit) =>
        isWhere(permit, query) &&
        fits(permit, query) &&
        fitsContractor(this.#contractors.get(permit.contractor_id ?? ''), query),
    );
  }

  #gaps(tags: readonly string[], period: Period): Map<string, string> {
    const gaps = new Map<string, string>();
    for (const [id, seen] of this.#seen()) {
      const gap = coverageGap(seen, tags, period);
      if (gap !== null) gaps.set(id, gap);
    }
    return gaps;
  }

  /** What the permits of each jurisdiction show; computed once. */
  #seen(): ReadonlyMap<string, Parameters<typeof coverageGap>[0]> {
    const number = (date: string | undefined) => (date === undefined ? 0 : Number(date.replaceAll('-', '')));
    this.#coverage ??= new Map(
      [...this.#jurisdictions].map((id) => {
        const permits = this.#byPlace.get(id) ?? [];
        const dates = permits.flatMap(({ start_date: start }) => start ?? []).sort();
        const years = [...new Set(dates.map((date) => Number(date.slice(0, 4))))];
        const tags = [...new Set(permits.flatMap((permit) => permit.tags))];
        return [id, { first: number(dates[0]), last: number(dates.at(-1)), years, tags }];
      }),
    );
    return this.#coverage;
  }
}

const periodOf = ({ permit_from: from, permit_to: to }: PropertyQuery, releasedAt: string): Period => ({
  from,
  to: [to ?? releasedAt, releasedAt].sort()[0] ?? releasedAt,
});

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

const owner = (text: string) => text.trim().toUpperCase().replace(/\s+/g, ' ');

function isPropertyIn(property: Property, query: PropertyQuery): boolean {
  const { legal_owner: owners } = query;
  if (!isWhere(property, query)) return false;
  const own = property.property_legal_owner;
  if (owners === null || owners.length === 0) return true;
  return own !== null && owners.map(owner).includes(owner(own));
}

function hasFacts(property: Property, query: PropertyQuery): boolean {
  return (
    isAnyOf(property.property_type, query.property_type) &&
    isWithin(
      property.property_assess_market_value,
      query.property_min_market_value,
      query.property_max_market_value,
    ) &&
    isWithin(property.property_lot_size, query.property_min_lot_size, query.property_max_lot_size) &&
    isWithin(
      property.property_building_area,
      query.property_min_building_area,
      query.property_max_building_area,
    ) &&
    isWithin(property.property_unit_count, query.property_min_unit_count, query.property_max_unit_count) &&
    isWithin(property.property_year_built, query.property_min_year_built, query.property_max_year_built)
  );
}

function hasPermits(all: readonly Permit[], query: PropertyQuery): boolean {
  const { permit_from: from, permit_to: to, permit_tags: tags, permit_status: status } = query;
  const { permit_tags_unfinaled: open } = query;
  const hasPeriod = from !== null || to !== null;
  const permits = all.filter(
    ({ start_date: start }) =>
      !hasPeriod || (start !== null && start >= (from ?? '') && start <= (to ?? '9999')),
  );
  const present = permits.filter((permit) => isAnyOf(permit.status, status));
  const asked = tags ?? [];
  const isOpen = (permit: Permit) => permit.status !== null && permit.status !== 'final';
  const asksPresence = (status ?? []).length > 0 || (hasPeriod && asked.length + (open ?? []).length === 0);
  return (
    (!asksPresence || present.length > 0) &&
    asked.every((tag) =>
      tag.startsWith('-')
        ? !permits.some((permit) => hasAll(permit.tags, [tag.slice(1)]))
        : present.some((permit) => hasAll(permit.tags, [tag])),
    ) &&
    (open ?? []).every((tag) => permits.some((permit) => isOpen(permit) && hasAll(permit.tags, [tag])))
  );
}
