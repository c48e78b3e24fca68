/** The filters of searches as conditions of SQL, with the same meaning as the plans of `query`. */
import { foldLicense, foldNumber, foldOwner, foldWebsite } from '../format/filters/layout.js';
import { foldText } from '../format/text-index/text-index.js';
import { type Area, type AreaQuery, areaOf } from '../query/area.js';
import type { PropertyQuery, SharedQuery } from '../query/questions.js';

/** A text of SQL with numbered parameters, and their values. */
export class Statement {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  /** Adds a value; gives its parameter. */
  value(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  and(condition: string): void {
    this.#conditions.push(`(${condition})`);
  }

  /** All conditions. */
  get where(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' AND ');
  }
}

type Bounds = readonly [column: string, least: number | null, most: number | null];

/** Values that are unknown are within no limits. */
function addBounds(statement: Statement, bounds: readonly Bounds[]): void {
  for (const [column, least, most] of bounds) {
    if (least === null && most === null) continue;
    statement.and(`${column} >= ${statement.value(least ?? 0, 'bigint')}`);
    if (most !== null) statement.and(`${column} <= ${statement.value(most, 'bigint')}`);
  }
}

/** Lists of words, some excluded by `-`. */
function addSigned(statement: Statement, column: string, words: readonly string[] | null): void {
  const all = (words ?? []).filter((word) => !word.startsWith('-'));
  const none = (words ?? []).filter((word) => word.startsWith('-')).map((word) => word.slice(1));
  if (all.length > 0) statement.and(`${column} @> ${statement.value(all, 'text[]')}`);
  if (none.length > 0) statement.and(`NOT ${column} && ${statement.value(none, 'text[]')}`);
}

function addAnyOf(statement: Statement, column: string, words: readonly string[] | null): void {
  if (words === null || words.length === 0) return;
  statement.and(`${column} = ANY (${statement.value(words, 'text[]')})`);
}

type Where = AreaQuery & { readonly geo_id: readonly string[] | null };

/** Places, of which any will do, and the area. `t` is the name of the table. */
export function addWhere(
  statement: Statement,
  t: string,
  query: Where,
  area: Area | null = areaOf(query),
): void {
  const { geo_id: places } = query;
  if (places !== null && places.length > 0) {
    statement.and(`${t}.places && ${statement.value(places, 'text[]')}`);
  }
  if (area === null) return;
  const boxes = area.boxes.map(({ west, east, north, south }) => {
    const [w, e, n, s] = [west, east, north, south].map((edge) => statement.value(edge, 'bigint'));
    return `${t}.x BETWEEN ${w} AND ${e} AND ${t}.y BETWEEN ${n} AND ${s}`;
  });
  statement.and(boxes.length === 0 ? 'false' : boxes.join(' OR '));
  const { near, radius_m: radius } = query;
  if (near === null || radius === null) return;
  // The haversine formula of `query/area.ts`, over the middle of the steps of `points/mercator.ts`.
  const lat = `atan(sinh(pi() * (1 - (2 * (${t}.y + 0.5::float8)) / 4294967296)))`;
  const lng = `radians(((${t}.x + 0.5::float8) / 4294967296 - 0.5) * 360)`;
  const [ownLat, ownLng] = near.map((degrees) => `radians(${statement.value(degrees, 'float8')})`);
  const chord = `power(sin(${statement.value(radius, 'float8')} / (2 * 6371008.8)), 2)`;
  statement.and(
    `power(sin((${lat} - ${ownLat}) / 2), 2) +
      cos(${lat}) * cos(${ownLat}) * power(sin((${lng} - ${ownLng}) / 2), 2) <= ${chord}`,
  );
}

/** The period; records without a date are in none, and added where they are wanted (C40). */
export function addPeriod(statement: Statement, query: SharedQuery): void {
  const { permit_from: from, permit_to: to, include_undated: undated } = query;
  const bounds = [
    from === null ? 'p.start_date IS NOT NULL' : `p.start_date >= ${statement.value(from, 'date')}`,
    ...(to === null ? [] : [`p.start_date <= ${statement.value(to, 'date')}`]),
  ].join(' AND ');
  statement.and(undated ? `p.start_date IS NULL OR (${bounds})` : bounds);
}

/** What tallies of contractors count: place, period and tags. */
export function addTallied(statement: Statement, query: SharedQuery, area = areaOf(query)): void {
  addWhere(statement, 'p', query, area);
  addPeriod(statement, query);
  addSigned(statement, 'p.tags', query.permit_tags);
}

/** All conditions on permits `p`, with those on their contractors `c`. True if `c` is needed. */
export function addPermits(
  statement: Statement,
  query: SharedQuery,
  hasContractor: boolean | null,
  area = areaOf(query),
): boolean {
  addTallied(statement, query, area);
  const { permit_q: text, permit_number: number } = query;
  addAnyOf(statement, 'p.status', query.permit_status);
  addAnyOf(statement, 'p.property_type', query.property_type);
  if (text !== null)
    statement.and(`strpos(p.description_key, ${statement.value(foldText(text), 'text')}) > 0`);
  if (number !== null) {
    statement.and(`starts_with(p.number_key, ${statement.value(foldNumber(number), 'text')})`);
  }
  if (hasContractor !== null) statement.and(`p.contractor_id IS ${hasContractor ? 'NOT ' : ''}NULL`);
  addBounds(statement, [
    ['p.approval_duration', query.permit_min_approval_duration, query.permit_max_approval_duration],
    [
      'p.construction_duration',
      query.permit_min_construction_duration,
      query.permit_max_construction_duration,
    ],
    ['p.inspection_pr', query.permit_min_inspection_pr, query.permit_max_inspection_pr],
    ['p.job_value', query.permit_min_job_value, query.permit_max_job_value],
    ['p.fees', query.permit_min_fees, query.permit_max_fees],
    ['p.market_value', query.property_min_market_value, query.property_max_market_value],
    ['p.building_area', query.property_min_building_area, query.property_max_building_area],
    ['p.lot_size', query.property_min_lot_size, query.property_max_lot_size],
    ['p.story_count', query.property_min_story_count, query.property_max_story_count],
    ['p.unit_count', query.property_min_unit_count, query.property_max_unit_count],
  ]);
  return addContractor(statement, query);
}

function addContractor(statement: Statement, query: SharedQuery): boolean {
  const before = statement.where;
  const { contractor_name: name, contractor_website: website, contractor_license: license } = query;
  addSigned(statement, 'c.classifications', query.contractor_classification_derived);
  if (name !== null) {
    const text = statement.value(foldText(name), 'text');
    statement.and(`strpos(c.name_key, ${text}) > 0 OR strpos(c.business_name_key, ${text}) > 0`);
  }
  if (website !== null) statement.and(`c.website_key = ${statement.value(foldWebsite(website), 'text')}`);
  if (license !== null) statement.and(`c.license_key = ${statement.value(foldLicense(license), 'text')}`);
  addBounds(statement, [
    ['c.total_job_value', query.contractor_min_total_job_value, query.contractor_max_total_job_value],
    ['c.permit_count', query.contractor_min_total_permits_count, query.contractor_max_total_permits_count],
    ['c.avg_inspection_pass_rate', query.contractor_min_inspection_pr, query.contractor_max_inspection_pr],
  ]);
  return statement.where !== before;
}

/** Place and owner of properties `t`: what the jurisdictions of an absence are looked up by. */
export function addProperties(statement: Statement, query: PropertyQuery): void {
  addWhere(statement, 't', query);
  const { legal_owner: owners } = query;
  if (owners !== null && owners.length > 0) addAnyOf(statement, 't.owner_key', owners.map(foldOwner));
}

/** What is known of properties `t`. */
export function addPropertyFacts(statement: Statement, query: PropertyQuery): void {
  addAnyOf(statement, 't.property_type', query.property_type);
  addBounds(statement, [
    ['t.market_value', query.property_min_market_value, query.property_max_market_value],
    ['t.lot_size', query.property_min_lot_size, query.property_max_lot_size],
    ['t.building_area', query.property_min_building_area, query.property_max_building_area],
    ['t.unit_count', query.property_min_unit_count, query.property_max_unit_count],
    ['t.year_built', query.property_min_year_built, query.property_max_year_built],
  ]);
}
