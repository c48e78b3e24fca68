/** Current metrics of a county (interface 2.8, C29). */
import { Nullable, type Static, Type } from '../schema.js';

export const CountyMetrics = Type.Object(
  {
    geo_id: Type.String({ pattern: '^[A-Za-z0-9_-]{11}$' }),
    tag: Type.String({ description: 'Tag id, or `all`.' }),
    property_type: Type.String({ description: 'Property type, or `all`.' }),
    permit_count: Type.Integer({ minimum: 0 }),
    contractor_count: Type.Integer({ minimum: 0 }),
    avg_construction_duration: Nullable(Type.Number({ description: 'Days.' })),
    avg_approval_duration: Nullable(Type.Number({ description: 'Days.' })),
    total_job_value: Nullable(Type.Number({ description: 'US cents.' })),
    avg_inspection_pass_rate: Nullable(Type.Number({ description: 'Percent.' })),
    permit_active_count: Type.Integer({ minimum: 0 }),
    permit_in_review_count: Type.Integer({ minimum: 0 }),
  },
  { title: 'CountyMetrics', additionalProperties: false },
);

export type CountyMetrics = Static<typeof CountyMetrics>;
