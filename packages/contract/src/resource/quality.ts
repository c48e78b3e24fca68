/** What a release knows about its own data: rows, fill and defects by source (C45), and what changed since others. */
import { Count, OneOf, type Static, Type } from '../schema.js';
import { ChangedKindName } from './change.js';

const rowCounts = {
  rows_read: Count('Rows read over all runs: records, merged and quarantined ones together.'),
  records: Count('Permits, decisions or, of a license list, contractors that they became.'),
  rows_merged: Count('Rows that repeat or update another row.'),
  rows_quarantined: Count('Rows that could not be read, or are no record.'),
};

export const FieldFill = Type.Object(
  {
    field: Type.String({ description: 'Field of the permits.' }),
    records: Count('Records that have it.'),
    share: Type.Number({ minimum: 0, maximum: 1, description: 'Their share of all records of the source.' }),
    is_stated: Type.Boolean({
      description: 'Whether the source states it; otherwise values come from elsewhere.',
    }),
  },
  { title: 'FieldFill' },
);

export const SourceDefect = Type.Object(
  {
    name: Type.String({ description: 'Name of the defect.' }),
    field: Type.String({ description: 'Field that it concerns.' }),
    rows: Count('Rows that have it.'),
    meaning: Type.String({ description: 'What it means, for people.' }),
  },
  { title: 'SourceDefect' },
);

export const RefusalReason = Type.Object(
  { reason: Type.String({ description: 'Why the rows were refused.' }), rows: Count('How many.') },
  { title: 'RefusalReason' },
);

export const SourceQuality = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the source.' }),
    name: Type.String({ description: 'Name of the source.' }),
    kind: OneOf(['permits', 'contractors', 'decisions', 'properties'], 'What its rows are.'),
    ...rowCounts,
    rows_refined: Count('Rows that were refined.'),
    rows_defective: Count('Refined rows with a defect.'),
    rows_vanished: Count('Rows that the source no longer has; they are published all the same.'),
    fill: Type.Array(FieldFill, { description: 'Key fields; only of permits.' }),
    defects: Type.Array(SourceDefect, { description: 'The most frequent first.' }),
    refusals: Type.Array(RefusalReason, {
      description:
        'Why the build refused rows, the most frequent reason first. Other rows in quarantine could not be read.',
    }),
  },
  { title: 'SourceQuality' },
);

export const ReleaseQuality = Type.Object(
  {
    release_id: Type.String({ description: 'Identifier of the release.' }),
    ...rowCounts,
    refusals: Type.Array(RefusalReason, {
      description: 'The same over all sources.',
    }),
    sources: Type.Array(SourceQuality, { description: 'The same of each source.' }),
  },
  { title: 'ReleaseQuality' },
);

export const ChangeCount = Type.Object(
  {
    kind: ChangedKindName,
    new: Count('Records that only the current release has.'),
    changed: Count('Records whose fields differ.'),
    rekeyed: Count('The same records under a new id.'),
    vanished: Count('Records that only the earlier release has.'),
  },
  { title: 'ChangeCount' },
);

export const EarlierRelease = Type.Object(
  {
    release_id: Type.String({ description: 'The earlier release: `from` of GET /v2/meta/changes.' }),
    changes: Type.Array(ChangeCount, { description: 'What became of its records until the current one.' }),
  },
  { title: 'EarlierRelease' },
);

export const ComparedReleases = Type.Object(
  {
    release_id: Type.String({ description: 'The current release.' }),
    earlier: Type.Array(EarlierRelease, {
      description: 'Releases since which changes are known, the newest first.',
    }),
  },
  { title: 'ComparedReleases' },
);

export type ReleaseQuality = Static<typeof ReleaseQuality>;
export type ComparedReleases = Static<typeof ComparedReleases>;
