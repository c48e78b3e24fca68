/** Bodies of the operational endpoints (C35), which describe the service and not the data. */
import { type Static, Type } from '../schema.js';

export const Liveness = Type.Object(
  { status: Type.Literal('ok', { description: 'The process lives.' }) },
  { title: 'Liveness' },
);
export type Liveness = Static<typeof Liveness>;

export const Readiness = Type.Object(
  {
    status: Type.Literal('ready', { description: 'A release can be served.' }),
    release_id: Type.String({ description: 'The published release.' }),
  },
  { title: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;

/** An OpenAPI document: only the keys that every one has. */
export const Description = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.1\\.', description: 'Version of OpenAPI.' }),
    info: Type.Object(
      {
        title: Type.String({ description: 'Name of the interface.' }),
        version: Type.String({ description: 'Version of the interface.' }),
      },
      { additionalProperties: true, description: 'What the document describes.' },
    ),
    paths: Type.Object({}, { additionalProperties: true, description: 'The endpoints, by path.' }),
  },
  { title: 'OpenApiDocument', additionalProperties: true },
);
