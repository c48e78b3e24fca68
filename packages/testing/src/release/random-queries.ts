/**
 * Random queries, made from values in the records, so that most find something, and from some that are not.
 */
import { type BuildingAddress, endpoints, type Permit } from '@lintel/contract';
import { contractorClassifications, permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import type {
  ContractorQuery,
  PermitQuery,
  PermitViewQuery,
  PropertyQuery,
  SharedQuery,
} from 'lintel/dist/query/questions.js';
import { emptyQuery } from './empty-query.js';
import type { AllRecords } from './naive-search.js';

/** Numbers in [0, 1). */
export type Chance = () => number;

/** A permit or a property. */
type Placed = Pick<Permit, 'geo_ids' | 'other_addresses'> & { readonly address: BuildingAddress };

export class RandomQueries {
  readonly #all: AllRecords;
  readonly #chance: Chance;

  constructor(all: AllRecords, chance: Chance) {
    this.#all = all;
    this.#chance = chance;
  }

  permits(): PermitQuery {
    return {
      ...emptyQuery(endpoints.permit_search),
      ...this.#sharedQuery(),
      sort: this.#chance() < 0.3 ? 'job_value' : 'date',
      permit_has_contractor: this.#maybe(0.1, () => this.#chance() < 0.5),
    };
  }

  contractors(): ContractorQuery {
    return {
      ...emptyQuery(endpoints.contractor_search),
      ...this.#sharedQuery(),
      include_tallies: this.#chance() < 0.8,
      sort: this.pick(['date', 'permit_count', 'total_job_value', 'avg_inspection_pass_rate']) ?? 'date',
    };
  }

  /** A query of a view over permits. */
  views(): PermitViewQuery {
    const { sort: _, fields: __, ...filters } = emptyQuery(endpoints.permit_search);
    return { ...filters, ...this.#sharedQuery() };
  }

  properties(): PropertyQuery {
    const property = this.pick(this.#all.properties);
    const permit = this.#example();
    const range = (value: number | null | undefined, by: number) =>
      this.#maybe(0.08, () => Math.max(0, Math.floor((value ?? 1000) * (by + this.#chance()))));
    const owner = property?.property_legal_owner ?? 'NOBODY';
    const hasOwner = this.#chance() < 0.15;
    return {
      ...this.#where(property ?? permit),
      ...(hasOwner && this.#chance() < 0.5 && { geo_id: null }),
      legal_owner: hasOwner ? [owner.toLowerCase(), 'SOMEBODY ELSE'] : null,
      permit_tags: this.#tags(Object.keys(property?.tag_tally ?? {})),
      permit_status: this.#maybe(0.25, () => this.#some(permitStatuses, 2)),
      permit_from: this.#maybe(0.5, () => this.#date(permit.start_date)),
      permit_to: this.#maybe(0.3, () => this.#date(this.#example().start_date)),
      permit_tags_unfinaled: this.#maybe(0.15, () => this.#some(permit.tags, 1)),
      property_type: this.#maybe(0.2, () => this.#some(propertyTypes, 3)),
      property_min_market_value: range(property?.property_assess_market_value, 0),
      property_max_market_value: range(property?.property_assess_market_value, 1),
      property_min_lot_size: range(property?.property_lot_size, 0),
      property_max_lot_size: range(property?.property_lot_size, 1),
      property_min_building_area: range(property?.property_building_area, 0),
      property_max_building_area: range(property?.property_building_area, 1),
      property_min_unit_count: range(property?.property_unit_count, 0),
      property_max_unit_count: range(property?.property_unit_count, 1),
      property_min_year_built: range(property?.property_year_built, 0),
      property_max_year_built: range(property?.property_year_built, 1),
    } as PropertyQuery;
  }

  #maybe<T>(share: number, make: () => T): T | null {
    return this.#chance() < share ? make() : null;
  }

  /** One of the values; undefined without any. */
  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.#chance() * values.length)];
  }

  #some<T>(values: readonly T[], most: number): T[] {
    return Array.from({ length: Math.floor(this.#chance() * (most + 1)) }, () => this.pick(values)).filter(
      (value) => value !== undefined,
    );
  }

  /** A permit to take values from, so that most queries find something. */
  #example(): Permit {
    const permit = this.pick(this.#all.permits);
    if (permit === undefined) throw new Error('a release without permits cannot be compared');
    return permit;
  }

  #place({ address, geo_ids, other_addresses: others = [] }: Placed): string {
    const own = { ...address, ...geo_ids };
    const ids = this.pick([own, ...others]) ?? own;
    const { state, zip_code: zip, zip_code_ext: ext } = ids;
    const places = [
      state,
      state,
      zip,
      ids.city_id,
      ids.county_id,
      ids.county_id,
      ids.jurisdiction_id,
      ids.address_id,
    ];
    if (zip !== null && ext !== null) places.push(`${zip}-${ext}`);
    return this.pick(places.filter((place) => place !== null)) ?? 'WY';
  }

  #tags(own: readonly string[]): string[] | null {
    return this.#maybe(0.5, () => [
      ...this.#some(own.length > 0 ? own : tagIds, 3),
      ...this.#some(tagIds, 1).map((tag) => `-${tag}`),
    ]);
  }

  #date(near: string | null): string {
    const start = Date.parse(`${near ?? '2025-06-01'}T00:00:00Z`);
    return new Date(start).toISOString().slice(0, 10);
  }

  /** One place or several, an area, or both. */
  #where(placed: Placed): Pick<SharedQuery, 'geo_id' | 'bbox' | 'near' | 'radius_m'> {
    const area = this.#chance() < 0.4 ? this.#area() : { bbox: null, near: null, radius_m: null };
    const hasArea = area.bbox !== null || area.near !== null;
    const others = Array.from({ length: this.#chance() < 0.3 ? 3 : 0 }, () => this.#place(this.#example()));
    return { geo_id: hasArea && this.#chance() < 0.7 ? null : [this.#place(placed), ...others], ...area };
  }

  /** A box, a circle or both, around points of permits; edges often go through a point. */
  #area(): Pick<SharedQuery, 'bbox' | 'near' | 'radius_m'> {
    const [[lat, lng], [otherLat, otherLng]] = [this.point(), this.point()];
    // The index keeps points to 9 mm: an edge goes through a point, or passes all of them by far more.
    const by = this.#chance() < 0.5 ? 0 : Math.round(this.#chance() ** 4 * 10_000_000) / 1_000_000;
    const shifted = (degrees: number, by: number) =>
      by === 0 ? degrees : Number((degrees + by).toFixed(6)) + 4e-7;
    const isWide = this.#chance() < 0.4;
    const [toLat, toLng] = isWide ? [otherLat, otherLng] : [shifted(lat, by), shifted(lng, by)];
    const south = shifted(Math.min(lat, toLat), -by);
    const box = [Math.min(lng, toLng), south, Math.max(lng, toLng), Math.max(lat, toLat)];
    const kind = this.#chance();
    // West of itself around the world: nothing but what is on the other side of the box.
    const bbox = this.#chance() < 0.1 ? [170, -20, -65, 72] : box;
    return {
      bbox: kind < 0.7 ? bbox : null,
      near: kind < 0.6 ? null : [lat + by / 7, lng],
      radius_m: kind < 0.6 ? null : 1 + Math.floor(this.#chance() ** 3 * 100_000),
    };
  }

  /** A point of a permit. */
  point(): [lat: number, lng: number] {
    const [lat = 30.27, lng = -97.74] = this.#example().address.latlng ?? [];
    return [lat, lng];
  }

  #sharedQuery(): SharedQuery {
    const permit = this.#example();
    const contractor = this.pick(this.#all.contractors);
    const number = (value: number | null | undefined, by = 0.2) =>
      this.#maybe(0.05, () => Math.max(0, Math.floor((value ?? 10) * (by + this.#chance()))));
    const days = Math.floor(this.#chance() ** 2 * 1000);
    const middle = Date.parse(`${this.#date(permit.start_date)}T00:00:00Z`);
    const day = (shift: number) => new Date(middle + shift * 86_400_000).toISOString().slice(0, 10);
    return {
      ...this.#where(permit),
      permit_from: this.pick([null, '1900-01-01', day(-days), day(-days)]),
      permit_to: this.pick([null, '2100-01-01', day(Math.floor(days / 2)), day(Math.floor(days / 2))]),
      include_undated: this.#chance() < 0.3,
      permit_tags: this.#tags(permit.tags),
      permit_q: this.#maybe(0.15, () => this.#piece(permit.description, 1)),
      permit_number: this.#maybe(0.08, () => this.#writtenNumber(permit.number ?? 'X')),
      permit_status: this.#maybe(0.2, () => this.#some(permitStatuses, 2)),
      permit_min_approval_duration: number(permit.approval_duration),
      permit_max_approval_duration: number(permit.approval_duration, 0.7),
      permit_min_construction_duration: number(permit.construction_duration),
      permit_max_construction_duration: number(permit.construction_duration, 0.7),
      permit_min_inspection_pr: number(permit.inspection_pass_rate),
      permit_max_inspection_pr: number(permit.inspection_pass_rate, 0.7),
      permit_min_job_value: number(permit.job_value),
      permit_max_job_value: number(permit.job_value, 0.7),
      permit_min_fees: number(permit.fees),
      permit_max_fees: number(permit.fees, 0.7),
      property_type: this.#maybe(0.15, () => this.#some(propertyTypes, 3)),
      property_min_market_value: number(permit.property_assess_market_value),
      property_max_market_value: number(permit.property_assess_market_value, 0.7),
      property_min_building_area: number(permit.property_building_area),
      property_max_building_area: number(permit.property_building_area, 0.7),
      property_min_lot_size: number(permit.property_lot_size),
      property_max_lot_size: number(permit.property_lot_size, 0.7),
      property_min_story_count: number(permit.property_story_count),
      property_max_story_count: number(permit.property_story_count, 0.7),
      property_min_unit_count: number(permit.property_unit_count),
      property_max_unit_count: number(permit.property_unit_count, 0.7),
      contractor_classification_derived: this.#maybe(0.08, () => [
        ...this.#some(contractor?.classification_derived ?? contractorClassifications, 1),
        ...this.#some(contractorClassifications, 1).map((name) => `-${name}` as const),
      ]),
      contractor_name: this.#maybe(0.08, () =>
        this.#piece(contractor?.business_name ?? contractor?.name ?? null, 3),
      ),
      contractor_website: this.#maybe(0.02, () => contractor?.website ?? 'www.none.example'),
      contractor_license: this.#maybe(0.05, () => contractor?.license ?? 'L1'),
      contractor_min_total_job_value: number(contractor?.total_job_value),
      contractor_max_total_job_value: number(contractor?.total_job_value, 0.7),
      contractor_min_total_permits_count: number(contractor?.permit_count),
      contractor_max_total_permits_count: number(contractor?.permit_count, 0.7),
      contractor_min_inspection_pr: number(contractor?.avg_inspection_pass_rate),
      contractor_max_inspection_pr: number(contractor?.avg_inspection_pass_rate, 0.7),
    } as SharedQuery;
  }

  /**
   * The number or its prefix in another notation: other separators between letters and digits, either case.
   */
  #writtenNumber(number: string): string {
    const begun = number.slice(0, 1 + Math.floor(this.#chance() * 12));
    const signs = [...(/[A-Z\d]/i.test(begun) ? begun : number)];
    const written = signs.flatMap((sign) =>
      /[A-Z\d]/i.test(sign) ? [sign, ...this.#some(['-', ' ', '/'], this.#chance() < 0.2 ? 1 : 0)] : [],
    );
    const text = written.join('');
    return this.#chance() < 0.5 ? text.toLowerCase() : text;
  }

  /** A substring of a text, in either case, of a minimum length. */
  #piece(text: string | null, least: number): string {
    const clean = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
    const from = Math.floor(this.#chance() * Math.max(1, clean.length - least));
    const piece = clean.slice(from, from + least + Math.floor(this.#chance() * 12)).trim();
    const whole = Buffer.from(piece).toString();
    if (whole.length < least || whole.includes('\uFFFD')) return 'roof';
    return this.#chance() < 0.5 ? whole.toUpperCase() : whole;
  }
}
