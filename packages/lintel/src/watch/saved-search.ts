/**
 * The search of a watch: the query of a search endpoint, read by the contract. A watch has no end, so dates are
 * optional: without any, records of all dates and without a date match.
 */
import { type Change, endpoints, parseQuery, permitEvents, type ValidationEntry } from '@lintel/contract';
import { UsageError } from '../base/usage-error.js';
import type { RecordBytes } from '../format/record.js';
import type { Watch, WatchedKind } from '../ledger/watches.js';
import { eventsOf } from '../releases/changes/permit-events.js';
import type { ReleaseChanges } from '../releases/changes/release-changes.js';

const searches = { permits: endpoints.permit_search, decisions: endpoints.decision_search } as const;
const datesOf = { permits: 'permit', decisions: 'decision' } as const;

/** The query with open dates where it has none. */
function withoutEnd(kind: WatchedKind, text: string): URLSearchParams {
  const query = new URLSearchParams(text);
  const [from, to] = [`${datesOf[kind]}_from`, `${datesOf[kind]}_to`];
  if (!query.has(from) && !query.has(to) && !query.has('include_undated'))
    query.set('include_undated', 'true');
  if (!query.has(from)) query.set(from, '1800-01-01');
  if (!query.has(to)) query.set(to, '2199-12-31');
  return query;
}

/** Throws a UsageError that says what is wrong with the query of a watch. */
export function checkSearch(kind: WatchedKind, text: string): void {
  const endpoint = searches[kind];
  const paging = Object.entries(endpoint.parameters)
    .filter(([, parameter]) => 'paging' in parameter)
    .map(([name]) => name);
  const given = [...new URLSearchParams(text).keys()];
  const parsed = parseQuery(endpoint, { query: withoutEnd(kind, text), path: {} });
  if (!parsed.ok) throw new UsageError(`The search cannot be used. ${faultText(parsed.detail, text)}`);
  const unknown = parsed.ignored[0] ?? given.find((name) => paging.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`The search cannot be used. There is no filter "${unknown}".`, {
    hint: `The filters are those of ${endpoint.path}, see docs/api.md.`,
  });
}

/** Parameters of an export that a link has itself, or that go on with a broken export. */
const notOfLinks = ['format', 'cursor', 'offset'];

/** Throws a UsageError that says what is wrong with the search of a link. */
export function checkLinkSearch(text: string): void {
  const parsed = parseQuery(endpoints.export_permits, { query: new URLSearchParams(text), path: {} });
  if (!parsed.ok) throw new UsageError(`The search cannot be used. ${faultText(parsed.detail, text)}`);
  const unknown = parsed.ignored[0] ?? notOfLinks.find((name) => new URLSearchParams(text).has(name));
  if (unknown === undefined) return;
  throw new UsageError(`The search cannot be used. A link has no parameter "${unknown}".`, {
    hint: `The others are those of ${endpoints.export_permits.path}, see docs/api.md.`,
  });
}

/** What is wrong, each with the part of the query that it is about. */
function faultText(detail: readonly ValidationEntry[] | string, text: string): string {
  if (typeof detail === 'string') return detail;
  const given = [...new URLSearchParams(text)];
  return detail
    .map(({ loc: [, name], msg, input }) => {
      const pairs = given.filter(([each]) => each === name);
      const pair = pairs.find(([, value]) => value === input) ?? pairs[0];
      return pair === undefined ? `${name} is missing` : `${pair.join('=')}: ${msg}`;
    })
    .join('; ');
}

/** The changes that a watch wants, with their records, as on the wire. */
export function* matchesOf(
  { kind, query, changes: wanted }: Pick<Watch, 'kind' | 'query' | 'changes'>,
  changes: ReleaseChanges,
): Iterable<RecordBytes> {
  const types = wanted.filter((change) => change === 'new' || change === 'changed');
  if (kind === 'permits') {
    const parsed = parseQuery(searches.permits, { query: withoutEnd(kind, query), path: {} });
    if (!parsed.ok) throw new UsageError(`The search cannot be used: ${faultText(parsed.detail, query)}`);
    yield* changes.permits(parsed.value, types);
    const events = permitEvents.filter((event) => wanted.includes(event));
    if (events.length === 0 || types.includes('changed')) return;
    for (const item of changes.permits(parsed.value, ['changed'])) {
      const { changes: fields } = JSON.parse(item.toString()) as Change;
      if (eventsOf('permits', fields).some((event) => events.includes(event))) yield item;
    }
    return;
  }
  const parsed = parseQuery(searches.decisions, { query: withoutEnd(kind, query), path: {} });
  if (!parsed.ok) throw new UsageError(`The search cannot be used: ${faultText(parsed.detail, query)}`);
  yield* changes.decisions(parsed.value, types);
}

/** A message to the receiver of a watch: the payload of the Standard Webhooks specification. */
export interface WatchMessage {
  readonly type: 'permits.changed' | 'decisions.changed' | 'watch.test';
  /** When it was made, ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly watch: { readonly id: string; readonly name: string };
    /** The releases between which the records changed; null in a test. */
    readonly from: string | null;
    readonly to: string | null;
    /** Records that matched in all; a message has some of them. */
    readonly total: number;
    readonly items: readonly Change[];
  };
}
