/** The kinds of records that can be exported. */
export const recordKinds = ['permits', 'contractors', 'decisions', 'properties', 'addresses'] as const;
export type StoredKind = (typeof recordKinds)[number];

/** What can be exported: records, and official counts, which are no records of the release (C101). */
export const exportKinds = [...recordKinds, 'official'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** A kind in words for people. */
export const kindInWords = (kind: ExportKind) => (kind === 'official' ? 'official counts' : kind);
