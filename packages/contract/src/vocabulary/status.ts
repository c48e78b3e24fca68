/** Permit status (interface 3, C20). */
export const permitStatuses = ['active', 'final', 'in_review', 'inactive'] as const;
export type PermitStatus = (typeof permitStatuses)[number];

/**
 * Words of cities and of callers for each status (C20), lower-case with `_` between words: what a caller
 * meant by them.
 */
export const statusSynonyms = {
  in_review: [
    'filed',
    'applied',
    'submitted',
    'received',
    'approved',
    'pending',
    'review',
    'plan_check',
    'on_hold',
  ],
  active: [
    'issued',
    'permit_issued',
    'open',
    'reissued',
    'renewed',
    'under_construction',
    'in_inspection',
    'started',
  ],
  final: [
    'finaled',
    'finalized',
    'complete',
    'completed',
    'closed',
    'done',
    'finished',
    'signed_off',
    'certified',
  ],
  inactive: [
    ...['expired', 'void', 'voided', 'cancelled', 'canceled', 'withdrawn', 'denied', 'rejected', 'revoked'],
    ...['suspended', 'abandoned', 'stalled', 'lapsed', 'terminated'],
  ],
} as const satisfies Record<PermitStatus, readonly string[]>;

const statusByWord: ReadonlyMap<string, PermitStatus> = new Map(
  permitStatuses.flatMap((status) => statusSynonyms[status].map((word) => [word, status] as const)),
);

/** The status that a caller means by another word for it; null when the word is none of the known ones. */
export function statusMeant(word: string): PermitStatus | null {
  return (
    statusByWord.get(
      word
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? null
  );
}
