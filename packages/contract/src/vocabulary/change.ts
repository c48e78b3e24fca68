/** The words of changes between two releases. */

/** Kinds of records that are compared. */
export const changedKinds = ['permits', 'contractors', 'decisions', 'properties'] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** What became of a record. */
export const changeTypes = ['changed', 'new', 'rekeyed', 'vanished'] as const;
export type ChangeType = (typeof changeTypes)[number];
