/** Metadata about the data release (C31). */
import { Count, DateString, Nullable, OneOf, type Static, Text, Type } from '../schema.js';

/** How a source was on the day of a release, by its newest record and its last fetch. */
export const sourceStates = ['active', 'stalled', 'archive', 'blocked', 'login_only'] as const;
export type SourceState = (typeof sourceStates)[number];

export const ReleaseSource = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the source.' }),
    name: Type.String({ description: 'Name of the source.' }),
    license: Text('License of the data.'),
    attribution: Text('Whom the license asks to name.'),
    as_of: Nullable(DateString('Date on which the source was last read.')),
    rows: Count('Rows read from it.'),
    portal_rows: Type.Optional(
      Nullable(Count('Rows that its portal counted when it was last fetched; null where it does not count.')),
    ),
    newest_record: Type.Optional(
      Nullable(
        DateString('Newest start_date of its permits up to the day of the release; null for other records.'),
      ),
    ),
    updates: Type.Optional(Text('How often it is renewed, by its publisher.')),
    state: Type.Optional(
      Nullable(
        OneOf(sourceStates, 'State of the source.'),
        'By its newest record on the day of the release: `active`; `stalled` after three renewals and a week without one; `archive` after a year. `blocked` and `login_only`: its portal refused the last fetch. Null where it has no such record.',
      ),
    ),
  },
  { title: 'ReleaseSource' },
);

export const ReleaseCounts = Type.Object(
  {
    permits: Count('Permits.'),
    contractors: Count('Contractors.'),
    decisions: Count('Zoning and land-use decisions.'),
    addresses: Count('Addresses.'),
    cities: Count('Cities.'),
    counties: Count('Counties.'),
    jurisdictions: Count('Jurisdictions.'),
  },
  { title: 'ReleaseCounts', description: 'Records of each kind.' },
);

const ReleaseArea = Type.Object(
  {
    id: Type.String({ description: 'What `area` takes, such as `council-districts:5`.' }),
    name: Type.String({ description: 'Its name.' }),
    bbox: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'Its bounds in degrees: west, south, east, north.',
    }),
  },
  { title: 'ReleaseArea' },
);

export const ReleaseInfo = Type.Object(
  {
    released_at: DateString('Date of the release.'),
    release_id: Type.String({ description: 'Identifier of the release.' }),
    schema_version: Type.String({ description: 'Version of this interface.' }),
    built_at: Type.String({ format: 'date-time', description: 'When the release was built.' }),
    counts: ReleaseCounts,
    date_range: Type.Object(
      {
        from: Nullable(DateString('Earliest start_date of a permit.')),
        to: Nullable(DateString('Latest start_date of a permit.')),
      },
      { description: 'Earliest and latest start_date of a permit.' },
    ),
    sources: Type.Array(ReleaseSource, { description: 'Where the records come from.' }),
    areas: Type.Optional(
      Type.Array(ReleaseArea, { description: "The operator's own areas; absent where there are none." }),
    ),
    previous_release: Text('The release before this one.'),
  },
  { title: 'ReleaseInfo' },
);

export type ReleaseInfo = Static<typeof ReleaseInfo>;
export type ReleaseSource = Static<typeof ReleaseSource>;
