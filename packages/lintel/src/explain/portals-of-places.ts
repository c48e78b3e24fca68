/** The portals of the inventory by the geo_ids of places: a city's or county's own, a county's and a state's all. */
import type { CoveragePortal, PortalState } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { foldName } from '../geography/name.js';
import { type PortalPlace, readInventory } from '../sources/inventory/inventory.js';
import { stateOfPortal } from '../sources/inventory/portal-state.js';
import { software } from '../sources/inventory/software.js';

let byPlace: ReadonlyMap<string, readonly CoveragePortal[]> | null = null;

/** By name and address; none where the inventory knows none. */
export function portalsOfPlace(id: string): readonly CoveragePortal[] {
  byPlace ??= collected();
  return byPlace.get(id) ?? [];
}

function collected(): Map<string, CoveragePortal[]> {
  const found = new Map<string, CoveragePortal[]>();
  for (const portal of readInventory()) {
    const { place, address } = portal;
    if (place === null) continue;
    const { state, reason } = stateOfPortal(portal);
    const own = {
      name: place.name,
      geo_id: place.geoid === null ? null : geoId('jurisdiction', place.geoid),
      software: software[portal.software].name,
      url: address,
      state: state.replace(' ', '_') as PortalState,
      reason,
    };
    for (const id of geoIdsOf(place)) found.set(id, [...(found.get(id) ?? []), own]);
  }
  const order = ({ name, url }: CoveragePortal) => `${name.toLowerCase()}\t${url}`;
  for (const portals of found.values()) portals.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return found;
}

/** A city's id is that of its name, state and county, which a town beside it does not have. */
function geoIdsOf({ name, state, level, geoid, countyGeoid: county }: PortalPlace): string[] {
  if (geoid === null || level === 'state') return [state];
  return [
    state,
    geoId('jurisdiction', geoid),
    ...(county === null ? [] : [geoId('county', county)]),
    ...(level === 'place' && county !== null ? [geoId('city', `${state}|${foldName(name)}|${county}`)] : []),
  ];
}
