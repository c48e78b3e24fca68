/** Why a first page is empty (C37): values of the header `X-Empty-Reason`. */
export const emptyReasons = ['no_coverage', 'window', 'no_match'] as const;
export type EmptyReason = (typeof emptyReasons)[number];
