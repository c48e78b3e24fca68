/** Bodies of the operational endpoints (C35), which describe the service and not the data. */
import { type Static, Type } from '../schema.js';

export const Liveness = Type.Object({ status: Type.Literal('ok') }, { title: 'Liveness' });
export type Liveness = Static<typeof Liveness>;

export const Readiness = Type.Object(
  { status: Type.Literal('ready'), release_id: Type.String({ description: 'The published release.' }) },
  { title: 'Readiness' },
);
export type Readiness = Static<typeof Readiness>;

/** An OpenAPI document: only the keys that every one has. */
export const Description = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.1\\.' }),
    info: Type.Object({ title: Type.String(), version: Type.String() }, { additionalProperties: true }),
    paths: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'OpenApiDocument', additionalProperties: true },
);
