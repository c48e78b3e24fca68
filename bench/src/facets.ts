/**
 * Processor time of facets (C82) on a release without the service: of the county with the most permits and of the
 * country, beside an exact count of the same search, in turn.
 *
 *   node bench/dist/facets.js [permits | DIRECTORY] [times that each question is asked]
 */
import { endpoints, parseQuery } from '@lintel/contract';
import { facetIds } from '@lintel/contract/plain';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { soughtPermits } from 'lintel/dist/http/answer/sought.js';
import { aggregatePermits } from 'lintel/dist/query/aggregate.js';
import { permitFacets } from 'lintel/dist/query/facets.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';

const [what = '200000', asked = '40'] = process.argv.slice(2);
const times = Number(asked);
const asks = [['status'], ['tags'], ['type'], ['tags', 'status', 'type', 'property_type'], facetIds] as const;

const home = benchHome(what);
const release = openRelease(home.release);
try {
  print(`${home.permits.toLocaleString('en-US')} permits, each question ${times} times`);
  const cells: string[][] = [];
  const county = `geo_id=${await largestCounty()}`;
  for (const where of [county, `${county}&permit_q=roof`, 'bbox=-180,-90,180,90']) {
    for (const facets of asks) cells.push(await measure(where, facets));
  }
  print(table(['search', 'facets', 'permits', 'count ms', 'facets ms', 'times the count'], cells));
} finally {
  release.close();
  home.remove();
}

async function measure(where: string, facets: readonly string[]): Promise<string[]> {
  const text = `${where}&permit_from=1900-01-01&permit_to=2100-01-01&facets=${facets.join(',')}`;
  const parsed = parseQuery(endpoints.permit_search, { query: new URLSearchParams(text), path: {} });
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed)}`);
  const { value: query } = parsed;
  const [counts, found]: [number[], number[]] = [[], []];
  for (let i = -5; i < times; i++) {
    const begun = cpuMs();
    release.countPermits(query, true);
    const counted = cpuMs();
    await permitFacets(release, query);
    if (i < 0) continue;
    counts.push(counted - begun);
    found.push(cpuMs() - counted);
  }
  const [count, facet] = [quantile(counts, 0.5), quantile(found, 0.5)];
  const permits = release.countPermits(query, true)?.value ?? 0;
  const name = where.replace(/geo_id=\w+/, 'county').replace(/bbox=.*/, 'country');
  const counted = facets.length > 4 ? `all ${facets.length}` : facets.join(', ');
  return [
    name,
    counted,
    permits.toLocaleString('en-US'),
    figure(count),
    figure(facet),
    figure(facet / count),
  ];
}

async function largestCounty(): Promise<string> {
  const parsed = parseQuery(endpoints.permit_aggregate, {
    query: new URLSearchParams('group_by=county&limit=1'),
    path: {},
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const { rows } = await aggregatePermits(release, parsed.value, soughtPermits(parsed.value));
  return rows[0]?.county ?? '';
}
