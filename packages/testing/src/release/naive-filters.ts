/**
 * The filters of permits, properties and decisions once more, each as a test of one record. The oracle of the tests:
 * it shares no code with the searches, and a filter without a line does not compile.
 */
import type { BuildingAddress, Contractor, Decision, Permit, Property } from '@lintel/contract';
import type {
  DecisionQuery,
  PermitFilter,
  PermitViewQuery,
  PropertyFilters,
} from 'lintel/dist/query/questions.js';
import { anyArea, isInArea } from './naive-map.js';

/** Whether a record is what a filter asks for. The query is for filters that mean something together. */
type Tests<Query, Item> = {
  readonly [Name in keyof Query]-?: (item: Item, value: NonNullable<Query[Name]>, query: Query) => boolean;
};

/** Whether records pass all filters, or those named. Without a value, or with an empty list, one asks nothing. */
export function passes<Query, Item>(
  tests: Tests<Query, Item>,
  query: Query,
  names = Object.keys(tests) as (keyof Query)[],
): (item: Item) => boolean {
  const asked = <Name extends keyof Query>(name: Name) => {
    const value = query[name];
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    return [(item: Item) => tests[name](item, value, query)];
  };
  const all = names.flatMap(asked);
  return (item) => all.every((test) => test(item));
}

type Known = number | null | undefined;

const isKnown = (value: Known) => value !== null && value !== undefined;
const atLeast = (value: Known, least: number) => isKnown(value) && Number(value) >= least;
const atMost = (value: Known, most: number) => isKnown(value) && Number(value) <= most;

/** Whether it has all of them, and none of those with `-`. */
function hasAll(own: readonly string[], asked: readonly string[]): boolean {
  return asked.every((one) => (one.startsWith('-') ? !own.includes(one.slice(1)) : own.includes(one)));
}

const isOneOf = (value: string | null, asked: readonly string[]) => asked.includes(value ?? 'unknown');

/** A text of a source without what a filter by it does not heed. */
export const typed = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Pd}]/gu, '-')
    .split(/[\s\u0000-\u001f\u007f-\u009f]+/)
    .filter((word) => word !== '')
    .join(' ');
const isStated = (own: string | null, asked: readonly string[]) =>
  asked.map(typed).includes(typed(own ?? 'unknown'));

const fold = (text: string | null) =>
  (text ?? '').toLowerCase().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
const site = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
const signs = (text: string) => [...text.toUpperCase()].filter((sign) => /\p{L}|\p{N}/u.test(sign)).join('');
/** A name as its letters, digits and ampersands; accents and modifier letters are none. */
const firm = (text: string) =>
  [...text.normalize('NFKD').toUpperCase()]
    .filter((sign) => sign === '&' || (/\p{L}|\p{N}/u.test(sign) && !/\p{Lm}/u.test(sign)))
    .join('');
const owner = (text: string) => text.trim().toUpperCase().replace(/\s+/g, ' ');

/** Whether some of the texts have every phrase and every word of another, in singular or plural. */
function containsAll(own: readonly string[], asked: string): boolean {
  const parts = asked.split('"');
  // Every second part is between quotes; a last quote without another one ends nothing.
  const isPhrase = (i: number) => i % 2 === 1 && i < parts.length - 1 && parts[i] !== '';
  const phrases = parts.filter((_, i) => isPhrase(i));
  const rest = parts.map((part, i) => (isPhrase(i) ? ' ' : part)).join(' ');
  const words = rest.split(/[\s\p{Pd}]/u).filter((word) => word !== '');
  const singular = (word: string) => {
    if (/\p{L}(x|ch|sh|ss)es$/u.test(word)) return word.slice(0, -2);
    return /\p{L}{3}s$/u.test(word) ? word.slice(0, -1) : word;
  };
  const wanted = [...phrases, ...words.map(singular)];
  const isThere = (piece: string) => own.some((text) => text.includes(piece));
  return wanted.length === 0 ? isThere(asked) : wanted.every(isThere);
}

interface Placed {
  readonly address: BuildingAddress;
  readonly geo_ids: Permit['geo_ids'];
  readonly other_addresses?: Permit['other_addresses'];
}

const knownPlaces = new WeakMap<Placed, string[]>();

/** The known geo_ids of all places that contain something, by any of its addresses. */
export function placesOf(placed: Placed): string[] {
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

const isIn = (placed: Placed, places: readonly string[]) =>
  places.some((place) => placesOf(placed).includes(place));

/** A permit with its contractor. */
interface SeenPermit {
  readonly permit: Permit;
  readonly contractor: Contractor | undefined;
}

const always = () => true;

/** The date that the period of a query bounds; null where a permit has none. */
function dateMeant({ permit }: SeenPermit, { date_field: field }: PermitViewQuery): string | null {
  const { start_date: start, file_date: file, issue_date: issue, final_date: final } = permit;
  return { start, file, issue, final }[field] ?? null;
}

export const permitTests: Tests<PermitViewQuery, SeenPermit> = {
  geo_id: ({ permit }, places) => isIn(permit, places),
  bbox: ({ permit }, bbox) => isInArea(permit.address.latlng, { ...anyArea, bbox }),
  near: ({ permit }, near, { radius_m }) => isInArea(permit.address.latlng, { ...anyArea, near, radius_m }),
  within: ({ permit }, within) => isInArea(permit.address.latlng, { ...anyArea, within }),
  radius_m: always,
  permit_from: (seen, from, query) => (dateMeant(seen, query) ?? from) >= from,
  permit_to: (seen, to, query) => (dateMeant(seen, query) ?? to) <= to,
  date_field: always,
  include_undated: (seen, isWanted, query) => isWanted || dateMeant(seen, query) !== null,
  permit_tags: ({ permit }, tags) => hasAll(permit.tags, tags),
  permit_q: ({ permit: { description, type, subtype } }, text) =>
    containsAll([description, type, subtype].map(fold), fold(text)),
  permit_number: ({ permit }, number) =>
    permit.number !== null && signs(permit.number).startsWith(signs(number)),
  permit_parcel: ({ permit: { parcel_number: own } }, parcel) =>
    typeof own === 'string' && signs(own).startsWith(signs(parcel)),
  permit_status: ({ permit }, statuses) => isOneOf(permit.status, statuses),
  permit_type: ({ permit }, types) => isStated(permit.type, types),
  permit_subtype: ({ permit }, subtypes) => isStated(permit.subtype, subtypes),
  permit_source: ({ permit }, sources) => isStated(permit.source_id, sources),
  permit_record_kind: ({ permit }, kinds) => isOneOf(permit.record_kind ?? null, kinds),
  include_renewals: ({ permit }, areWanted) => areWanted || permit.record_kind !== 'renewal',
  exclude_outliers: ({ permit }, areExcluded) => !areExcluded || permit.job_value_outlier !== true,
  permit_has_contractor: ({ permit }, has) => (permit.contractor_id !== undefined) === has,
  permit_min_approval_duration: ({ permit }, days) => atLeast(permit.approval_duration, days),
  permit_max_approval_duration: ({ permit }, days) => atMost(permit.approval_duration, days),
  permit_min_construction_duration: ({ permit }, days) => atLeast(permit.construction_duration, days),
  permit_max_construction_duration: ({ permit }, days) => atMost(permit.construction_duration, days),
  permit_min_inspection_pr: ({ permit }, percent) => atLeast(permit.inspection_pass_rate, percent),
  permit_max_inspection_pr: ({ permit }, percent) => atMost(permit.inspection_pass_rate, percent),
  permit_min_job_value: ({ permit }, cents) => atLeast(permit.job_value, cents),
  permit_max_job_value: ({ permit }, cents) => atMost(permit.job_value, cents),
  permit_min_fees: ({ permit }, cents) => atLeast(permit.fees, cents),
  permit_max_fees: ({ permit }, cents) => atMost(permit.fees, cents),
  property_type: ({ permit }, types) => isOneOf(permit.property_type, types),
  property_type_detail: ({ permit }, details) => isStated(permit.property_type_detail, details),
  property_census_tract: ({ permit }, tracts) => isStated(permit.property_census_tract, tracts),
  property_congressional_district: ({ permit }, districts) =>
    isStated(permit.property_congressional_district, districts),
  property_min_market_value: ({ permit }, cents) => atLeast(permit.property_assess_market_value, cents),
  property_max_market_value: ({ permit }, cents) => atMost(permit.property_assess_market_value, cents),
  property_min_building_area: ({ permit }, area) => atLeast(permit.property_building_area, area),
  property_max_building_area: ({ permit }, area) => atMost(permit.property_building_area, area),
  property_min_lot_size: ({ permit }, area) => atLeast(permit.property_lot_size, area),
  property_max_lot_size: ({ permit }, area) => atMost(permit.property_lot_size, area),
  property_min_story_count: ({ permit }, count) => atLeast(permit.property_story_count, count),
  property_max_story_count: ({ permit }, count) => atMost(permit.property_story_count, count),
  property_min_unit_count: ({ permit }, count) => atLeast(permit.property_unit_count, count),
  property_max_unit_count: ({ permit }, count) => atMost(permit.property_unit_count, count),
  area: ({ permit: { areas = [] } }, asked) => areas.some((area) => asked.includes(area)),
  contractor_classification_derived: ({ contractor }, classes) =>
    contractor !== undefined && hasAll(contractor.classification_derived, classes),
  contractor_name: ({ contractor }, name) =>
    [contractor?.name, contractor?.business_name].some((own) => firm(own ?? '').includes(firm(name))),
  contractor_website: ({ contractor }, website) =>
    typeof contractor?.website === 'string' && site(contractor.website) === site(website),
  contractor_license: ({ contractor }, license) =>
    typeof contractor?.license === 'string' && signs(contractor.license) === signs(license),
  contractor_min_total_job_value: ({ contractor }, cents) => atLeast(contractor?.total_job_value, cents),
  contractor_max_total_job_value: ({ contractor }, cents) => atMost(contractor?.total_job_value, cents),
  contractor_min_total_permits_count: ({ contractor }, count) => atLeast(contractor?.permit_count, count),
  contractor_max_total_permits_count: ({ contractor }, count) => atMost(contractor?.permit_count, count),
  contractor_min_inspection_pr: ({ contractor }, percent) =>
    atLeast(contractor?.avg_inspection_pass_rate, percent),
  contractor_max_inspection_pr: ({ contractor }, percent) =>
    atMost(contractor?.avg_inspection_pass_rate, percent),
};

/** The filters that the tallies of contractors heed: place, period and tags. */
export const talliedFilters: readonly PermitFilter[] = [
  'geo_id',
  'bbox',
  'near',
  'within',
  'permit_from',
  'permit_to',
  'date_field',
  'include_undated',
  'permit_tags',
];

/** A property with all its permits. */
interface SeenProperty {
  readonly property: Property;
  readonly permits: readonly Permit[];
}

/** Its permits in the period. */
function inPeriod(
  { permits }: SeenProperty,
  { permit_from: from, permit_to: to }: PropertyFilters,
): Permit[] {
  return permits.filter(
    ({ start_date: date }) =>
      (from === null && to === null) ||
      (date !== null && (from === null || date >= from) && (to === null || date <= to)),
  );
}

/** Those that count as present. */
function present(seen: SeenProperty, query: PropertyFilters): Permit[] {
  const statuses = query.permit_status ?? [];
  return inPeriod(seen, query).filter(({ status }) => statuses.length === 0 || isOneOf(status, statuses));
}

/** A period alone asks for a permit in it; with tags it only bounds where these are looked for. */
function hasPermitInPeriod(seen: SeenProperty, _: unknown, query: PropertyFilters): boolean {
  const tags = [...(query.permit_tags ?? []), ...(query.permit_tags_unfinaled ?? [])];
  return tags.length > 0 || inPeriod(seen, query).length > 0;
}

export const propertyTests: Tests<PropertyFilters, SeenProperty> = {
  geo_id: ({ property }, places) => isIn(property, places),
  bbox: ({ property }, bbox) => isInArea(property.address.latlng, { ...anyArea, bbox }),
  near: ({ property }, near, { radius_m }) =>
    isInArea(property.address.latlng, { ...anyArea, near, radius_m }),
  within: ({ property }, within) => isInArea(property.address.latlng, { ...anyArea, within }),
  radius_m: always,
  legal_owner: ({ property: { property_legal_owner: own } }, owners) =>
    own !== null && owners.map(owner).includes(owner(own)),
  permit_tags: (seen, tags, query) =>
    tags.every((tag) =>
      tag.startsWith('-')
        ? !inPeriod(seen, query).some((permit) => hasAll(permit.tags, [tag.slice(1)]))
        : present(seen, query).some((permit) => hasAll(permit.tags, [tag])),
    ),
  permit_status: (seen, _, query) => present(seen, query).length > 0,
  permit_from: hasPermitInPeriod,
  permit_to: hasPermitInPeriod,
  permit_tags_unfinaled: (seen, tags, query) =>
    tags.every((tag) =>
      inPeriod(seen, query).some(
        (permit) => permit.status !== null && permit.status !== 'final' && hasAll(permit.tags, [tag]),
      ),
    ),
  property_type: ({ property }, types) => isOneOf(property.property_type, types),
  property_min_market_value: ({ property }, cents) => atLeast(property.property_assess_market_value, cents),
  property_max_market_value: ({ property }, cents) => atMost(property.property_assess_market_value, cents),
  property_min_lot_size: ({ property }, area) => atLeast(property.property_lot_size, area),
  property_max_lot_size: ({ property }, area) => atMost(property.property_lot_size, area),
  property_min_building_area: ({ property }, area) => atLeast(property.property_building_area, area),
  property_max_building_area: ({ property }, area) => atMost(property.property_building_area, area),
  property_min_unit_count: ({ property }, count) => atLeast(property.property_unit_count, count),
  property_max_unit_count: ({ property }, count) => atMost(property.property_unit_count, count),
  property_min_year_built: ({ property }, year) => atLeast(property.property_year_built, year),
  property_max_year_built: ({ property }, year) => atMost(property.property_year_built, year),
  property_min_permit_count: ({ property }, least) => property.permit_count >= least,
  property_max_permit_count: ({ property }, most) => property.permit_count <= most,
};

/** A decision, and how forms of a word are mapped to a common stem. */
interface SeenDecision {
  readonly decision: Decision;
  stem(word: string): string;
}

export const decisionTests: Tests<DecisionQuery, SeenDecision> = {
  geo_id: ({ decision: { address_id, city_id, county_id, jurisdiction_id, state } }, places) =>
    [address_id, city_id, county_id, jurisdiction_id, state].some((id) => id !== null && places.includes(id)),
  decision_from: ({ decision: { decision_date: date } }, from) => date === null || date >= from,
  decision_to: ({ decision: { decision_date: date } }, to) => date === null || date <= to,
  include_undated: ({ decision }, isWanted) => isWanted || decision.decision_date !== null,
  asset_class: ({ decision }, classes) => isOneOf(decision.asset_class, classes),
  category: ({ decision }, categories) => isOneOf(decision.category, categories),
  subcategory: ({ decision }, subcategories) => isOneOf(decision.subcategory, subcategories),
  property_type: ({ decision }, types) => isOneOf(decision.property_type, types),
  min_project_value: ({ decision }, cents) => atLeast(decision.project_value, cents),
  max_project_value: ({ decision }, cents) => atMost(decision.project_value, cents),
  decision_q: ({ decision: { title, description }, stem }, text) => {
    const wordsOf = (words: string) => (words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
    const own = new Set(wordsOf(`${title ?? ''} ${description ?? ''}`));
    const wanted = wordsOf(text);
    return wanted.length > 0 && wanted.every((word) => own.has(word));
  },
};
