/**
 * What Lintel uses of TypeBox, the library of schemas. TypeBox consists of 700 modules, which take a quarter of a second
 * to load; `npm run build` makes one file of them and of this one (scripts/bundle-typebox.js).
 */
export type { Static, TObject, TProperties, TSchema } from 'typebox';
export { default } from 'typebox';
export { Compile, Errors, type Validator } from 'typebox/schema';
export { Value } from 'typebox/value';
