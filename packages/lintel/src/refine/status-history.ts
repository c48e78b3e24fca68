/**
 * The statuses that a permit had, from what its row said before each change (C102). A change that changed neither the
 * status nor the source's word for it is left out. Of several on a day the last counts; of very many the last are kept.
 */
import type { PermitStatus, StatusSeen } from '@lintel/contract';
import { maxStatusesSeen } from './record/limits.js';
import type { PastFields } from './record/source.js';
import { cleanFields } from './record/text.js';

/** The statuses in the order in which they were seen, the present one last; undefined where there was only one. */
export function statusHistory(
  past: readonly PastFields[],
  now: PastFields['fields'],
  statusOf: (fields: PastFields['fields']) => PermitStatus | null,
): StatusSeen[] | undefined {
  const all: StatusSeen[] = [];
  let seen: string | null = null;
  const add = (fields: PastFields['fields']) => {
    const [status, status_text] = [statusOf(fields), fields.status_raw ?? null];
    if (seen !== null && all.at(-1)?.seen === seen) all.pop();
    const last = all.at(-1);
    if (last !== undefined && last.status === status && last.status_text === status_text) return;
    all.push({ status, status_text, seen });
  };
  for (const { fields, until } of past) {
    add(cleanFields(fields, []));
    seen = until;
  }
  add(now);
  return all.length > 1 ? all.slice(-maxStatusesSeen) : undefined;
}
