/** Bodies of the operational endpoints (C35), which describe the service and not the data. */
import { type Static, Type } from '../schema.js';

export const Liveness = Type.Object(
  { status: Type.Literal('ok') },
  { title: 'Liveness', additionalProperties: false },
);
export type Liveness = Static<typeof Liveness>;

export const Readiness = Type.Object(
  { status: Type.Literal('ready'), release_id: Type.String({ description: 'The published release.' }) },
  { title: 'Readiness', additionalProperties: false },
);
export type Readiness = Static<typeof Readiness>;

/** An OpenAPI document: only the keys that every one has. */
export const Description = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.1\\.' }),
    info: Type.Object({ title: Type.String(), version: Type.String() }),
    paths: Type.Object({}),
  },
  { title: 'OpenApiDocument' },
);
