/** What a permit is for, in a line: the heading of its page, and what lists call it. */
import type { Permit } from './resource/permit.js';

/** Most letters of the line. */
const maxLetters = 160;

export function permitTitle(
  permit: Pick<Permit, 'description_derived' | 'description' | 'type' | 'number' | 'id'>,
): string {
  const text =
    permit.description_derived || permit.description || permit.type || `Permit ${permit.number ?? permit.id}`;
  return text.length > maxLetters ? `${text.slice(0, maxLetters - 3)}…` : text.replace(/\.$/, '');
}
