/**
 * An endpoint as data: path, parameters, answer and statuses.
 *
 * Validation (query.ts), cursors (cursor.ts), the OpenAPI document and the routes of the service all read it, so that
 * none of them can say something else than the others.
 */
import type { GeoIdKind } from './id.js';
import type { Static, TSchema } from './schema.js';
import type { MeteredResource } from './vocabulary/metered-resource.js';

/** One parameter of an endpoint, under its wire name in `Endpoint.parameters`. */
export interface Parameter {
  readonly in: 'query' | 'path';
  /** Schema of the parsed value. An array schema makes the parameter repeatable (C2); else the last value wins. */
  readonly schema: TSchema;
  readonly required: boolean;
  readonly description: string;
  /** Value when the parameter is absent. Without it an optional parameter is `null` when absent. */
  readonly default?: unknown;
  /** A believable value, for the documentation. */
  readonly example?: unknown;
  /** For a geo_id: the kinds that the endpoint takes (C12). */
  readonly geoKinds?: readonly GeoIdKind[];
  /** For a geo_id: how to come by one, as the end of the sentence "Find it with …" (C12). */
  readonly findWith?: string;
  /** Free text: control characters count as spaces, and spaces around it are dropped. */
  readonly text?: true;
  /** A value of a list may be several, with commas between them (C34). */
  readonly commas?: true;
  /** The empty string counts as absent. */
  readonly emptyIsAbsent?: true;
  /** Says how to page, not what to find: no part of the scope of a cursor (see `queryScope`). */
  readonly paging?: true;
}

/**
 * What a 200 carries: a metered page of items in one of the three envelopes, a single metered record (C33), or a single
 * free object (C1, C15).
 */
export type Answer =
  | {
      readonly kind: 'page' | 'city_page' | 'metrics_page' | 'record';
      /** Schema of one item, or of the record. */
      readonly schema: TSchema;
      readonly resource: MeteredResource;
      /** Keys that the envelope has beside those of its kind. */
      readonly extra?: Readonly<Record<string, TSchema>>;
      /** What the envelope's schema is named after in place of its items, where another endpoint has these too. */
      readonly title?: string;
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

/** Whether an empty first page of the endpoint says why it is empty (C37). */
export function explainsEmpty({ answer }: Endpoint): boolean {
  const isPage = answer.kind === 'page' || answer.kind === 'metrics_page';
  return isPage && explainedResources.includes(answer.resource);
}

/** What must hold between the values of several parameters. */
export interface Rule {
  /** The parameter that a fault is told of. */
  readonly at: string;
  /** The parameters that it reads; it is asked only when all of them are without a fault. */
  readonly reads: readonly string[];
  /** The fault is that the parameter is missing, which the other values decide: it is told as that of a required one. */
  readonly missing?: true;
  /**
   * What is wrong with the values, going on from "Value error, ", or when a missing parameter may be left out; null when
   * nothing is wrong.
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
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly answer: Answer;
  readonly rules?: readonly Rule[];
  /** Its shape may change; answers say so in `X-Stability` (C32). */
  readonly stability?: 'beta';
  /** Every status that it can answer, 200 and 304 included, ascending. */
  readonly statuses: readonly number[];
}

type ParsedValue<P extends Parameter> = P extends { readonly required: true } | { readonly default: unknown }
  ? Static<P['schema']>
  : Static<P['schema']> | null;

/** The parsed parameters of an endpoint: every declared name is a key; absent without a default is `null`. */
export type QueryOf<E extends Endpoint> = {
  readonly [K in keyof E['parameters']]: ParsedValue<E['parameters'][K]>;
};
