/** The coverage as a page for people: what the catalog has, by kind and state, and every source in a table. Markdown. */
import type { SourceKind } from '../../base/source-kind.js';
import type { CoveredSource } from './coverage.js';

const kindWords: Readonly<Record<SourceKind, string>> = {
  permits: 'building permits',
  contractors: 'contractor licences',
  decisions: 'planning decisions',
  properties: 'parcels and assessments',
};

/** `stateName` gives the name of a two-letter code. */
export function coveragePage(sources: readonly CoveredSource[], stateName: (code: string) => string): string {
  const places = new Set(sources.map(({ state, place }) => `${state} ${place}`));
  const states = [...new Set(sources.map(({ state }) => state))].sort((a, b) =>
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
    ...states.map((state) =>
      stateSection(
        stateName(state),
        sources.filter((source) => source.state === state),
      ),
    ),
  ].join('\n\n')}\n`;
}

function stateSection(name: string, sources: readonly CoveredSource[]): string {
  const rows = sources.map(({ id, kind, place, state, updates, license, verifiedOn }) => [
    `\`${id}\``,
    place === state ? 'whole state' : place,
    kind,
    updates ?? '',
    license ?? '',
    verifiedOn ?? 'unverified',
  ]);
  const headings = ['source', 'place', 'kind', 'updates', 'licence', 'verified'];
  return `## ${name}\n\n${markdownTable(headings, rows)}`;
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
