/** What the address of a summary holds, before it is known which of its words there are. */
import { type Filters, readFilters } from '../explorer/filters';

export interface SummaryAddress extends Filters {
  readonly group?: readonly string[] | undefined;
  readonly measure?: string | undefined;
}

export function readSummaryAddress(search: Record<string, unknown>): SummaryAddress {
  const given = Array.isArray(search.group) ? search.group : [search.group];
  const group = given.filter((id): id is string => typeof id === 'string' && id !== '');
  const measure = typeof search.measure === 'string' ? search.measure : undefined;
  return { ...readFilters(search), group: group.length === 0 ? undefined : group.slice(0, 2), measure };
}
