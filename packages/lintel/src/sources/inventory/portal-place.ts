/** The authority of a portal by its place's name: its GEOID, county and time zone. */
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import { type DraftedPlace, draftPlace } from '../draft/draft-place.js';
import type { Portal } from './inventory.js';
import { type PortalState, software } from './software.js';

/** Null where the inventory names no place, or none that the Census knows. */
export function placeOfPortal({ place }: Portal, geography: Geography): DraftedPlace | null {
  if (place === null) return null;
  const { name, state, level } = place;
  try {
    if (level === 'state') return draftPlace({ state, isStatewide: true }, [], geography);
    const named = level === 'county' ? { state, county: name } : { state, city: name };
    const found = draftPlace(named, [], geography);
    const { geoid, county_geoid: county } = found.jurisdiction;
    const isOfLevel = level === 'county' || geoid !== county;
    return county !== null && isOfLevel ? found : null;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** What is known of the portal, and why it is not more. */
export function stateOfPortal(
  portal: Portal,
  geography: Geography,
): { readonly state: PortalState; readonly reason: string } {
  const { refusal } = software[portal.software];
  if (refusal !== null) return refusal;
  if (portal.certainty === 'guess') return { state: 'unverified', reason: 'its address was guessed' };
  if (placeOfPortal(portal, geography) === null)
    return { state: 'unverified', reason: 'its place is not known' };
  return { state: 'described', reason: 'its definition is written by `lintel source discover --platform`' };
}
