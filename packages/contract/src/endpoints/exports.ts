/**
 * Exports: every record of a kind, or all that the filters of its search find, as one stream without a limit on
 * their number. A broken stream is resumed by `cursor` and `offset`; what was paid is not charged again.
 */
import type { Endpoint, Parameter, Rule } from '../endpoint.js';
import {
  area,
  hasContractor,
  permitFilters,
  propertyFilters,
  searchPlaces,
  searchPlacesOrAll,
} from '../filter.js';
import { areaRules, datesInOrder, permitViewRules, rangesInOrder } from '../filter-rules.js';
import { maxOffset, maxPlaces } from '../limits.js';
import { fieldList, inOrder } from '../parameter.js';
import { Address } from '../resource/address.js';
import { Contractor } from '../resource/contractor.js';
import { Decision } from '../resource/decision.js';
import { OfficialRow, officialPeriods, officialPlaces } from '../resource/official.js';
import { Permit } from '../resource/permit.js';
import { Property } from '../resource/property.js';
import { OneOf, type TSchema, Type } from '../schema.js';
import type { MeteredResource } from '../vocabulary/metered-resource.js';
import { decisionsEndpoints } from './decisions.js';
import { placeKinds } from './place-kinds.js';
import { keyed, statuses } from './statuses.js';

const paging = {
  format: {
    in: 'query',
    schema: OneOf(['ndjson', 'csv', 'parquet', 'table', 'xlsx'], 'Format of the stream.'),
    required: false,
    default: 'ndjson',
    description:
      '`ndjson`: a record a line, as the other endpoints give it. `csv`: its columns, with a header unless `offset` is given. `parquet`: the same columns with their types, and points by GeoParquet 1.1. `table` (CSV) and `xlsx` (an Excel workbook) are for people: names of contractors in place of ids, dollars, dates as they are written in the United States, headings in words, and of `fields` only those named, in their order.',
    example: 'ndjson',
    paging: true,
  },
  spreadsheet_safe: {
    in: 'query',
    schema: Type.Boolean(),
    required: false,
    default: false,
    description:
      'With `true` and `format=csv`, an apostrophe stands before each text that a spreadsheet would run as a formula: one that begins with `=`, `+`, `-`, `@` (also full-width), a tab or a line end. Else texts are as the sources have them.',
    example: true,
    paging: true,
  },
  bom: {
    in: 'query',
    schema: Type.Boolean(),
    required: false,
    default: false,
    description:
      'With `true` and `format=csv`, the byte order mark by which Excel knows UTF-8 stands before the header.',
    example: true,
    paging: true,
  },
  cursor: {
    in: 'query',
    schema: Type.String(),
    required: false,
    description:
      '`X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release.',
    emptyIsAbsent: true,
    paging: true,
  },
  offset: {
    in: 'query',
    schema: Type.Integer({ minimum: 0, maximum: maxOffset }),
    required: false,
    default: 0,
    description:
      'Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000.',
    example: 0,
    paging: true,
  },
} as const satisfies Record<string, Parameter>;

/** Absent, the parameter filters nothing. */
function optional<const P extends Parameter>(parameter: P, description: string) {
  return { ...parameter, required: false, description } as const;
}

const undated = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  description:
    'Whether records without a date come too, after all others. Absent: they do unless a period is given.',
  example: true,
} as const satisfies Parameter;

const permitPeriod = {
  permit_from: optional(
    permitFilters.permit_from,
    'First `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.',
  ),
  permit_to: optional(permitFilters.permit_to, 'Last `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.'),
  include_undated: undated,
} as const;

/** A workbook and a Parquet file are one file: their second halves are of no use. */
const wholeFile: Rule = {
  at: 'offset',
  reads: ['format', 'offset'],
  fault: ({ format, offset }) =>
    (format === 'xlsx' || format === 'parquet') && offset !== 0
      ? `${format === 'xlsx' ? 'A workbook' : 'A Parquet file'} is resumed from its beginning: give its cursor without offset. What was paid within a day is not charged again.`
      : null,
};

const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/** Decisions are found in a place. */
function placeWithFilters(names: readonly string[]): Rule {
  return {
    at: 'geo_id',
    reads: ['geo_id', ...names],
    missing: true,
    fault: (values) => {
      const isFiltered = values.geo_id === null && names.some((name) => isGiven(values[name]));
      return isFiltered ? 'no filter is given' : null;
    },
  };
}

function exported<const I extends string, const F extends Record<string, Parameter>, S extends TSchema>(
  id: I,
  noun: MeteredResource | 'official',
  filters: F,
  rules: readonly Rule[],
  schema: S,
) {
  return {
    id,
    path: `/v2/export/${noun}`,
    summary: `Export of ${noun}`,
    description: `All ${noun} of the release${Object.keys(filters).length === 0 ? '' : ', or all that the filters of their search find'}, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with \`cursor\` (the header \`X-Export-Cursor\`) and \`offset\` (the records you have); within a day what was paid is not charged again.`,
    group: 'Exports',
    authenticated: true,
    keyAsPassword: true,
    parameters: { ...filters, ...paging, fields: fieldList(schema) },
    rules: [...rules, wholeFile],
    answer: { kind: 'stream', schema, resource: noun === 'official' ? null : noun },
    statuses: statuses(keyed, 402, 422),
  } as const satisfies Endpoint;
}

const permits = {
  geo_id: searchPlacesOrAll(placeKinds, 'CA'),
  ...area,
  ...permitFilters,
  ...permitPeriod,
  permit_has_contractor: hasContractor,
};
const { permit_has_contractor: _has, ...contractors } = permits;
const properties = {
  geo_id: searchPlaces(['state', 'zip', 'address', 'city', 'county'], 'CA'),
  ...area,
  ...propertyFilters,
};
const {
  size: _size,
  cursor: _cursor,
  include_count: _count,
  count: _exact,
  fields: _fields,
  ...decided
} = decisionsEndpoints.decision_search.parameters;
const decisions = {
  ...decided,
  geo_id: optional(
    decided.geo_id,
    `${decided.geo_id.description} Without any filter: all records of the release.`,
  ),
  decision_from: optional(
    decided.decision_from,
    'First `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD.',
  ),
  decision_to: optional(
    decided.decision_to,
    'Last `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD.',
  ),
  include_undated: undated,
};

const official = {
  geo_id: {
    in: 'query',
    schema: Type.Array(Type.String({ description: 'geo_id of a place.' }), { maxItems: maxPlaces }),
    required: false,
    description: `Places; of a state also all places in it. Up to ${maxPlaces}. Absent: all.`,
    short: 'Places; of a state also all places in it.',
    example: ['CA'],
    geoKinds: officialPlaces,
    findWith: 'GET /v2/cities/search',
  },
  kind: {
    in: 'query',
    schema: OneOf(officialPlaces, 'A kind of place.'),
    required: false,
    description: 'Only places of this kind. Absent: all, of which larger ones contain the smaller ones.',
    short: 'Only places of this kind.',
    example: 'city',
  },
  period: {
    in: 'query',
    schema: OneOf(officialPeriods, 'What rows are of.'),
    required: false,
    description: 'Only rows of `year`s or of `month`s. Absent: both.',
    short: 'year or month.',
    example: 'year',
  },
} as const satisfies Record<string, Parameter>;

const decisionFilters = Object.keys(decisions).filter((name) => name !== 'geo_id');

export const exportEndpoints = {
  export_permits: exported('export_permits', 'permits', permits, permitViewRules, Permit),
  export_contractors: exported('export_contractors', 'contractors', contractors, permitViewRules, Contractor),
  export_properties: {
    ...exported(
      'export_properties',
      'properties',
      properties,
      [datesInOrder, ...areaRules, ...rangesInOrder(propertyFilters)],
      Property,
    ),
    stability: 'beta',
  },
  export_decisions: exported(
    'export_decisions',
    'decisions',
    decisions,
    [
      placeWithFilters(decisionFilters),
      inOrder('decision_from', 'decision_to'),
      inOrder('min_project_value', 'max_project_value'),
    ],
    Decision,
  ),
  export_addresses: exported('export_addresses', 'addresses', {}, [], Address),
  export_official: {
    ...exported('export_official', 'official', official, [], OfficialRow),
    description:
      'What the official count says of places (C114), a row for each place and period that it has, apart from all permits and never to be added to them, in one stream without a limit on their number. Years and months of a place, and places of different kinds, contain each other: take one `period` and one `kind` to add rows up. Source: U.S. Census Bureau, Building Permits Survey. Free.',
    answer: { kind: 'stream', schema: OfficialRow, resource: null },
    statuses: statuses(keyed, 422),
  },
} as const satisfies Record<string, Endpoint>;
