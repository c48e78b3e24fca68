/** What is known of a portal without asking it. */
import type { Portal } from './inventory.js';
import { type PortalState, software } from './software.js';

/** What is known of the portal, and why it is not more. */
export function stateOfPortal(portal: Portal): { readonly state: PortalState; readonly reason: string } {
  const { refusal } = software[portal.software];
  if (refusal !== null) return refusal;
  if (portal.certainty === 'guess') return { state: 'unverified', reason: 'its address was guessed' };
  if (portal.place === null || portal.place.geoid === null)
    return { state: 'unverified', reason: 'its place is not known' };
  return { state: 'described', reason: 'Lintel reads its software, and knows its place' };
}
