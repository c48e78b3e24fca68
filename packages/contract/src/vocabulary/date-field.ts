/** The dates of a permit that a period may bound (C49): those of its fields `start_date`, `file_date` and so on. */
export const dateFields = ['start', 'file', 'issue', 'final'] as const;
export type DateField = (typeof dateFields)[number];
