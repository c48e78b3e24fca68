/** Who publishes permits by what, counted by state: open data sets of the catalog, and the portals of the inventory. */
import type { Portal } from '../inventory/inventory.js';
import { stateOfPortal } from '../inventory/portal-state.js';
import { type PortalState, portalStates, software } from '../inventory/software.js';
import type { CoveredSource } from './coverage.js';

export interface CountedPortal extends Portal {
  readonly known: PortalState;
  readonly reason: string;
}

/** Software that has a column of its own; all others share one. */
const columns = ['energov', 'accela', 'etrakit'] as const;

export interface StateRunners {
  /** Name of the state; null for portals of which only the address is known. */
  readonly state: string | null;
  /** Open data sets of permits in the catalog. */
  readonly datasets: number;
  readonly portals: readonly CountedPortal[];
}

export function countedPortals(portals: readonly Portal[]): CountedPortal[] {
  return portals.map((portal) => {
    const { state, reason } = stateOfPortal(portal);
    return { ...portal, known: state, reason };
  });
}

/** By the name of the state; those of which only the address is known at the end. */
export function byState(
  sources: readonly CoveredSource[],
  portals: readonly CountedPortal[],
  stateName: (code: string) => string,
): StateRunners[] {
  const datasets = sources.filter(({ kind, isPortal }) => kind === 'permits' && !isPortal);
  const nameOf = ({ place }: CountedPortal) => (place === null ? null : stateName(place.state));
  const names = new Set([...datasets.map(({ state }) => stateName(state)), ...portals.map(nameOf)]);
  const rank = (name: string | null) => name ?? '~';
  return [...names]
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((state) => ({
      state,
      datasets: datasets.filter((source) => stateName(source.state) === state).length,
      portals: portals.filter((portal) => nameOf(portal) === state),
    }));
}

export const runnerHeads = ['open data', ...columns.map((id) => software[id].name), 'other'];

/** How many data sets there are, portals of each software that has a column, and portals of another one. */
export function runnerCounts({ datasets, portals }: Omit<StateRunners, 'state'>): number[] {
  const counts = columns.map((id) => portals.filter((portal) => portal.software === id).length);
  return [datasets, ...counts, portals.length - counts.reduce((sum, count) => sum + count, 0)];
}

/** How many portals are in each state of knowledge, in the order of `portalStates`. */
export function knowledgeCounts(portals: readonly CountedPortal[]): number[] {
  return portalStates.map((state) => portals.filter(({ known }) => known === state).length);
}

/** The counts as the data page shows them: a line a state. JSON as Biome formats it. */
export function portalCountsFile(states: readonly StateRunners[]): string {
  const lines = states.map((each) => {
    const lists = [runnerCounts(each), knowledgeCounts(each.portals)].map((list) => `[${list.join(', ')}]`);
    return `  [${[JSON.stringify(each.state), ...lists].join(', ')}]`;
  });
  return `[\n${lines.join(',\n')}\n]\n`;
}
