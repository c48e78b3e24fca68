/** The words of changes between two releases. */

/** Kinds of records that are compared. */
export const changedKinds = ['permits', 'contractors', 'decisions', 'properties'] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** What became of a record. */
export const changeTypes = ['changed', 'new', 'rekeyed', 'vanished'] as const;
export type ChangeType = (typeof changeTypes)[number];

/** What happened to a permit between two releases. */
export const permitEvents = ['issued', 'finaled', 'inspection_failed'] as const;
export type PermitEvent = (typeof permitEvents)[number];
