/** The coverage as a page for people: what the catalog has, by kind and state, and every source in a table. Markdown. */
import type { SourceKind } from '../../base/source-kind.js';
import { portalStates, software, softwareIds } from '../inventory/software.js';
import type { CoveredSource } from './coverage.js';
import {
  byState,
  type CountedPortal,
  knowledgeCounts,
  runnerCounts,
  runnerHeads,
  type StateRunners,
} from './portal-coverage.js';

const kindWords: Readonly<Record<SourceKind, string>> = {
  permits: 'building permits',
  contractors: 'contractor licenses',
  decisions: 'planning decisions',
  properties: 'parcels and assessments',
};

const lineChars = 118;

/** `stateName` gives the name of a two-letter code. */
export function coveragePage(
  sources: readonly CoveredSource[],
  portals: readonly CountedPortal[],
  stateName: (code: string) => string,
): string {
  const places = new Set(sources.map(({ state, place }) => `${state} ${place}`));
  const states = [...new Set(sources.map(({ state }) => state))];
  const runners = portals.flatMap(({ place }) => (place === null ? [] : [place.state]));
  const sections = [...new Set([...states, ...runners])].sort((a, b) =>
    stateName(a) < stateName(b) ? -1 : 1,
  );
  const tried = sources.filter(({ verifiedOn }) => verifiedOn !== null).length;
  const kinds = (Object.keys(kindWords) as SourceKind[]).map((kind) => {
    const ofKind = sources.filter((source) => source.kind === kind);
    const verified = ofKind.filter(({ verifiedOn }) => verifiedOn !== null).length;
    const inStates = new Set(ofKind.map(({ state }) => state)).size;
    return [kindWords[kind], String(ofKind.length), String(verified), String(inStates)];
  });
  return `${[
    '# Coverage',
    'Made from the catalog by `npm run coverage`.',
    `The catalog has ${sources.length} sources of ${places.size} places in ${states.filter((state) => state !== 'DC').length} states and the District of Columbia.\n${tried} were tried on real rows.`,
    'The others were written from what is known of their columns and are `unverified`: `lintel source verify` tries them\non a machine with internet ([sources](sources.md#unverified-sources)).',
    '![Counties with a source in the catalog](coverage.svg)',
    markdownTable(['kind', 'sources', 'tried', 'states'], kinds),
    ...portalSection(portals, byState(sources, portals, stateName)),
    ...sections.map((state) =>
      stateSection(
        stateName(state),
        sources.filter((source) => source.state === state),
        portals.filter(({ place }) => place?.state === state),
      ),
    ),
  ].join('\n\n')}\n`;
}

/** Who runs what: nothing of it is a source yet. */
function portalSection(
  portals: readonly CountedPortal[],
  states: readonly StateRunners[],
): readonly string[] {
  const datasets = states.reduce((sum, state) => sum + state.datasets, 0);
  const all: StateRunners = { state: 'all', datasets, portals };
  const table = (heads: readonly string[], counts: (state: StateRunners) => readonly number[]) =>
    markdownTable(
      ['state', ...heads],
      [...states, all].map((each) => [each.state ?? 'not known', ...counts(each).map(String)]),
    );
  const kinds = softwareIds.map((id) => {
    const { name, refusal } = software[id];
    const count = portals.filter((portal) => portal.software === id).length;
    const read = 'Lintel reads it';
    return [name, String(count), refusal?.state ?? 'described', refusal?.reason ?? read];
  });
  return [
    '## Permit software',
    `Most authorities publish no dataset, only the search page of their permit software. The inventory lists ${portals.length} of\nthese portals, as public lists and pages name them. **None was tried**: each state below is what is known without\nasking the portal. Lintel has no definition of them in its catalog; \`lintel source discover --platform\` asks them and\nwrites one a portal that answers ([portals](portals.md)).`,
    '- `described`: its software is read, and the GEOID of its place is known\n- `login only`, `blocked`, `no portal`: its software gives no program a list of permits, for the reason below\n- `unverified`: its address was guessed, its place is not known, or its software is not read yet',
    markdownTable(['software', 'portals', 'state', 'why'], kinds),
    table(portalStates, ({ portals: some }) => knowledgeCounts(some)),
    '## Who runs what',
    'Open data sets of permits in the catalog, and portals of the inventory by their software, in each state.',
    '![States by their open data sets, and by the portals of each permit software](runners.svg)',
    table(runnerHeads, runnerCounts),
  ];
}

function stateSection(
  name: string,
  sources: readonly CoveredSource[],
  portals: readonly CountedPortal[],
): string {
  const rows = sources.map(({ id, kind, place, state, updates, license, verifiedOn }) => [
    `\`${id}\``,
    place === state ? 'whole state' : place,
    kind,
    updates ?? '',
    license ?? '',
    verifiedOn ?? 'unverified',
  ]);
  const headings = ['source', 'place', 'kind', 'updates', 'license', 'verified'];
  const runs = softwareIds.flatMap((id) => {
    const places = portals.flatMap(({ software: own, place, known }) => {
      if (own !== id || place === null) return [];
      const isSure = software[id].refusal !== null || known === 'described';
      return [isSure ? place.name : `${place.name} (${known})`];
    });
    return places.length === 0 ? [] : [wrapped(`- ${software[id].name}: ${[...new Set(places)].join(', ')}`)];
  });
  return [
    `## ${name}`,
    ...(rows.length === 0 ? [] : [markdownTable(headings, rows)]),
    ...(runs.length === 0 ? [] : [runs.join('\n')]),
  ].join('\n\n');
}

/** An item of a list in lines of the width of documents. */
function wrapped(item: string): string {
  const lines: string[] = [];
  for (const word of item.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= lineChars)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(line === undefined ? word : `  ${word}`);
  }
  return lines.join('\n');
}

/** A table with aligned columns, as Biome formats it. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(headings), line(rule), ...rows.map(line)].join('\n');
}
