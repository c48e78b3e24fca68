/**
 * Values at random for each filter, made from records, so that most questions find something. A filter without a line
 * does not compile.
 */
import type { BuildingAddress, Contractor, Decision, Permit, Property } from '@lintel/contract';
import {
  assetClasses,
  contractorClassifications,
  dateFields,
  decisionCategories,
  permitRecordKinds,
  permitStatuses,
  propertyTypes,
  tagIds,
} from '@lintel/contract/plain';
import type { DecisionQuery, PermitViewQuery, PropertyFilters } from 'lintel/dist/query/questions.js';
import type { Random } from './random.js';

/** What a filter is asked with: its value, and that of others that it means something with. */
interface Value<Query, Name extends keyof Query, Example> {
  /** In which share of the questions of many filters it is asked. */
  readonly share: number;
  make(random: Random, example: Example): Pick<Query, Name> & Partial<Query>;
}

type Values<Query, Example> = { readonly [Name in keyof Query]-?: Value<Query, Name, Example> };

/** A question of many filters, or of those named. */
export function questionOf<Query extends object, Example>(
  values: Values<Query, Example>,
  empty: Query,
  random: Random,
  example: Example,
  names: readonly (keyof Query)[] | null = null,
): Query {
  const all = Object.keys(values) as (keyof Query)[];
  const asked = names ?? all.filter((name) => random.chance() < values[name].share);
  return Object.assign({}, empty, ...asked.map((name) => values[name].make(random, example)));
}

/** A permit with its contractor. */
interface PermitExample {
  readonly permit: Permit;
  readonly contractor: Contractor | undefined;
  /** Another permit. */
  readonly other: Permit;
}

interface PropertyExample {
  readonly property: Property;
  /** A permit of any property. */
  readonly permit: Permit;
}

interface DecisionExample {
  readonly decision: Decision;
  /** Words that some decisions have. */
  readonly words: readonly string[];
}

type Placed = Pick<Permit, 'geo_ids' | 'other_addresses'> & { readonly address: BuildingAddress };

/** A place that contains something, by any of its addresses. */
function placeOf(random: Random, { address, geo_ids, other_addresses: others = [] }: Placed): string {
  const own = { ...address, ...geo_ids };
  const ids = random.pick([own, ...others]) ?? own;
  const { state, zip_code: zip, zip_code_ext: ext } = ids;
  const zips = [zip, zip !== null && ext !== null ? `${zip}-${ext}` : null];
  const wide = [state, state, ids.county_id, ids.county_id];
  const places = [...wide, ...zips, ids.city_id, ids.jurisdiction_id, ids.address_id];
  return random.pick(places.filter((place) => place !== null)) ?? 'WY';
}

type Point = readonly [lat: number, lng: number];
export const pointOf = ({ address: { latlng } }: Placed): Point => {
  const [lat = 30.27, lng = -97.74] = latlng ?? [];
  return [lat, lng];
};

/** A box around points of records; edges often go through a point. */
function boxOf(random: Random, [lat, lng]: Point, [otherLat, otherLng]: Point): number[] {
  // West of itself around the world: nothing but what is on the other side of the box.
  if (random.chance() < 0.1) return [170, -20, -65, 72];
  // The index keeps points to 9 mm: an edge goes through a point, or passes all of them by far more.
  const by = random.chance() < 0.5 ? 0 : Math.round(random.chance() ** 4 * 10_000_000) / 1_000_000;
  const shifted = (degrees: number, by: number) =>
    by === 0 ? degrees : Number((degrees + by).toFixed(6)) + 4e-7;
  const isWide = random.chance() < 0.4;
  const [toLat, toLng] = isWide ? [otherLat, otherLng] : [shifted(lat, by), shifted(lng, by)];
  const south = shifted(Math.min(lat, toLat), -by);
  return [Math.min(lng, toLng), south, Math.max(lng, toLng), Math.max(lat, toLat)];
}

/** A circle: its middle and its radius. */
function circleOf(random: Random, [lat, lng]: Point): { near: number[]; radius_m: number } {
  const by = random.chance() < 0.5 ? 0 : random.chance() / 10;
  return { near: [lat + by, lng], radius_m: 1 + Math.floor(random.chance() ** 3 * 100_000) };
}

/** A polygon around a point, or far from it; of two parts, or with a hole; as WKT or GeoJSON. */
function polygonOf(random: Random, [lat, lng]: Point): string {
  const around = (size: number, corners: number) => {
    const ring = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * (i + random.chance() / 2)) / corners;
      const east = Math.max(-180, Math.min(180, lng + size * Math.cos(angle)));
      return [east, lat + size * Math.sin(angle)].map((at) => Number(at.toFixed(7)));
    });
    return [...ring, ...ring.slice(0, 1)];
  };
  const size = random.chance() ** 3 * 5 + 0.0003;
  const edge = around(size, 3 + Math.floor(random.chance() * 9));
  const rings = random.chance() < 0.4 ? [edge, around(size / 4, 4)] : [edge];
  if (random.chance() < 0.5)
    return `POLYGON (${rings.map((ring) => `(${ring.map((at) => at.join(' ')).join(', ')})`)})`;
  const far = around(size, 5).map(([x = 0, y = 0]) => [x, y + 2.5 * size]);
  return JSON.stringify({ type: 'MultiPolygon', coordinates: [rings, [far]] });
}

/** Tags that a record has, and one that it need not have. */
function signed<Word extends string>(random: Random, own: readonly Word[], all: readonly Word[]) {
  const without = random.chance() < 0.4 ? random.some(all, 1).map((word) => `-${word}` as const) : [];
  return [...random.some(own.length > 0 ? own : all, 2), ...without];
}

type Of = 'permit' | 'property' | 'contractor';

/** The two lines of a number. */
function numbers<Example, O extends Of, Name extends string>(
  of: O,
  name: Name,
  share: number,
  numberOf: (example: Example) => number | null | undefined,
) {
  type Line = { share: number; make(random: Random, example: Example): Record<string, number> };
  const line = (parameter: string, by: number): Line => ({
    share,
    make: (random, example) => ({ [parameter]: random.around(numberOf(example), by) }),
  });
  const [least, most] = [`${of}_min_${name}`, `${of}_max_${name}`];
  // Each line makes the value of its own parameter.
  return { [least]: line(least, 0.2), [most]: line(most, 0.7) } as unknown as {
    [P in `${O}_min_${Name}` | `${O}_max_${Name}`]: {
      share: number;
      make(random: Random, example: Example): Record<P, number>;
    };
  };
}

const ofPermit = <O extends Of, Name extends string>(
  of: O,
  name: Name,
  numberOf: (permit: Permit) => number | null | undefined,
) => numbers(of, name, 0.05, ({ permit }: PermitExample) => numberOf(permit));
const ofContractor = <Name extends string>(
  name: Name,
  numberOf: (contractor: Contractor) => number | null | undefined,
) =>
  numbers('contractor', name, 0.05, ({ contractor }: PermitExample) =>
    contractor === undefined ? null : numberOf(contractor),
  );

/** A text of the source in another notation, and perhaps that of none. */
const ofSource = <Name extends string>(
  name: Name,
  field: 'type' | 'subtype' | 'source_id' | PropertyText,
) => ({
  share: 0.07,
  make: (random: Random, { permit, other }: PermitExample) => {
    const written = (text: string | null) =>
      (random.chance() < 0.5 ? text?.toUpperCase() : text) ?? 'unknown';
    const texts = [permit, ...(random.chance() < 0.3 ? [other] : [])].map((one) => written(one[field]));
    return { [name]: texts.map((text) => text.replaceAll('–', '-')) } as Record<Name, string[]>;
  },
});
type PropertyText = 'property_type_detail' | 'property_census_tract' | 'property_congressional_district';

const unknown = 'unknown';

export const permitValues: Values<PermitViewQuery, PermitExample> = {
  geo_id: {
    share: 0.75,
    make: (random, { permit, other }) => ({
      geo_id: [permit, ...(random.chance() < 0.3 ? [other, other] : [])].map((one) => placeOf(random, one)),
    }),
  },
  bbox: {
    share: 0.25,
    make: (random, { permit, other }) => ({ bbox: boxOf(random, pointOf(permit), pointOf(other)) }),
  },
  near: { share: 0.15, make: (random, { permit }) => circleOf(random, pointOf(permit)) },
  radius_m: { share: 0, make: (random, { permit }) => circleOf(random, pointOf(permit)) },
  within: {
    share: 0.2,
    make: (random, { permit }) => ({ within: polygonOf(random, pointOf(permit)) }),
  },
  permit_from: {
    share: 0.7,
    make: (random, { permit }) => ({
      permit_from: random.chance() < 0.3 ? '1900-01-01' : random.day(permit.start_date, -1_000),
    }),
  },
  permit_to: {
    share: 0.7,
    make: (random, { permit }) => ({
      permit_to: random.chance() < 0.3 ? '2100-01-01' : random.day(permit.start_date, 500),
    }),
  },
  date_field: {
    share: 0.2,
    make: (random, { permit }) => {
      const field = random.pick(dateFields) ?? 'start';
      const date = field === 'start' ? permit.start_date : permit[`${field}_date`];
      const period = { permit_from: random.day(date, -300), permit_to: random.day(date, 300) };
      return { date_field: field, ...(random.chance() < 0.7 && period) };
    },
  },
  include_undated: { share: 0.3, make: () => ({ include_undated: true }) },
  permit_tags: {
    share: 0.5,
    make: (random, { permit }) => ({ permit_tags: signed(random, permit.tags, tagIds) }),
  },
  permit_q: {
    share: 0.15,
    make: (random, { permit }) => {
      const texts = [permit.description, permit.description, permit.type, permit.subtype];
      const piece = random.piece(random.pick(texts) ?? null, 1);
      if (random.chance() < 0.2) return { permit_q: `"${piece}"` };
      return { permit_q: random.chance() < 0.5 ? piece : piece.split(' ').reverse().join(' - ') };
    },
  },
  permit_number: {
    share: 0.08,
    make: (random, { permit }) => ({ permit_number: random.written(permit.number ?? 'X') }),
  },
  permit_parcel: {
    share: 0.04,
    make: (random, { permit }) => ({ permit_parcel: random.written(permit.parcel_number ?? 'X') }),
  },
  permit_status: {
    share: 0.2,
    make: (random) => ({ permit_status: random.some([...permitStatuses, unknown], 2) }),
  },
  permit_type: ofSource('permit_type', 'type'),
  permit_subtype: ofSource('permit_subtype', 'subtype'),
  permit_source: ofSource('permit_source', 'source_id'),
  permit_record_kind: {
    share: 0.1,
    make: (random) => ({ permit_record_kind: random.some([...permitRecordKinds, unknown], 2) }),
  },
  exclude_outliers: { share: 0.1, make: () => ({ exclude_outliers: true }) },
  include_renewals: { share: 0.2, make: () => ({ include_renewals: false }) },
  permit_has_contractor: {
    share: 0.1,
    make: (random) => ({ permit_has_contractor: random.chance() < 0.5 }),
  },
  ...ofPermit('permit', 'approval_duration', (permit) => permit.approval_duration),
  ...ofPermit('permit', 'construction_duration', (permit) => permit.construction_duration),
  ...ofPermit('permit', 'inspection_pr', (permit) => permit.inspection_pass_rate),
  ...ofPermit('permit', 'job_value', (permit) => permit.job_value),
  ...ofPermit('permit', 'fees', (permit) => permit.fees),
  property_type: {
    share: 0.15,
    make: (random) => ({ property_type: random.some([...propertyTypes, unknown], 3) }),
  },
  property_type_detail: ofSource('property_type_detail', 'property_type_detail'),
  property_census_tract: ofSource('property_census_tract', 'property_census_tract'),
  property_congressional_district: ofSource(
    'property_congressional_district',
    'property_congressional_district',
  ),
  ...ofPermit('property', 'market_value', (permit) => permit.property_assess_market_value),
  ...ofPermit('property', 'building_area', (permit) => permit.property_building_area),
  ...ofPermit('property', 'lot_size', (permit) => permit.property_lot_size),
  ...ofPermit('property', 'story_count', (permit) => permit.property_story_count),
  ...ofPermit('property', 'unit_count', (permit) => permit.property_unit_count),
  area: {
    share: 0.1,
    make: (_, { permit, other }) => ({
      area: [...(permit.areas ?? ['made-up:nowhere']), ...(other.areas ?? [])],
    }),
  },
  contractor_classification_derived: {
    share: 0.08,
    make: (random, { contractor }) => ({
      contractor_classification_derived: signed(
        random,
        contractor?.classification_derived ?? [],
        contractorClassifications,
      ),
    }),
  },
  contractor_name: {
    share: 0.08,
    make: (random, { contractor }) => ({
      contractor_name: random.respelled(random.piece(contractor?.business_name ?? contractor?.name, 3)),
    }),
  },
  contractor_website: {
    share: 0.02,
    make: (_, { contractor }) => ({ contractor_website: contractor?.website ?? 'www.none.example' }),
  },
  contractor_license: {
    share: 0.05,
    make: (random, { contractor }) => ({ contractor_license: random.written(contractor?.license ?? 'L1') }),
  },
  ...ofContractor('total_job_value', (contractor) => contractor.total_job_value),
  ...ofContractor('total_permits_count', (contractor) => contractor.permit_count),
  ...ofContractor('inspection_pr', (contractor) => contractor.avg_inspection_pass_rate),
};

const ofProperty = <Name extends string>(
  name: Name,
  numberOf: (property: Property) => number | null | undefined,
) => numbers('property', name, 0.08, ({ property }: PropertyExample) => numberOf(property));

export const propertyValues: Values<PropertyFilters, PropertyExample> = {
  geo_id: {
    share: 0.8,
    make: (random, { property, permit }) => ({
      geo_id: [property, ...(random.chance() < 0.3 ? [permit] : [])].map((one) => placeOf(random, one)),
    }),
  },
  bbox: {
    share: 0.25,
    make: (random, { property, permit }) => ({ bbox: boxOf(random, pointOf(property), pointOf(permit)) }),
  },
  near: { share: 0.15, make: (random, { property }) => circleOf(random, pointOf(property)) },
  radius_m: { share: 0, make: (random, { property }) => circleOf(random, pointOf(property)) },
  within: {
    share: 0.2,
    make: (random, { property }) => ({ within: polygonOf(random, pointOf(property)) }),
  },
  legal_owner: {
    share: 0.15,
    make: (_, { property }) => ({
      legal_owner: [(property.property_legal_owner ?? 'NOBODY').toLowerCase(), 'SOMEBODY ELSE'],
    }),
  },
  permit_tags: {
    share: 0.5,
    make: (random, { property, permit: { start_date: date } }) => ({
      permit_tags: signed(random, property.tags, tagIds),
      ...(date !== null && random.chance() < 0.5 && { permit_from: date, permit_to: random.day(date, 30) }),
    }),
  },
  permit_status: {
    share: 0.25,
    make: (random, { permit: { start_date: date } }) => ({
      permit_status: random.some([...permitStatuses, unknown], 2),
      ...(date !== null && random.chance() < 0.5 && { permit_from: date, permit_to: random.day(date, 30) }),
    }),
  },
  permit_from: {
    share: 0.5,
    make: (random, { property, permit }) => ({
      permit_from:
        random.chance() < 0.5
          ? random.day(permit.start_date, 1_000)
          : (property.last_permit_date ?? '2025-01-01'),
    }),
  },
  permit_to: {
    share: 0.3,
    make: (random, { permit: { start_date: date } }) => ({
      permit_to: random.day(date, 1),
      ...(random.chance() < 0.5 && { permit_from: random.day(date, -30) }),
    }),
  },
  permit_tags_unfinaled: {
    share: 0.15,
    make: (random, { permit }) => ({ permit_tags_unfinaled: random.some(permit.tags, 1) }),
  },
  property_type: {
    share: 0.2,
    make: (random) => ({ property_type: random.some([...propertyTypes, unknown], 3) }),
  },
  ...ofProperty('market_value', (property) => property.property_assess_market_value),
  ...ofProperty('lot_size', (property) => property.property_lot_size),
  ...ofProperty('building_area', (property) => property.property_building_area),
  ...ofProperty('unit_count', (property) => property.property_unit_count),
  ...ofProperty('year_built', (property) => property.property_year_built),
  ...ofProperty('permit_count', (property) => property.permit_count),
};

const amount = ({ decision }: DecisionExample, random: Random, by: number) =>
  random.around(decision.project_value, by);

export const decisionValues: Values<DecisionQuery, DecisionExample> = {
  geo_id: {
    share: 1,
    make: (random, { decision: { address_id, city_id, county_id, jurisdiction_id, state } }) => {
      const known = [address_id, city_id, county_id, jurisdiction_id, state, state];
      const places = known.filter((place) => place !== null);
      const count = random.chance() < 0.3 ? 2 : 1;
      return { geo_id: Array.from({ length: count }, () => random.pick(places) ?? 'WY') };
    },
  },
  decision_from: {
    share: 0.5,
    make: (random, { decision }) => ({
      decision_from: random.day(decision.decision_date, random.pick([0, -1_000]) ?? 0),
    }),
  },
  decision_to: {
    share: 0.5,
    make: (random, { decision }) => ({
      decision_to: random.day(decision.decision_date, random.pick([0, 1_000]) ?? 0),
    }),
  },
  include_undated: { share: 0.3, make: () => ({ include_undated: true }) },
  asset_class: { share: 0.2, make: (random) => ({ asset_class: random.some(assetClasses, 2) }) },
  category: { share: 0.2, make: (random) => ({ category: random.some(decisionCategories, 2) }) },
  subcategory: {
    share: 0.2,
    make: (_, { decision }) => ({ subcategory: [decision.subcategory ?? 'none', 'other'] }),
  },
  property_type: { share: 0.2, make: (random) => ({ property_type: random.some(propertyTypes, 2) }) },
  min_project_value: {
    share: 0.2,
    make: (random, example) => ({ min_project_value: amount(example, random, 0.2) }),
  },
  max_project_value: {
    share: 0.2,
    make: (random, example) => ({ max_project_value: amount(example, random, 0.7) }),
  },
  decision_q: {
    share: 0.4,
    make: (random, { words }) => ({ decision_q: random.some(words, 2).join(' ') }),
  },
};
