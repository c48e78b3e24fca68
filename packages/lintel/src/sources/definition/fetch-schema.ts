/**
 * The `fetch` block of a source definition: what `lintel fetch` must know about the portal that publishes it.
 *
 * A key means the same in every protocol; a key that a protocol does not use is refused, with file, place and
 * the nearest legal name. docs/sources.md explains each.
 */
import Type, { type Static, type TObject, type TProperties } from '@lintel/contract/typebox';
import { checkShape, definitionFault, inside, type Place, unknownName } from './definition-fault.js';

/** The protocols of portals. */
export const protocols = [
  'socrata',
  'arcgis',
  'ckan',
  'carto',
  'odata',
  'energov',
  'accela',
  'accela_rest',
  'file',
] as const;
export type Protocol = (typeof protocols)[number];
/** Those that read permit software. */
export const portalProtocols: readonly Protocol[] = ['energov', 'accela', 'accela_rest'];

const Text = Type.String({ minLength: 1, maxLength: 2000 });
const Column = Type.String({ minLength: 1, maxLength: 200 });
const ColumnOrNull = Type.Union([Column, Type.Null()]);

/** Keys of every protocol. */
const everywhere = {
  /** Root of the portal, without what `dataset` adds; `--base-url` replaces it. */
  base_url: Type.String({ pattern: '^https?://[^?#\\s]+$', maxLength: 500 }),
  /** Dataset, layer path, resource id, table, entity set or path of a file, below `base_url`. */
  dataset: Text,
  /** Maximum requests per second; the lower of this and the operator's setting counts. */
  requests_per_second: Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 })),
};

/** Keys of the protocols with pages. */
const paged = {
  ...everywhere,
  /** A filter on rows, in the protocol's own language (SoQL, SQL, OData). */
  where: Type.Optional(Text),
  /** Column with the time of a row's last change; null: every fetch reads all rows. */
  updated_at: Type.Optional(ColumnOrNull),
  /** Rows per request; a portal may give fewer. */
  page_rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50_000 })),
};

function block<P extends Protocol, T extends TProperties>(protocol: P, properties: T) {
  return Type.Object({ protocol: Type.Literal(protocol), ...properties }, { additionalProperties: false });
}

/** Whether rows have the portal's technical column names, or the ones it displays and writes into exports. */
const names = Type.Optional(Type.Enum(['field', 'label']));

export const SocrataFetch = block('socrata', { ...paged, names, select: Type.Optional(Type.Array(Column)) });
export const ArcgisFetch = block('arcgis', {
  ...paged,
  names,
  /** Spatial reference of the coordinates, by default 4326 (degrees). */
  out_sr: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** False omits geometries: for large polygons that no mapping reads. */
  geometry: Type.Optional(Type.Boolean()),
});
export const CkanFetch = block('ckan', {
  ...paged,
  /** Column → the value that rows must have. */
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
});
export const CartoFetch = block('carto', {
  ...paged,
  /** Columns and SQL expressions such as `ST_X(the_geom) AS lng`; by default all columns. */
  select: Type.Optional(Type.Array(Text)),
  /** Unique column with an index, by default `cartodb_id`. */
  order_by: Type.Optional(Column),
});
export const ODataFetch = block('odata', {
  ...paged,
  select: Type.Optional(Type.Array(Column)),
  expand: Type.Optional(Type.Array(Column)),
  /** Unique column by which rows are ordered. */
  order_by: Column,
  /** OData version: decides how a time is written; by default 3, which Legistar uses. */
  odata_version: Type.Optional(Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4)])),
});
export const EnergovFetch = block('energov', {
  ...everywhere,
  /** What is read of the portal: its permits. */
  dataset: Type.Literal('permits'),
  /** Date by which permits come newest first; by default `ApplyDate`. */
  order_by: Type.Optional(Type.Enum(['ApplyDate', 'IssueDate'])),
  /** Permits applied for in so many days before the last fetch are read again by the next, for their status. */
  recent_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
  /** Beginnings of permit numbers, such as `BLDR-26`: each is searched where all permits are too many for one. */
  prefixes: Type.Optional(Type.Array(Column, { minItems: 1, maxItems: 500 })),
  /** Whether each permit's own page is read too: its value and area, at one request a permit. */
  details: Type.Optional(Type.Boolean()),
});
export const AccelaFetch = block('accela', {
  ...everywhere,
  /** Permits since this day are read; by default since 2010. */
  begins: Type.Optional(
    Type.String({
      pattern: '^(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'a day such as 2015-01-01',
    }),
  ),
  recent_days: EnergovFetch.properties.recent_days,
  details: EnergovFetch.properties.details,
});
export const AccelaRestFetch = block('accela_rest', {
  ...everywhere,
  /** The agency and the module whose permits are read: `ELMCITY/Building`. */
  dataset: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,60}/[^/]{1,100}$',
    description: 'agency and module, such as ELMCITY/Building',
  }),
  /** Which of the agency's installations; by default `PROD`. */
  environment: Type.Optional(Type.String({ pattern: '^\\w{1,40}$', description: 'a name such as PROD' })),
  begins: AccelaFetch.properties.begins,
  recent_days: EnergovFetch.properties.recent_days,
  /** Whether each permit comes with its contractors. */
  details: EnergovFetch.properties.details,
});
export const FileFetch = block('file', everywhere);

export type SocrataFetch = Static<typeof SocrataFetch>;
export type ArcgisFetch = Static<typeof ArcgisFetch>;
export type CkanFetch = Static<typeof CkanFetch>;
export type CartoFetch = Static<typeof CartoFetch>;
export type ODataFetch = Static<typeof ODataFetch>;
export type EnergovFetch = Static<typeof EnergovFetch>;
export type AccelaFetch = Static<typeof AccelaFetch>;
export type AccelaRestFetch = Static<typeof AccelaRestFetch>;
export type FileFetch = Static<typeof FileFetch>;
export type FetchDefinition =
  | SocrataFetch
  | ArcgisFetch
  | CkanFetch
  | CartoFetch
  | ODataFetch
  | EnergovFetch
  | AccelaFetch
  | AccelaRestFetch
  | FileFetch;

const blocks: Readonly<Record<Protocol, TObject>> = {
  socrata: SocrataFetch,
  arcgis: ArcgisFetch,
  ckan: CkanFetch,
  carto: CartoFetch,
  odata: ODataFetch,
  energov: EnergovFetch,
  accela: AccelaFetch,
  accela_rest: AccelaRestFetch,
  file: FileFetch,
};

/** Every key that a `fetch` block of some protocol may have. */
export const fetchKeys: readonly string[] = [
  ...new Set(Object.values(blocks).flatMap((schema) => Object.keys(schema.properties))),
];

/** The value as a `fetch` block; throws a UserError with file and place if it is invalid. */
export function parseFetch(value: unknown, place: Place): FetchDefinition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw definitionFault(place, 'must be an object such as {"protocol": "socrata", …}.');
  }
  const { protocol } = value as { protocol?: unknown };
  const schema = blocks[protocol as Protocol];
  if (schema === undefined) {
    throw unknownName(inside(place, 'protocol'), 'the protocol', String(protocol ?? ''), protocols);
  }
  checkShape(schema, value, place);
  const definition = value as FetchDefinition;
  if (!URL.canParse(definition.base_url)) {
    throw definitionFault(inside(place, 'base_url'), `is not a web address: "${definition.base_url}".`);
  }
  return definition;
}
