/** The filters of searches as conditions of SQL, with the same meaning as the plans of `query`. */
import type { GeoIdKind } from '@lintel/contract';
import { geoIdKind, permitStatuses, propertyTypes } from '@lintel/contract/plain';
import type { RowDates, RowRange } from '../format/column/row-dates.js';
import { foldLicense, foldNumber, foldOwner, foldWebsite } from '../format/filters/layout.js';
import { foldText } from '../format/text-index/text-index.js';
import { type Area, type AreaQuery, areaOf } from '../query/area.js';
import { unwanted, wanted } from '../query/facet-filter.js';
import { contractorLimits, type NumberLimits, permitLimits, propertyLimits } from '../query/number-limits.js';
import type { PropertyQuery, SharedQuery } from '../query/questions.js';
import { numberIn, statusIn, tagBits, typeIn } from './api-tables.js';

/** A text of SQL with numbered parameters, and their values. */
export class Statement {
  readonly values: unknown[];
  readonly #conditions: string[] = [];

  /** With the values of another statement it makes a part of that one. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

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

/**
 * A value as PostgreSQL takes it. Its texts cannot hold NUL, and no record has one: a noncharacter in its place is as
 * surely not found.
 */
export function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable);
  return typeof value === 'string' ? value.replaceAll('\0', '\uffff') : value;
}

/** Limits of numbers in the columns of a table `t`, which are named like the fields. */
function addLimits(statement: Statement, t: string, limits: readonly NumberLimits<unknown>[]): void {
  for (const { field, least, most } of limits) {
    statement.and(`${t}.${field} >= ${statement.value(least, 'bigint')}`);
    if (Number.isFinite(most)) statement.and(`${t}.${field} <= ${statement.value(most, 'bigint')}`);
  }
}

/** Lists of words, some excluded by `-`. */
function addSigned(statement: Statement, column: string, words: readonly string[] | null): void {
  const [all, none] = [wanted(words), unwanted(words)];
  if (all.length > 0) statement.and(`${column} @> ${statement.value(all, 'text[]')}`);
  if (none.length > 0) statement.and(`NOT ${column} && ${statement.value(none, 'text[]')}`);
}

function addAnyOf(statement: Statement, column: string, words: readonly string[] | null): void {
  if (words === null || words.length === 0) return;
  statement.and(`${column} = ANY (${statement.value(words, 'text[]')})`);
}

/** What is asked about a release besides its tables. */
export interface Scope {
  /** The positions of a period, and of what has no date. */
  readonly dates: Pick<RowDates, 'period' | 'between' | 'undated'>;
  /** The table of the further places of permits, if any of the places asked for is in it. */
  readonly otherPlaces: string | null;
}

/** The columns of the kinds of place. */
const placeColumns: Readonly<Record<GeoIdKind, string>> = {
  state: 'address_state',
  county: 'county_id',
  city: 'city_id',
  jurisdiction: 'jurisdiction_id',
  zip: 'address_zip_code',
  address: 'address_id',
};

/** Whether a record `t` lies in any of the places by its first address; with `others`, or by any address. */
export function inPlaces(
  statement: Statement,
  t: string,
  places: readonly string[],
  others: string | null,
): string {
  const byColumn = new Map<string, string[]>();
  const extended: string[] = [];
  for (const place of places) {
    const column = `${t}.${placeColumns[geoIdKind(place) ?? 'address']}`;
    if (geoIdKind(place) === 'zip' && place.length > 5) {
      const [zip, ext] = place.split('-').map((digits) => statement.value(digits, 'text'));
      extended.push(`(${column} = ${zip} AND ${t}.address_zip_code_ext = ${ext})`);
    } else byColumn.set(column, [...(byColumn.get(column) ?? []), place]);
  }
  const conditions = [...byColumn].map(([column, [first, ...more]]) =>
    more.length === 0
      ? `${column} = ${statement.value(first, 'text')}`
      : `${column} = ANY (${statement.value([first, ...more], 'text[]')})`,
  );
  if (others !== null) {
    const found = `SELECT position FROM ${others} WHERE place = ANY (${statement.value(places, 'text[]')})`;
    conditions.push(`${t}.position = ANY (ARRAY(${found}))`);
  }
  return [...conditions, ...extended].join(' OR ');
}

type Where = AreaQuery & { readonly geo_id: readonly string[] | null };

/** Places, of which any will do, and the area. `t` is the name of the table. */
export function addWhere(
  statement: Statement,
  t: string,
  query: Where,
  otherPlaces: string | null,
  area: Area | null = areaOf(query),
): void {
  const { geo_id: places } = query;
  if (places !== null && places.length > 0) statement.and(inPlaces(statement, t, places, otherPlaces));
  if (area === null) return;
  const boxes = area.boxes.map(({ west, east, north, south }) => {
    const [w, e, n, s] = [west, east, north, south].map((edge) => statement.value(edge, 'bigint'));
    return `${t}.api_x BETWEEN ${w} AND ${e} AND ${t}.api_y BETWEEN ${n} AND ${s}`;
  });
  statement.and(boxes.length === 0 ? 'false' : boxes.join(' OR '));
  const { near, radius_m: radius } = query;
  if (near === null || radius === null) return;
  // The haversine formula of `query/area.ts`, over the middle of the steps of `points/mercator.ts`.
  const lat = `atan(sinh(pi() * (1 - (2 * (${t}.api_y + 0.5::float8)) / 4294967296)))`;
  const lng = `radians(((${t}.api_x + 0.5::float8) / 4294967296 - 0.5) * 360)`;
  const [ownLat, ownLng] = near.map((degrees) => `radians(${statement.value(degrees, 'float8')})`);
  const chord = `power(sin(${statement.value(radius, 'float8')} / (2 * 6371008.8)), 2)`;
  statement.and(
    `power(sin((${lat} - ${ownLat}) / 2), 2) +
      cos(${lat}) * cos(${ownLat}) * power(sin((${lng} - ${ownLng}) / 2), 2) <= ${chord}`,
  );
}

/** The period; records without a date are in none, and added where they are wanted (C40). */
function addPeriod(statement: Statement, query: SharedQuery, { dates }: Scope): void {
  const { permit_from: from, permit_to: to, include_undated: undated } = query;
  const within = dates.period(from, to);
  const ranges = undated ? [within, dates.undated()] : [within];
  const conditions = ranges.filter((rows) => rows.from < rows.to).map((rows) => inRows(statement, 'p', rows));
  statement.and(conditions.length === 0 ? 'false' : conditions.join(' OR '));
}

/** Whether the position of a record `t` is in the range. */
export function inRows(statement: Statement, t: string, { from, to }: RowRange): string {
  return `(${t}.position >= ${statement.value(from, 'bigint')} AND ${t}.position < ${statement.value(to, 'bigint')})`;
}

/** Tags that permits `t` must have, and those that they must not have (by `-`). */
export function addTags(statement: Statement, t: string, tags: readonly string[] | null): void {
  const [all, none] = [wanted(tags), unwanted(tags)];
  if (all.length > 0) {
    const bits = statement.value(tagBits(all), 'bigint');
    statement.and(`${t}.api_facets & ${bits} = ${bits}`);
  }
  if (none.length > 0) statement.and(`${t}.api_facets & ${statement.value(tagBits(none), 'bigint')} = 0`);
}

/** Words of which a permit has one: its status or its property type, by their numbers. */
export function addNumbered(
  statement: Statement,
  facet: string,
  vocabulary: readonly string[],
  words: readonly string[] | null,
): void {
  if (words === null || words.length === 0) return;
  const numbers = words.map((word) => numberIn(vocabulary, word));
  statement.and(`${facet} = ANY (${statement.value(numbers, 'bigint[]')})`);
}

/** What tallies of contractors count: place, period and tags. */
export function addTallied(
  statement: Statement,
  query: SharedQuery,
  scope: Scope,
  area = areaOf(query),
): void {
  addWhere(statement, 'p', query, scope.otherPlaces, area);
  addPeriod(statement, query, scope);
  addTags(statement, 'p', query.permit_tags);
}

/** All conditions on permits `p`, with those on their contractors `c`. True if `c` is needed. */
export function addPermits(
  statement: Statement,
  query: SharedQuery,
  scope: Scope,
  hasContractor: boolean | null,
  area = areaOf(query),
): boolean {
  addTallied(statement, query, scope, area);
  const { permit_q: text, permit_number: number } = query;
  addNumbered(statement, statusIn('p'), permitStatuses, query.permit_status);
  addNumbered(statement, typeIn('p'), propertyTypes, query.property_type);
  if (text !== null) {
    // Not strpos, which cannot use the index of trigrams.
    const pattern = `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
    statement.and(`p.api_description LIKE ${statement.value(pattern, 'text')}`);
  }
  if (number !== null) {
    statement.and(`starts_with(p.api_number, ${statement.value(foldNumber(number), 'text')})`);
  }
  if (hasContractor !== null) statement.and(`p.contractor_id IS ${hasContractor ? 'NOT ' : ''}NULL`);
  addLimits(statement, 'p', permitLimits(query));
  return addContractor(statement, query);
}

function addContractor(statement: Statement, query: SharedQuery): boolean {
  const before = statement.where;
  const { contractor_name: name, contractor_website: website, contractor_license: license } = query;
  addSigned(statement, 'c.classification_derived', query.contractor_classification_derived);
  if (name !== null) {
    const text = statement.value(foldText(name), 'text');
    statement.and(`strpos(c.api_name, ${text}) > 0 OR strpos(c.api_business_name, ${text}) > 0`);
  }
  if (website !== null) statement.and(`c.api_website = ${statement.value(foldWebsite(website), 'text')}`);
  if (license !== null) statement.and(`c.api_license = ${statement.value(foldLicense(license), 'text')}`);
  addLimits(statement, 'c', contractorLimits(query));
  return statement.where !== before;
}

/** Place and owner of properties `t`: what the jurisdictions of an absence are looked up by. */
export function addProperties(statement: Statement, query: PropertyQuery): void {
  addWhere(statement, 't', query, null);
  const { legal_owner: owners } = query;
  if (owners !== null && owners.length > 0) addAnyOf(statement, 't.api_owner', owners.map(foldOwner));
}

/** What is known of properties `t`. */
export function addPropertyFacts(statement: Statement, query: PropertyQuery): void {
  addAnyOf(statement, 't.property_type', query.property_type);
  addLimits(statement, 't', propertyLimits(query));
}
