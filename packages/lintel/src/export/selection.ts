/**
 * Selects the records to export: all of a kind in the order of the release, or those that a search of the API
 * finds, with the filters of its endpoint and no limit on their number.
 */
import { type Endpoint, endpoints, parseQuery, type ValidationEntry } from '@lintel/contract';
import { UsageError } from '../base/usage-error.js';
import type { RecordBytes, SearchPage } from '../format/record.js';
import { idOf } from '../format/record-id.js';
import { scanRecords } from '../format/segment/scan-records.js';
import { RowReader } from '../format/segment/segment-reader.js';
import type { Release } from '../releases/release.js';
import type { ExportKind, StoredKind } from './kinds.js';

/** Records per step of a search. */
const pageSize = 2_000;

/**
 * Filters as the parameters of the search endpoint, such as `permit_tags`; without `geo_id` of all states.
 */
export type Filters = Readonly<Record<string, string>>;

/** An open release as an export needs it. */
interface ExportedRelease {
  readonly directory: string;
  readonly release: Release;
  /** Two-letter codes of the states, for a search of the whole country. */
  readonly states: readonly string[];
}

/** The records to export, and their number where it is known beforehand. */
export interface Selection {
  readonly total: number | null;
  records(): Iterable<RecordBytes>;
}

/** The records of a kind that match the filters. Throws a UsageError that names a wrong filter. */
export function selectRecords(from: ExportedRelease, kind: ExportKind, filters: Filters): Selection {
  if (kind === 'official') return officialRows(from.release, filters);
  if (Object.keys(filters).length === 0) return allRecords(from.directory, kind);
  if (kind === 'addresses') {
    throw new UsageError('Addresses can only be exported whole; leave the filters out.');
  }
  const places = filters.geo_id === undefined ? from.states : [filters.geo_id];
  const searches = places.map((place) => searchOf(from.release, kind, { ...filters, geo_id: place }));
  const isEverywhere = searches.length > 1;
  return {
    total: null,
    *records() {
      const seen = isEverywhere ? new Set<string>() : null;
      for (const search of searches) {
        for (const record of walk(search, kind, seen)) {
          // A search counts a contractor's permits of one place only; the stored record counts all of them.
          const isCounted = kind === 'contractors' && isEverywhere;
          yield* isCounted ? from.release.records(kind, [idOf(record)]) : [record];
        }
      }
    },
  };
}

/** Rows of official counts: of a state also those of its places. */
function officialRows(release: Release, filters: Filters): Selection {
  const query = parsed(endpoints.export_official, filters);
  const search: Search = (from) => release.officialRows(query, from, pageSize);
  return { total: null, records: () => walk(search, 'official', null) };
}

function allRecords(directory: string, kind: StoredKind): Selection {
  const reader = new RowReader(directory, kind);
  const total = reader.rows;
  reader.close();
  return {
    total,
    records: () => scanRecords(directory, kind),
  };
}

type Search = (from: number) => SearchPage;

/** All pages of a search; a contractor or permit in several states is returned once. */
function* walk(search: Search, kind: ExportKind, seen: Set<string> | null): Iterable<RecordBytes> {
  for (let from: number | null = 0; from !== null; ) {
    const page: SearchPage = search(from);
    for (const record of page.items) {
      if (seen !== null && mayRepeat(kind, record)) {
        const id = idOf(record);
        if (seen.has(id)) continue;
        seen.add(id);
      }
      yield record;
    }
    from = page.next;
  }
}

/** Whether searches of several states may find the record; ids of all others need no memory. */
function mayRepeat(kind: ExportKind, record: RecordBytes): boolean {
  return kind === 'contractors' || (kind === 'permits' && record.includes('"other_addresses":'));
}

function searchOf(release: Release, kind: Exclude<StoredKind, 'addresses'>, filters: Filters): Search {
  switch (kind) {
    case 'permits': {
      const query = parsed(endpoints.permit_search, withPeriod('permit', filters));
      return (from) => release.searchPermits(query, from, pageSize);
    }
    case 'contractors': {
      const query = parsed(endpoints.contractor_search, withPeriod('permit', filters));
      return (from) => release.searchContractors(query, from, pageSize);
    }
    case 'properties': {
      const query = parsed(endpoints.property_search, filters);
      return (from) => release.searchProperties(query, from, pageSize);
    }
    case 'decisions': {
      const query = parsed(endpoints.decision_search, withPeriod('decision', filters));
      return (from) => release.searchDecisions(query, from, pageSize);
    }
  }
}

/**
 * The filters with a period: without one, all dates that the API accepts and the records without a date; with
 * one bound, open at the other.
 */
function withPeriod(records: 'permit' | 'decision', filters: Filters): Filters {
  const [from, to] = [`${records}_from`, `${records}_to`];
  const isOpen = filters[from] === undefined && filters[to] === undefined;
  return { [from]: '1800-01-01', [to]: '2199-12-31', ...(isOpen && { include_undated: 'true' }), ...filters };
}

/** The query of an endpoint; a UsageError says what is wrong with a filter. */
function parsed<E extends Endpoint>(endpoint: E, filters: Filters) {
  const result = parseQuery(endpoint, { query: Object.entries(filters), path: {} });
  if (!result.ok) throw new UsageError(`The filters cannot be used: ${faultText(result.detail)}`);
  const [unknown] = result.ignored;
  if (unknown === undefined) return result.value;
  throw new UsageError(`There is no filter "${unknown}".`, {
    hint: `The filters are the parameters of ${endpoint.path}, see docs/api.md.`,
  });
}

function faultText(detail: readonly ValidationEntry[] | string): string {
  const text =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc[1]}: ${msg}`).join('; ');
  return text.replace('GET /v2/list/tags', 'lintel tags');
}
