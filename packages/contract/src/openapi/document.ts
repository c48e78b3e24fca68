/**
 * The OpenAPI 3.1 document, made from the table of endpoints and nothing else.
 *
 * `write.ts` checks it into the package; a test fails when the two differ. What the service answers at
 * `/v2/openapi.json` is this.
 */
import type { Endpoint, Parameter } from '../endpoint.js';
import { type EndpointId, endpoints } from '../endpoints.js';
import { bodySchema } from '../envelope.js';
import { type ErrorCode, type ErrorDefinition, errorBodySchema, errorComponent, errors } from '../error.js';
import { tileMediaType } from '../resource/map.js';
import { interfaceVersion } from '../version.js';
import { errorExamples, examples } from './examples.js';
import { errorHeaders, headers, successHeaders } from './headers.js';
import type { OpenApi, OperationObject, ParameterObject, ResponseObject } from './model.js';
import { type JsonObject, SchemaCollection } from './schemas.js';

const groups: Record<string, string> = {
  Permits: 'Building permits as the issuing jurisdictions publish them, cleaned and linked.',
  Contractors: 'The licensed people and businesses behind permits, with tallies over their work.',
  Properties: 'Addresses with what is known of the building and its permits. Beta: the shape may change.',
  Decisions: 'Zoning and land-use decisions.',
  Addresses: 'From a written address to its geo_id, and what was built there.',
  Cities: 'Cities by name and by geo_id, and their construction activity.',
  Counties: 'Counties by name and by geo_id, and their construction activity.',
  Jurisdictions: 'Permitting authorities by name and by geo_id, and their construction activity.',
  States: 'States by code, and their construction activity.',
  'ZIP codes': 'ZIP codes, and their construction activity.',
  'Official counts': 'Homes authorized in a place, as the Census Bureau counts them.',
  Tags: 'What permits are about, as a fixed list.',
  Usage: 'The credits of your account.',
  Exports: 'All records of a kind, or of a search, in one stream.',
  Release: 'The data release that answers.',
  Operation: 'For those who run the service. Needs no key.',
};

const introduction = `Building permits, contractors and construction activity in the United States.

**Keys.** Every request under \`/v2\` carries an API key in the header \`X-API-Key\`, or as \`Authorization: Bearer KEY\`, except for \`/v2/openapi.json\`. Exports, aggregates and metrics also take it as the password of Basic credentials, with any user name.

**Places.** Addresses, cities, counties and jurisdictions are named by opaque geo_ids. Resolve an address or a name with a search first.

**Pages.** \`next_cursor\` of a page, sent as \`cursor\` with the same filters, gives the next page; null means that there are no more results. A walk ends on the data release on which it began.

**Credits.** One record costs one credit, counted over a rolling 30 days. Permits, contractors and decisions asked for alone cost one; other single objects and 304 answers are free.

**Lists** are repeated keys: \`id=a&id=b\`. A parameter that an endpoint does not have is ignored and named in \`X-Ignored-Parameters\`; one that nearly is a parameter of it gives 422.

**Units.** Money is in integer US cents, durations in days, areas in square feet, rates in percent, dates are \`YYYY-MM-DD\`. A field that is not known is null.

**Methods.** Every path also answers HEAD and OPTIONS; any other method gives 405.`;

/** How a key is sent, wherever one is needed. */
const keySchemes = [{ apiKey: [] }, { bearer: [] }];

/** The whole document, ready for JSON. */
export function openApiDocument(): OpenApi {
  const schemas = new SchemaCollection();
  const paths = Object.fromEntries(
    Object.values(endpoints).map((endpoint) => [endpoint.path, { get: operation(endpoint, schemas) }]),
  );
  const responses = Object.fromEntries(
    errorCodes().map((code) => [errorComponent(code), errorResponse(code, schemas)]),
  );
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Lintel',
      version: interfaceVersion,
      summary: 'US building permits, contractors and construction activity.',
      description: introduction,
      contact: { name: 'Whoever runs the service that answers this document' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that answers this document.' }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    security: keySchemes,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key, for clients that send bearer tokens. Read when `X-API-Key` is absent.',
        },
        password: {
          type: 'http',
          scheme: 'basic',
          description:
            'The same key as the password, with any user name, for spreadsheets and other programs that can send nothing else.',
        },
      },
      headers,
      responses,
      schemas: schemas.components(),
    },
  };
  return document;
}

function errorCodes(): ErrorCode[] {
  return Object.keys(errors) as ErrorCode[];
}

function operation(endpoint: (typeof endpoints)[EndpointId], schemas: SchemaCollection): OperationObject {
  const parameters = Object.entries<Parameter>(endpoint.parameters);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.group],
    ...(endpoint.authenticated ? {} : { security: [] }),
    ...('retires' in endpoint ? { deprecated: true } : {}),
    ...('keyAsPassword' in endpoint ? { security: [...keySchemes, { password: [] }] } : {}),
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map(([name, parameter]) => parameterObject(name, parameter, schemas)) }),
    responses: responses(endpoint, schemas),
  };
}

function parameterObject(name: string, parameter: Parameter, schemas: SchemaCollection): ParameterObject {
  const { in: where, required, description, schema, example } = parameter;
  const fallback = parameter.default === undefined ? {} : { default: parameter.default };
  return {
    name,
    in: where,
    required,
    description,
    schema: { ...schemas.use(schema), ...fallback },
    ...(parameter.joined === true ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

function responses(
  endpoint: (typeof endpoints)[EndpointId],
  schemas: SchemaCollection,
): Record<string, ResponseObject> {
  const ok = {
    description: endpoint.summary,
    headers: successHeaders(endpoint, 200),
    content: contentOf(endpoint, schemas),
  };
  return Object.fromEntries(
    endpoint.statuses.map((status) => [
      String(status),
      status === 200 ? ok : otherResponse(endpoint, status),
    ]),
  );
}

function contentOf(
  endpoint: (typeof endpoints)[EndpointId],
  schemas: SchemaCollection,
): NonNullable<ResponseObject['content']> {
  const { kind } = endpoint.answer;
  if (kind === 'tile') return { [tileMediaType]: { schema: schemas.use(bodySchema(endpoint)) } };
  const json = { schema: schemas.use(bodySchema(endpoint)), example: examples[endpoint.id] };
  if (kind !== 'stream') return { 'application/json': json };
  // OpenAPI 3.1 has no schema for a sequence: this is the one of a line.
  return {
    'application/x-ndjson': json,
    'text/csv': { schema: { type: 'string' } },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  };
}

function otherResponse(endpoint: Endpoint, status: number): ResponseObject {
  if (status === 304) {
    return {
      description: 'The answer is the one that `If-None-Match` names. Costs nothing.',
      headers: successHeaders(endpoint, 304),
    };
  }
  const code = errorCodes().find((each) => errors[each].status === status);
  if (code === undefined) throw new Error(`no error of the table has the status ${status}`);
  return { $ref: `#/components/responses/${errorComponent(code)}` };
}

function errorResponse(code: ErrorCode, schemas: SchemaCollection): JsonObject {
  const { status, when, fix, detail, hint }: ErrorDefinition = errors[code];
  const special = errorExamples[code];
  return {
    description: `${when} ${fix}`,
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: schemas.use(errorBodySchema(status)),
        ...(special === undefined
          ? { example: { detail, ...(hint === undefined ? {} : { hint }) } }
          : { examples: special }),
      },
    },
  };
}
