/** What commands that show records do: a list walked as far as wanted, or the records of given ids. */
import type { List, Query } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { creditsText } from '../terminal/credits-text.js';
import { wholeNumber } from '../terminal/option-value.js';
import { printJson, printText } from '../terminal/print.js';
import { Refusal } from '../terminal/refusal.js';
import type { Asking } from './ask.js';
import type { EndpointFacts } from './facts.js';
import { openOutput } from './output.js';
import { recordText } from './record-text.js';
import { type Walked, type WalkedPage, walk } from './walk.js';

/** Records on the largest page. */
const largestPage = 100;
/** Ids of one request at most. */
const idsPerRequest = 50;
const mostRecords = 1_000_000_000;

/** Writes the records of an endpoint's list, and says on a terminal how many there are and what they cost. */
export async function showList(
  asking: Asking,
  endpoint: EndpointFacts,
  path: string,
  query: Query,
): Promise<void> {
  const { output, progress, say, signal, values } = asking;
  const limit = limitOf(values);
  const isCounted = output.format === 'table' || (limit ?? 0) > largestPage;
  const asked: Query = {
    ...query,
    ...(isCounted && hasParameter(endpoint, 'include_count') ? { include_count: true } : {}),
    ...(limit !== null && limit > largestPage ? { size: largestPage } : {}),
    ...(typeof values.cursor === 'string' ? { cursor: values.cursor } : {}),
  };
  const noun = nounOf(endpoint);
  const writer = await openOutput(output, endpoint.item ?? '');
  const list = listOf(asking, endpoint, path, asked, signal);
  const pages = limit === null ? onePage(list) : list.take(limit).pages();
  const walked = await walk({ pages, limit: limit ?? 0, noun, writer, progress, say, signal });
  conclude(asking, noun, walked);
}

function listOf(
  { connection: { client } }: Asking,
  { gives }: EndpointFacts,
  path: string,
  query: Query,
  signal: AbortSignal,
): List<object, WalkedPage> {
  if (gives === 'numbered_pages') return client.numberedList<object>(path, query, { signal });
  return client.list<object>(path, query, { signal });
}

async function* onePage(list: List<object, WalkedPage>) {
  yield await list.page();
}

/** Records wanted at most; null for one page. */
function limitOf({ limit, all }: Asking['values']): number | null {
  if (all === true && limit !== undefined) throw new UsageError('--all and --limit exclude each other.');
  if (all === true) return Number.POSITIVE_INFINITY;
  return limit === undefined ? null : wholeNumber('--limit', String(limit), 1, mostRecords);
}

function hasParameter({ parameters }: EndpointFacts, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

const nounOf = ({ resource }: EndpointFacts) => (resource === 'metrics' ? 'rows' : (resource ?? 'records'));

/** `1 permit`, `3 properties`. */
function counted(count: number, noun: string): string {
  const single = noun
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^s])s$/, '$1');
  return `${formatCount(count)} ${count === 1 ? single : noun}`;
}

const reasons = {
  no_coverage: 'no source of this release covers the place',
  window: 'sources cover the place, but not this period',
  no_match: 'nothing matches',
} as const;

/** Says how it ended. */
function conclude({ say, connection, output }: Asking, noun: string, walked: Walked): void {
  const { records, credits, total, first, last, nextCursor } = walked;
  const ignored = first?.ignoredParameters ?? [];
  if (ignored.length > 0) say(`${connection.name} does not know, and ignored: ${ignored.join(', ')}.`);
  if (records === 0) {
    const why = first?.emptyReason ? `: ${reasons[first.emptyReason]}` : '';
    say(`No ${noun}${why} (${connection.name}).`);
    return;
  }
  const isAtLeast = total?.relation === 'gte' ? 'more than ' : '';
  const of = total === null || total.value === records ? '' : ` of ${isAtLeast}${formatCount(total.value)}`;
  const where = output.path === null ? connection.name : `${output.path} from ${connection.name}`;
  const remaining = last?.credits?.remaining ?? null;
  const left = remaining === null ? '' : `, ${formatCount(remaining)} left`;
  const cost = connection.isMetered ? `; ${creditsText(credits)}${left}` : '';
  const more = nextCursor === null ? '' : '. More with --limit or --all';
  const what = of === '' ? counted(records, noun) : `${formatCount(records)}${of} ${noun}`;
  say(`${what} ${output.path === null ? 'from' : 'in'} ${where}${cost}${more}.`);
}

/** Writes the records of ids, 50 a request; one record alone as itself. Ids that name nothing are a Refusal after all. */
export async function showRecords(
  asking: Asking,
  endpoint: EndpointFacts,
  ids: readonly string[],
  query: Query,
): Promise<void> {
  const { connection, output, signal, progress, say } = asking;
  const unique = [...new Set(ids)];
  const item = endpoint.item ?? '';
  const [onlyId, ...others] = unique;
  if (
    onlyId !== undefined &&
    others.length === 0 &&
    ['table', 'json'].includes(output.format) &&
    output.path === null
  ) {
    const { items, answer } = await connection.client
      .list<object>(endpoint.path, { ...query, id: [onlyId] }, { signal })
      .page();
    const [record] = items;
    if (record === undefined) throw new Refusal('notFound', `Nothing has the id ${onlyId}.`);
    if (output.format === 'json') printJson(record);
    else printText(recordText(item, record));
    if (connection.isMetered) asking.say(`${creditsText(answer.credits?.used ?? 0)} at ${connection.name}.`);
    return;
  }
  const found = new Set<string>();
  const writer = await openOutput(output, item);
  async function* pages() {
    for (let at = 0; at < unique.length; at += idsPerRequest) {
      const id = unique.slice(at, at + idsPerRequest);
      const page = await connection.client
        .list<{ readonly id: string }>(endpoint.path, { ...query, id, size: idsPerRequest }, { signal })
        .page();
      for (const record of page.items) found.add(record.id);
      yield page;
    }
  }
  const noun = nounOf(endpoint);
  conclude(
    asking,
    noun,
    await walk({ pages: pages(), limit: unique.length, noun, writer, progress, say, signal }),
  );
  const missing = unique.filter((id) => !found.has(id));
  if (missing.length > 0) throw new Refusal('notFound', `Nothing has the id ${missing.join(', ')}.`);
}
