/** Metadata about the data release (C31). */
import { DateString, Nullable, type Static, Type } from '../schema.js';

const Count = Type.Integer({ minimum: 0 });

export const ReleaseSource = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    license: Nullable(Type.String()),
    attribution: Nullable(Type.String()),
    as_of: Nullable(Type.String({ format: 'date', description: 'Date on which the source was last read.' })),
    rows: Count,
  },
  { additionalProperties: false },
);

export const ReleaseInfo = Type.Object(
  {
    released_at: DateString,
    release_id: Type.String(),
    schema_version: Type.String({ description: 'Version of this interface.' }),
    built_at: Type.String({ format: 'date-time' }),
    counts: Type.Object(
      {
        permits: Count,
        contractors: Count,
        decisions: Count,
        addresses: Count,
        cities: Count,
        counties: Count,
        jurisdictions: Count,
      },
      { additionalProperties: false },
    ),
    date_range: Type.Object(
      { from: Nullable(DateString), to: Nullable(DateString) },
      { additionalProperties: false, description: 'Earliest and latest start_date.' },
    ),
    sources: Type.Array(ReleaseSource),
    previous_release: Nullable(Type.String()),
  },
  { title: 'ReleaseInfo', additionalProperties: false },
);

export type ReleaseInfo = Static<typeof ReleaseInfo>;
export type ReleaseSource = Static<typeof ReleaseSource>;
