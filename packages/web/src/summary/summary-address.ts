/** What the address of a summary holds, before it is known which of its words there are. */
import { type Filters, readFilters } from '../explorer/filters';

export interface SummaryAddress extends Filters {
  readonly group?: readonly string[] | undefined;
  readonly measure?: readonly string[] | undefined;
  readonly chart?: string | undefined;
}

export function readSummaryAddress(search: Record<string, unknown>): SummaryAddress {
  return {
    ...readFilters(search),
    group: idsOf(search.group)?.slice(0, 2),
    measure: idsOf(search.measure),
    chart: idsOf(search.chart)?.[0],
  };
}

function idsOf(given: unknown): readonly string[] | undefined {
  const ids = [given].flat().filter((id): id is string => typeof id === 'string' && id !== '');
  return ids.length === 0 ? undefined : ids;
}
