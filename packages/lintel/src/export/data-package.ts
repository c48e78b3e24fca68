/**
 * What files say of their columns to programs, by the Data Package standard 2.0 (https://datapackage.org): a reader that
 * takes it for the types leaves a parcel number or a ZIP code with leading zeros a text.
 */
import type { Column, ColumnType } from './column.js';

export const dataPackageProfile = 'https://datapackage.org/profiles/2.0/datapackage.json';

/** Types by the Table Schema standard. */
const fieldTypes: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  date: 'date',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  texts: 'list',
  json: 'object',
};

/** Columns as fields of a Table Schema. */
export const schemaOf = (columns: readonly Pick<Column, 'name' | 'type' | 'description'>[]) => ({
  fields: columns.map(({ name, type, description }) => ({
    name,
    type: fieldTypes[type],
    // Lists of texts are so written in CSV.
    ...(type === 'texts' ? { delimiter: ';' } : {}),
    description,
  })),
});
