/**
 * What a record of a permit is among those of the same work (C51): the first permit, one that continues it, or none yet.
 */
export const permitRecordKinds = [
  'initial',
  'renewal',
  'amendment',
  'subpermit',
  'master',
  'application',
] as const;
export type PermitRecordKind = (typeof permitRecordKinds)[number];

/** Kinds that are no new building of their own, whatever the tags of their work. Renewals count in no metrics at all. */
export const kindsOfOtherBuildings: readonly PermitRecordKind[] = ['amendment', 'subpermit', 'application'];
