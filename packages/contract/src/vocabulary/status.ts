/** Permit status (interface 3, C20). */
export const permitStatuses = ['active', 'final', 'in_review', 'inactive'] as const;
export type PermitStatus = (typeof permitStatuses)[number];
