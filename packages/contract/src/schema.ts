/**
 * Small schema builders that every resource shares: nullable fields, dates, money, and closed lists. Each
 * takes the description of the field and adds the unit itself, so that no field is documented without one.
 *
 * All schemas are plain JSON Schema (draft 2020-12), so that validation, the OpenAPI document, the TypeScript
 * types and generated test data come from one source.
 */

import { geoIdPattern } from './id.js';
import Type, { type Static, type TSchema } from './typebox.js';

/** A field that every record carries and that is `null` when unknown (C6). */
export function Nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** A text that is `null` when unknown. */
export function Text(description: string) {
  return Nullable(Type.String({ description }));
}

/** A calendar date, `YYYY-MM-DD`. */
export function DateString(description: string) {
  return Type.String({ format: 'date', description: `${description} YYYY-MM-DD.` });
}

/** Money in integer US cents (C7). */
export function Cents(description: string) {
  return Type.Integer({ description: `${description} US cents.` });
}

/** A length of time in whole days (C7). */
export function Days(description: string) {
  return Type.Integer({ minimum: 0, description: `${description} Whole days.` });
}

/** A rate in whole percent, 0 to 100 (C7). */
export function Percent(description: string) {
  return Type.Integer({ minimum: 0, maximum: 100, description: `${description} Whole percent.` });
}

/** A floor or lot area in whole square feet (C7). */
export function SquareFeet(description: string) {
  return Type.Integer({ minimum: 0, description: `${description} Whole square feet.` });
}

/** How many there are. */
export function Count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** The identifier of an address, city, county or jurisdiction (C9). */
export function GeoId(description: string) {
  return Type.String({ pattern: geoIdPattern.source, description });
}

/** `[latitude, longitude]` in degrees, WGS 84. */
export function LatLng() {
  return Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Latitude and longitude in degrees (WGS 84).',
  });
}

/** A point of GeoJSON (RFC 7946, section 3.1.2). */
export function Point(description: string) {
  return Type.Object(
    {
      type: Type.Literal('Point', { description: 'Type in GeoJSON.' }),
      coordinates: Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: 'Longitude and latitude in degrees (WGS 84).',
      }),
    },
    { description },
  );
}

/**
 * A closed set of string values, as an enum schema. A title makes it a named type of the OpenAPI document.
 */
export function OneOf<const T extends readonly string[]>(values: T, description: string, title?: string) {
  return Type.Unsafe<T[number]>({
    ...(title === undefined ? {} : { title }),
    type: 'string',
    enum: [...values],
    description,
  });
}

export type { Static, TSchema };
export { Type };
