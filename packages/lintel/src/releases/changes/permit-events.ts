/** What happened to a permit between two releases, by the fields of it that changed (C104). */
import { type FieldChange, type PermitEvent, permitEvents } from '@lintel/contract';
import type { RecordKind } from '../../format/record.js';

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

/** The events that fields of a permit show; none of another record. */
export function eventsOf(kind: RecordKind, changes: readonly FieldChange[]): PermitEvent[] {
  return kind === 'permits' ? permitEvents.filter((event) => changes.some(shows[event])) : [];
}

/** The events as a key of a change, which is absent where there are none. */
export function withEvents(
  kind: RecordKind,
  changes: readonly FieldChange[],
): { readonly events?: PermitEvent[] } {
  const events = eventsOf(kind, changes);
  return events.length === 0 ? {} : { events };
}
