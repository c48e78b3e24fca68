/**
 * Small schema builders that every resource shares: nullable fields, dates, money, and named places.
 *
 * All schemas are plain JSON Schema (draft 2020-12), so that validation, the OpenAPI document, the
 * TypeScript types and generated test data come from one source.
 */
import Type, { type Static, type TSchema } from 'typebox';

/** A field that every record carries and that is `null` when unknown (C6). */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A calendar date, `YYYY-MM-DD`. */
export const DateString = Type.String({ format: 'date', description: 'Calendar date, YYYY-MM-DD.' });

/** Money in integer US cents (C7). */
export const Cents = Type.Integer({ description: 'US cents.' });

/** A length of time in whole days (C7). */
export const Days = Type.Integer({ minimum: 0, description: 'Whole days.' });

/** A rate in whole percent, 0 to 100 (C7). */
export const Percent = Type.Integer({ minimum: 0, maximum: 100, description: 'Whole percent.' });

/** A floor or lot area in whole square feet (C7). */
export const SquareFeet = Type.Integer({ minimum: 0, description: 'Whole square feet.' });

/** `[latitude, longitude]` in degrees, WGS 84. */
export const LatLng = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: 'Latitude and longitude in degrees (WGS 84).',
});

/** The one closed set of string values, as an enum schema. */
export function OneOf<const T extends readonly string[]>(values: T, description: string) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });
}

export type { Static, TSchema };
export { Type };
