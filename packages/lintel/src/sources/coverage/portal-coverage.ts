/** The inventory of portals counted: by state, by software, and by what is known of each. */
import type { Geography } from '../../geography/geography.js';
import type { Portal } from '../inventory/inventory.js';
import { stateOfPortal } from '../inventory/portal-place.js';
import { type PortalState, portalStates, software } from '../inventory/software.js';

export interface CountedPortal extends Portal {
  readonly known: PortalState;
  readonly reason: string;
}

/** Software that has a column of its own; all others share one. */
const columns = ['energov', 'accela', 'etrakit'] as const;

export interface StatePortals {
  /** Name of the state; null for portals of which only the address is known. */
  readonly state: string | null;
  readonly portals: readonly CountedPortal[];
}

export function countedPortals(portals: readonly Portal[], geography: Geography): CountedPortal[] {
  return portals.map((portal) => {
    const { state, reason } = stateOfPortal(portal, geography);
    return { ...portal, known: state, reason };
  });
}

/** By the name of the state; those of which only the address is known at the end. */
export function byState(
  portals: readonly CountedPortal[],
  stateName: (code: string) => string,
): StatePortals[] {
  const states = new Map<string, CountedPortal[]>();
  for (const portal of portals) {
    const name = portal.place === null ? '' : stateName(portal.place.state);
    states.set(name, [...(states.get(name) ?? []), portal]);
  }
  const rank = (name: string) => (name === '' ? '~' : name);
  return [...states]
    .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([name, ofState]) => ({ state: name === '' ? null : name, portals: ofState }));
}

export const softwareHeads = [...columns.map((id) => software[id].name), 'other'];

/** How many portals run each software that has a column, and how many another one. */
export function softwareCounts(portals: readonly CountedPortal[]): number[] {
  const counts = columns.map((id) => portals.filter((portal) => portal.software === id).length);
  return [...counts, portals.length - counts.reduce((sum, count) => sum + count, 0)];
}

/** How many portals are in each state of knowledge, in the order of `portalStates`. */
export function knowledgeCounts(portals: readonly CountedPortal[]): number[] {
  return portalStates.map((state) => portals.filter(({ known }) => known === state).length);
}

/** The counts as the data page shows them: a line a state. JSON as Biome formats it. */
export function portalCountsFile(states: readonly StatePortals[]): string {
  const lines = states.map(({ state, portals }) => {
    const lists = [softwareCounts(portals), knowledgeCounts(portals)].map((list) => `[${list.join(', ')}]`);
    return `  [${[JSON.stringify(state), ...lists].join(', ')}]`;
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}
