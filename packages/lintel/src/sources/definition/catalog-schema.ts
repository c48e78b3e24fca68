/**
 * The schema of a source definition: one JSON file per source in `catalog/`, strict, explained in
 * docs/sources.md.
 *
 * Mapping expressions are checked by `mapping/expression.ts`, which knows their functions; here only their
 * presence is checked. An invalid definition is refused with file, place and the nearest legal name.
 */
import { permitStatuses } from '@lintel/contract/plain';
import Type, { type Static } from '@lintel/contract/typebox';
import { sourceKinds } from '../../base/source-kind.js';
import { checkShape, inside } from './definition-fault.js';
import { type FetchDefinition, parseFetch } from './fetch-schema.js';
import { platforms, withPlatform } from './platform.js';

/** Formats that files of a source come in. */
export const formatTypes = ['csv', 'tsv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const;
export type FormatType = (typeof formatTypes)[number];

/** Text encodings that are read. UTF-8 may begin with a byte-order mark; UTF-16 needs none. */
export const encodings = ['utf-8', 'latin1', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type TextEncoding = (typeof encodings)[number];

const strict = { additionalProperties: false };
const Id = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'lower-case letters and digits in words joined by "-", such as elm-city-ks',
});
const Text = Type.String({ minLength: 1, maxLength: 500 });
const TextOrNull = Type.Union([Text, Type.Null()]);
/** A column name (text) or a mapping function (an object with the function's name as a key). */
const Expression = Type.Unknown();

export const Format = Type.Object(
  {
    /** Absent: the file's extension decides, or its content if the extension is unknown. */
    type: Type.Optional(Type.Enum([...formatTypes])),
    encoding: Type.Optional(Type.Enum([...encodings])),
    /** Column separator of `csv`; absent: the one with which the header fits the source, else a comma. */
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    /** Names of the columns of a table without a header, in order. */
    columns: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 10_000 })),
    /** Rows before the header of a table: a title, a date. */
    skip_rows: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    /** Name of the sheet of an `xlsx` workbook; absent: its first visible one. */
    sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /**
     * Path of the records in `json`: names joined by dots, `[]` after the array, then the part of a record
     * that holds its values: `d.results`, `features[].attributes`. Absent: the file is the array.
     */
    records: Type.Optional(
      Type.String({ pattern: '^[^.\\[\\]]+(\\.[^.\\[\\]]+)*(\\[\\](\\.[^.\\[\\]]+)*)?$' }),
    ),
  },
  strict,
);
export type Format = Static<typeof Format>;

const Dataset = Type.Object(
  {
    platform: Type.Enum(['socrata', 'arcgis', 'ckan', 'carto', 'legistar', 'energov', 'accela', 'file']),
    domain: Type.Optional(Text),
    id: Type.Optional(Text),
  },
  strict,
);

const Jurisdiction = Type.Object(
  {
    /** Census GEOID of the place (7 digits), county (5) or county subdivision (10: a town of New England). */
    geoid: Type.String({
      pattern: '^(\\d{5}|\\d{7}|\\d{10})$',
      description: 'a Census GEOID: 7 digits for a place, 5 for a county, 10 for a county subdivision',
    }),
    name: Text,
    state: Type.String({ pattern: '^[A-Z]{2}$', description: 'a two-letter state such as KS' }),
    county_geoid: Type.Union([Type.String({ pattern: '^\\d{5}$' }), Type.Null()]),
    default_city: TextOrNull,
  },
  strict,
);

const Verified = Type.Object(
  { on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), rows: Type.Integer({ minimum: 1 }) },
  strict,
);
export type Verified = Static<typeof Verified>;

export const SourceDefinition = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...sourceKinds]),
    name: Text,
    /** SPDX identifier or the publisher's own words; null if it states none. */
    license: TextOrNull,
    attribution: TextOrNull,
    homepage: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 500 })),
    dataset: Type.Optional(Dataset),
    /** Permit software of the authority, whose columns are mapped once for all; see platform.ts. */
    platform: Type.Optional(Type.Enum([...platforms])),
    /** Its portal's address, by which the inventory fills what the definition does not say. */
    address: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 500 })),
    /** How often its publisher renews it: `daily`, or its own words. */
    updates: Type.Optional(Text),
    /**
     * When the definition was last tried on real rows, and on how many; null or absent: never (`lintel source
     * verify`).
     */
    verified: Type.Optional(Type.Union([Type.Null(), Verified])),
    /** Anything a person should know. */
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    jurisdiction: Jurisdiction,
    /**
     * For a collection of several authorities: the value of a row that names its authority, and which one it
     * is.
     */
    jurisdictions: Type.Optional(
      Type.Object({ by: Expression, table: Type.Record(Type.String(), Jurisdiction) }, strict),
    ),
    /** Permitting authority; sources that share it and a key describe the same record. */
    namespace: Id,
    /** IANA time zone. */
    time_zone: Text,
    format: Format,
    /** How the portal is read; see fetch-schema.ts. Absent: the source is read from files only. */
    fetch: Type.Optional(Type.Unsafe<FetchDefinition>(Type.Unknown())),
    /**
     * When the source last changed the row or wrote the export: a column or expression. A row with an earlier
     * time than the stored one does not replace it, and of several rows of one `key` the latest is the record.
     */
    row_as_of: Type.Optional(Expression),
    /** What makes a row unique within the source: columns or expressions, all of them needed. */
    row_key: Type.Array(Expression, { minItems: 1, maxItems: 8 }),
    /** Natural key within the namespace; by default the row key. */
    key: Type.Optional(Expression),
    /**
     * What a row of permits is. Absent: a permit; of several rows with one `key` the latest wins (`row_as_of`, else the one seen last).
     * `address`: one address of a permit; the rows with one `key` are one permit with several addresses.
     */
    row_is: Type.Optional(Type.Enum(['permit', 'address'])),
    /** Required columns besides those of the row key: a file without them is not of this source. */
    required: Type.Optional(Type.Array(Text, { maxItems: 200 })),
    /** Canonical field → expression. */
    map: Type.Record(Type.String(), Expression),
    status_words: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Enum([...permitStatuses]), Type.Null()])),
    ),
    /**
     * For a source without a status column: the status of a permit with an issue date and no final date, and
     * of one with a file date only. Absent: unknown, since a file of issued permits does not show their
     * outcome.
     */
    status_when_issued: Type.Optional(Type.Union([Type.Enum([...permitStatuses]), Type.Null()])),
    status_when_filed: Type.Optional(Type.Union([Type.Enum([...permitStatuses]), Type.Null()])),
    /** Job values in dollars that mean "not given". */
    job_value_placeholders: Type.Optional(Type.Array(Type.Number(), { maxItems: 20 })),
    /** Characters after which the source cuts contractors' names off. */
    contractor_name_width: Type.Optional(Type.Integer({ minimum: 10, maximum: 500 })),
  },
  strict,
);
export type Jurisdiction = Static<typeof Jurisdiction>;
export type SourceDefinition = Static<typeof SourceDefinition>;

/** The value as a source definition; throws a UserError with file and place if it is invalid. */
export function parseDefinition(value: unknown, file: string): SourceDefinition {
  const place = { file, path: '' };
  const whole = withPlatform(value, file);
  checkShape(SourceDefinition, whole, place);
  const definition = whole as SourceDefinition;
  if (definition.fetch !== undefined) parseFetch(definition.fetch, inside(place, 'fetch'));
  return definition;
}
