/** What happened to a permit between two releases, by the fields of it that changed. */
import type { Change, FieldChange } from '@lintel/contract';

export const permitEvents = ['issued', 'finaled', 'inspection_failed'] as const;
export type PermitEvent = (typeof permitEvents)[number];

/** Whether a field that changed shows the event. */
const shows: Readonly<Record<PermitEvent, (change: FieldChange) => boolean>> = {
  issued: ({ field, old, new: now }) =>
    (field === 'status' && now === 'active') || (field === 'issue_date' && old === null),
  finaled: ({ field, old, new: now }) =>
    (field === 'status' && now === 'final') || (field === 'final_date' && old === null),
  // One that fails lowers the rate; a first one has no rate before it.
  inspection_failed: ({ field, old, new: now }) =>
    field === 'inspection_pass_rate' &&
    typeof now === 'number' &&
    now < (typeof old === 'number' ? old : 100),
};

/** Whether one of the events happened to a changed permit. */
export function hasHappened({ changes }: Pick<Change, 'changes'>, events: readonly PermitEvent[]): boolean {
  return events.some((event) => changes.some(shows[event]));
}
