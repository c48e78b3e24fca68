/** What a permit is for, in a line. Pages of permits and the dashboard say the same. */
import type { Permit } from '@lintel/client';

export function permitTitle(
  permit: Pick<Permit, 'description_derived' | 'description' | 'type' | 'number' | 'id'>,
): string {
  const text =
    permit.description_derived || permit.description || permit.type || `Permit ${permit.number ?? permit.id}`;
  return text.length > 160 ? `${text.slice(0, 157)}…` : text.replace(/\.$/, '');
}
