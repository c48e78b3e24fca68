/** How a permit search is carried out in a release: its plan, and the time that a page takes. */
import { endpoints, parseQuery, type QueryOf } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import { SegmentReader } from '../format/segment/segment-reader.js';
import { checkRelease } from '../format/verify-release.js';
import type { Installation } from '../installation/installation.js';
import { type ExplainedPlan, explainPlan } from '../query/explain-plan.js';
import { Filters } from '../query/open-filters.js';
import { searchPermits } from '../query/permit-search.js';
import { releaseToTrace } from './release-to-trace.js';

export interface ExplainedSearch {
  readonly release: string;
  /** The parameters as the service reads them. */
  readonly query: QueryOf<typeof endpoints.permit_search>;
  /** Null if the indexes alone show that nothing matches. */
  readonly plan: ExplainedPlan | null;
  /** Permits on the first page, and whether there are more. */
  readonly found: number;
  readonly hasMore: boolean;
  /** Microseconds to find the rows of the page, with the code warm; the records are not read. */
  readonly micros: number;
}

/** Runs before the measurement: the code of a service is warm. */
const warmUpRuns = 20;

/** Explains a permit search, given as the query string of `GET /v2/permits/search`. */
export async function explainSearch(
  { home }: Installation,
  text: string,
  releaseId: string | undefined,
): Promise<ExplainedSearch> {
  const { directory } = await releaseToTrace(home, releaseId);
  return explainRelease(directory, text);
}

/** The same in the release of a directory. */
export function explainRelease(directory: string, text: string): ExplainedSearch {
  const query = parseSearch(text);
  const { id, info } = checkRelease(directory);
  const properties = new SegmentReader(directory, 'properties');
  try {
    const { permits, contractors } = info.counts;
    const counts = { permits, contractors, properties: properties.rows.rows };
    const filters = new Filters(directory, counts, (geoId) => properties.rowOf(geoId));
    try {
      for (let run = 0; run < warmUpRuns; run++) searchPermits(filters, query, 0, query.size);
      const begun = performance.now();
      const { rows, next } = searchPermits(filters, query, 0, query.size);
      const micros = Math.round((performance.now() - begun) * 1000);
      const plan = explainPlan(filters, query);
      return { release: id, query, plan, found: rows.length, hasMore: next !== null, micros };
    } finally {
      filters.close();
    }
  } finally {
    properties.close();
  }
}

function parseSearch(text: string) {
  const query = [...new URLSearchParams(text.replace(/^.*\?/, ''))];
  const parsed = parseQuery(endpoints.permit_search, { path: {}, query });
  if (parsed.ok) return parsed.value;
  const { detail } = parsed;
  const reasons =
    typeof detail === 'string' ? [detail] : detail.map(({ loc, msg }) => `${String(loc.at(-1))}: ${msg}`);
  const sentence = reasons.join('; ').replace(/\.$/, '');
  throw new UserError(`The service refuses this search. ${sentence}.`, {
    hint: 'Give the parameters of GET /v2/permits/search, such as geo_id, permit_from and permit_to.',
  });
}
