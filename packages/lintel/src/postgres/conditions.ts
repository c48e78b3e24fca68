/** Conditions of SQL on records, of which the tables of filters are made. */
import type { GeoIdKind } from '@lintel/contract';
import { geoIdKind } from '@lintel/contract/plain';
import type { RowDates, RowRange } from '../format/column/row-dates.js';
import type { DictionaryTexts } from '../format/dictionary/dictionary.js';
import type { DictionaryField } from '../format/permit-fields.js';
import type { Polygon } from '../format/points/polygon.js';
import { type AreaQuery, anyArea, areaOf, type Box, polygonOf } from '../query/area.js';
import { unwanted, wanted } from '../query/facet-filter.js';
import { numberIn, tagBits } from './api-tables.js';

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

  get isEmpty(): boolean {
    return this.#conditions.length === 0;
  }

  /** All conditions. */
  get where(): string {
    return this.isEmpty ? 'true' : this.#conditions.join(' AND ');
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

export type Dictionaries = Readonly<Record<DictionaryField, DictionaryTexts>>;

/** What is asked about a release besides its tables. */
export interface Scope {
  /** The positions of a period, and of what has no date. */
  readonly dates: RowDates;
  /** What texts in the words of their source are the same. */
  readonly dictionaries: Dictionaries;
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

/** Whether the point of a record `t` lies in one of the boxes. */
export function inBoxes(statement: Statement, t: string, boxes: readonly Box[]): string {
  const inBox = boxes.map(({ west, east, north, south }) => {
    const [w, e, n, s] = [west, east, north, south].map((edge) => statement.value(edge, 'bigint'));
    return `${t}.api_x BETWEEN ${w} AND ${e} AND ${t}.api_y BETWEEN ${n} AND ${s}`;
  });
  return inBox.length === 0 ? 'false' : inBox.join(' OR ');
}

/** Adds that a record `t` lies in the area, if there is one. */
export function addArea(statement: Statement, t: string, query: AreaQuery): void {
  const area = areaOf(query);
  if (area === null) return;
  statement.and(inBoxes(statement, t, area.boxes));
  const { near, radius_m: radius, within } = query;
  if (within !== null) statement.and(inPolygon(statement, t, polygonOf(within)));
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

/** Lines of tables of filters for the area: the radius of a circle is read with its middle. */
export function areaFilters<Asked extends { readonly statement: Statement }>(t: string) {
  const inArea =
    (part: 'bbox' | 'near' | 'within') =>
    ({ statement }: Asked, value: unknown, { radius_m }: AreaQuery) =>
      addArea(statement, t, { ...anyArea, radius_m, [part]: value });
  return { bbox: inArea('bbox'), near: inArea('near'), radius_m: () => {}, within: inArea('within') };
}

/** Whether the point of a record `t` lies in a polygon, by the comparisons of `query/polygon.ts`. */
function inPolygon(statement: Statement, t: string, { edges }: Polygon): string {
  const [x1, y1, x2, y2] = (['x1', 'y1', 'x2', 'y2'] as const).map((end) =>
    statement.value(
      edges.map((edge) => edge[end]),
      'bigint[]',
    ),
  );
  return `(SELECT count(*) % 2 = 1 FROM unnest(${x1}, ${y1}, ${x2}, ${y2}) AS e (x1, y1, x2, y2)
    WHERE ${t}.api_y >= e.y1 AND ${t}.api_y < e.y2
      AND ${t}.api_x < (e.x2 - e.x1)::float8 * (${t}.api_y - e.y1) / (e.y2 - e.y1) + e.x1)`;
}

/** Whether the position of a record `t` is in the range. */
export function inRows(statement: Statement, t: string, { from, to }: RowRange): string {
  return `(${t}.position >= ${statement.value(from, 'bigint')} AND ${t}.position < ${statement.value(to, 'bigint')})`;
}

/** Whether a permit `t` has the tags, and not those with `-`. */
export function hasTags(statement: Statement, t: string, tags: readonly string[]): string {
  const [all, none] = [wanted(tags), unwanted(tags)];
  const conditions: string[] = [];
  if (all.length > 0) {
    const bits = statement.value(tagBits(all), 'bigint');
    conditions.push(`${t}.api_facets & ${bits} = ${bits}`);
  }
  if (none.length > 0) {
    conditions.push(`${t}.api_facets & ${statement.value(tagBits(none), 'bigint')} = 0`);
  }
  return conditions.join(' AND ');
}

/** Whether a number of a vocabulary, such as the status in the facets of a permit, is that of one of the words. */
export function isNumbered(
  statement: Statement,
  facet: string,
  vocabulary: readonly string[],
  words: readonly string[],
): string {
  const numbers = words.map((word) => numberIn(vocabulary, word));
  return `${facet} = ANY (${statement.value(numbers, 'bigint[]')})`;
}

/** Whether a permit `t` is not the same permit once more (C51). */
export const notRenewal = (t: string) => `${t}.record_kind IS DISTINCT FROM 'renewal'`;

/** The two lines of a number in a table of filters: `{of}_min_{name}` and `{of}_max_{name}`. */
export function numberFilters<Asked, O extends 'permit' | 'property' | 'contractor', Name extends string>(
  statementOf: (asked: Asked) => Statement,
  of: O,
  name: Name,
  column: string,
) {
  const compare = (operator: '>=' | '<=') => (asked: Asked, value: number) => {
    const statement = statementOf(asked);
    statement.and(`${column} ${operator} ${statement.value(value, 'bigint')}`);
  };
  const lines: Record<string, ReturnType<typeof compare>> = {
    [`${of}_min_${name}`]: compare('>='),
    [`${of}_max_${name}`]: compare('<='),
  };
  return lines as Record<`${O}_min_${Name}` | `${O}_max_${Name}`, ReturnType<typeof compare>>;
}
