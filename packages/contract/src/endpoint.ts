/**
 * An endpoint as data: path, parameters, answer and statuses. Validation (query.ts), cursors (cursor.ts), the
 * OpenAPI document and the routes of the service all read it, so that they cannot disagree.
 */
import type { GeoIdKind } from './id.js';
import type { Static, TSchema } from './schema.js';
import type { MeteredResource } from './vocabulary/metered-resource.js';

/** One parameter of an endpoint, under its wire name in `Endpoint.parameters`. */
export interface Parameter {
  readonly in: 'query' | 'path';
  /**
   * Schema of the parsed value. With an array schema the parameter may repeat (C2); otherwise the last value
   * wins.
   */
  readonly schema: TSchema;
  readonly required: boolean;
  readonly description: string;
  /**
   * The description for those who need not be told how a parameter is written in a URL, where places are found, or
   * what its neighbour says already (tools of agents); may be empty. Default: `description`.
   */
  readonly short?: string;
  /** The value if the parameter is absent; `null` without a default. */
  readonly default?: unknown;
  /** A realistic value, for the documentation. */
  readonly example?: unknown;
  /** For a geo_id: the kinds that the endpoint accepts (C12). */
  readonly geoKinds?: readonly GeoIdKind[];
  /** For a geo_id: `US` names everywhere (C94), which is as if no place were given; only the rules still see it. */
  readonly mayBeEverywhere?: true;
  /** For a geo_id: where to find one, as the end of the sentence "Find it with …" (C12). */
  readonly findWith?: string;
  /** Free text: control characters count as spaces, and surrounding spaces are removed. */
  readonly text?: true;
  /** A value of a list may be several values separated by commas (C34). */
  readonly commas?: true;
  /** The values of the list are one thing, such as the corners of a box: documented as one key with commas. */
  readonly joined?: true;
  /** The empty string counts as absent. */
  readonly emptyIsAbsent?: true;
  /** A paging parameter, not a filter: not part of the scope of a cursor (see `queryScope`). */
  readonly paging?: true;
  /** It says in which order or how records are answered, and is no filter either. */
  readonly presents?: true;
}

/**
 * The body of a 200: a metered page in one of three envelopes, a metered record (C33), a view over many records
 * that costs as much as one (a JSON object, or the bytes of a vector tile), a metered
 * stream of records, or a free object (C1, C15).
 */
export type Answer =
  | {
      readonly kind: 'page' | 'city_page' | 'metrics_page' | 'record';
      /** Schema of one item, or of the record. */
      readonly schema: TSchema;
      readonly resource: MeteredResource;
      /** Keys of the envelope besides those of its kind. */
      readonly extra?: Readonly<Record<string, TSchema>>;
      /**
       * The name of the envelope's schema, if its items belong to several endpoints; default: that of its
       * items.
       */
      readonly title?: string;
    }
  | {
      /** Records one after another (`application/x-ndjson`, `text/csv`, Parquet or a workbook), each metered. */
      readonly kind: 'stream';
      /** Schema of one record. */
      readonly schema: TSchema;
      /** Null: free. */
      readonly resource: MeteredResource | null;
    }
  | {
      readonly kind: 'view' | 'tile';
      /** Schema of the whole body. */
      readonly schema: TSchema;
      readonly resource: MeteredResource;
    }
  | {
      readonly kind: 'object';
      /** Schema of the whole body. */
      readonly schema: TSchema;
    };

/** Resources whose empty first pages are explained (C37). */
const explainedResources: readonly MeteredResource[] = [
  'permits',
  'contractors',
  'decisions',
  'properties',
  'metrics',
];

/** Kinds of answers that may be empty and then say why (C37). */
const explainedKinds: readonly Answer['kind'][] = ['page', 'metrics_page', 'view', 'tile'];

/** Whether an empty first page of the endpoint, or an empty view, says why it is empty (C37). */
export function explainsEmpty({ answer }: Endpoint): boolean {
  if (answer.kind === 'object' || !explainedKinds.includes(answer.kind)) return false;
  return answer.resource !== null && explainedResources.includes(answer.resource);
}

/** Endpoints whose first page for one city names the authority that has more permits (C59). */
const cityEndpoints = ['permit_search', 'permit_aggregate', 'city_metrics_current', 'city_metrics_monthly'];

/** Whether a first page of the endpoint for one city may name its permit authority (C59). */
export function namesWiderPlace({ id }: Endpoint): boolean {
  return cityEndpoints.includes(id);
}

/** A rule between the values of several parameters. */
export interface Rule {
  /** The parameter that a fault is reported for. */
  readonly at: string;
  /** The parameters that the rule reads. It is checked only if none of them has a fault. */
  readonly reads: readonly string[];
  /**
   * The fault is that the parameter is missing, depending on other values. It is reported like a required
   * one.
   */
  readonly missing?: true;
  /**
   * What is wrong with the values, to follow "Value error, "; for a missing parameter, when it may be
   * omitted. Null if nothing is wrong.
   */
  fault(values: Readonly<Record<string, unknown>>): string | null;
}

export interface Endpoint {
  /** Operation id, snake_case; its key in the table of endpoints. */
  readonly id: string;
  /** Path in OpenAPI form, for example `/v2/counties/{geo_id}/metrics/current`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Heading under which the documentation lists it. */
  readonly group: string;
  /** Whether it needs a key (interface 5). Operational endpoints do not. */
  readonly authenticated: boolean;
  /** Whether the key may also be the password of Basic credentials: of tables, for spreadsheets (C97). */
  readonly keyAsPassword?: true;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly answer: Answer;
  readonly rules?: readonly Rule[];
  /** The shape of its answers may change; `X-Stability` says so (C32). */
  readonly stability?: 'beta';
  /**
   * Days (YYYY-MM-DD) since when callers should leave it, and until when it is answered at least: the answers say so in
   * `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
   */
  readonly retires?: { readonly since: string; readonly sunset: string };
  /** Every status of its answers, including 200 and 304, ascending. */
  readonly statuses: readonly number[];
}

/**
 * The names of the parameters that decide which records an endpoint finds. Each engine, the oracle and the random
 * questions of the tests have a table with a line for each, which does not compile without it.
 */
export type FilterOf<E extends Pick<Endpoint, 'parameters'>> = {
  [K in keyof E['parameters'] & string]: E['parameters'][K] extends
    | { readonly paging: true }
    | { readonly presents: true }
    ? never
    : K;
}[keyof E['parameters'] & string];

/** The same names, in the order of the endpoint. */
export function filtersOf<E extends Pick<Endpoint, 'parameters'>>({ parameters }: E): FilterOf<E>[] {
  const filters = Object.entries(parameters).filter(([, { paging, presents }]) => !paging && !presents);
  return filters.map(([name]) => name as FilterOf<E>);
}

type ParsedValue<P extends Parameter> = P extends { readonly required: true } | { readonly default: unknown }
  ? Static<P['schema']>
  : Static<P['schema']> | null;

/** The parsed parameters of an endpoint: every declared name is a key; absent without a default is `null`. */
export type QueryOf<E extends Pick<Endpoint, 'parameters'>> = {
  readonly [K in keyof E['parameters']]: ParsedValue<E['parameters'][K]>;
};
