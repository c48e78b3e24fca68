/** What commands that show records do: a list walked as far as wanted, or the records of given ids. */
import type { List, Query, WiderPlace } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import type { Column } from '../../export/column.js';
import { creditsText } from '../terminal/credits-text.js';
import { wholeNumber } from '../terminal/option-value.js';
import { printJson, printProblem, printText } from '../terminal/print.js';
import { Refusal } from '../terminal/refusal.js';
import type { Asking } from './ask.js';
import type { EndpointFacts } from './facts.js';
import { facts } from './generated.js';
import { type Output, openOutput } from './output.js';
import { recordText } from './record-text.js';
import { type Walked, type WalkedPage, walk } from './walk.js';

/** Records on the largest page. */
const largestPage = 100;
/** Ids of one request at most. */
const idsPerRequest = 50;
const mostRecords = 1_000_000_000;

/**
 * Writes the records of an endpoint's list, and says on a terminal how many there are and what they cost; that there are
 * none, and why, is always said.
 */
export async function showList(
  asking: Asking,
  endpoint: EndpointFacts,
  path: string,
  query: Query,
): Promise<void> {
  const { output, progress, say, signal, values } = asking;
  const limit = limitOf(values);
  if (values.facets !== undefined && output.format !== 'table' && output.format !== 'json')
    throw new UsageError(`--facets come with a table or JSON, not with ${output.format}.`);
  const isCounted = output.format === 'table' || (limit ?? 0) > largestPage;
  const asked: Query = {
    ...query,
    ...(isCounted && hasParameter(endpoint, 'include_count') ? { include_count: true } : {}),
    ...(values.exact === true ? { count: 'exact' } : {}),
    ...(limit !== null && limit > largestPage ? { size: largestPage } : {}),
    ...(typeof values.cursor === 'string' ? { cursor: values.cursor } : {}),
  };
  const noun = nounOf(endpoint);
  const writer = await openOutput(shownOutput(asking, endpoint), endpoint.item ?? '');
  const listFor = (one: Query) => listOf(asking, endpoint, path, one, signal);
  const isLong = limit !== null && limit > largestPage && asked.include_count === true;
  const pages =
    limit === null
      ? onePage(listFor(asked))
      : isLong && asked.cursor === undefined
        ? longWalk(listFor, asked, limit)
        : listFor(asked).take(limit).pages();
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

/** The pages of a long list. The first has one record: enough to know the cost of all, before more is paid. */
async function* longWalk(listFor: (query: Query) => List<object, WalkedPage>, query: Query, limit: number) {
  const first = await listFor({ ...query, size: 1 }).page();
  yield first;
  const cursor = first.next_cursor ?? null;
  if (cursor !== null)
    yield* listFor({ ...query, cursor })
      .take(limit - 1)
      .pages();
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

export const reasons = {
  no_coverage: 'no source of this release covers the place',
  window: 'sources cover the place, but not this period',
  no_match: 'nothing matches',
} as const;

/** Says that the place asked for is a city with most but not all permits of its authority (C59). */
export function sayWider(say: Asking['say'], wider: WiderPlace | null | undefined): void {
  if (!wider) return;
  const [some, all] = [formatCount(wider.inCity), formatCount(wider.inAll)];
  say(`The city has ${some} of the ${all} permits of its authority; all: --geo ${wider.geoId}`);
}

/** Says how it ended. */
function conclude({ say, connection, output }: Asking, noun: string, walked: Walked): void {
  const { records, credits, total, first, last, nextCursor } = walked;
  sayWider(say, first?.widerPlace);
  const ignored = first?.ignoredParameters ?? [];
  // Records may have come that a filter should have left out.
  if (ignored.length > 0)
    printProblem(`${connection.name} does not know, and ignored: ${ignored.join(', ')}.`);
  if (records === 0) {
    const why = first?.emptyReason ? `: ${reasons[first.emptyReason]}` : '';
    const message = `No ${noun}${why} (${connection.name}).`;
    // Who reads a file or a pipe that is empty wants to know why, too.
    if (process.stderr.isTTY) say(message);
    else printProblem(message);
    return;
  }
  const isAtLeast = total?.relation === 'gte' ? 'at least ' : '';
  const of = total === null || total.value === records ? '' : ` of ${isAtLeast}${formatCount(total.value)}`;
  const where = output.path === null ? connection.name : `${output.path} from ${connection.name}`;
  const remaining = last?.credits?.remaining ?? null;
  const left = remaining === null ? '' : `, ${formatCount(remaining)} left`;
  const cost = connection.isMetered ? `; ${creditsText(credits)}${left}` : '';
  const more = nextCursor === null ? '' : '. More with --limit or --all';
  const what = of === '' ? counted(records, noun) : `${formatCount(records)}${of} ${noun}`;
  say(`${what} ${output.path === null ? 'from' : 'in'} ${where}${cost}${more}.`);
}

/** Writes the records of ids; one alone as itself. Ids that name nothing are a Refusal, after those that were found. */
export async function showRecords(
  asking: Asking,
  endpoint: EndpointFacts,
  ids: readonly string[],
  query: Query,
): Promise<void> {
  const { output, signal, progress, say } = asking;
  const unique = [...new Set(ids)];
  const [first = ''] = unique;
  const isShownAlone = ['table', 'json'].includes(output.format) && output.path === null;
  if (unique.length === 1 && isShownAlone) {
    await showRecord(asking, endpoint, first, query);
    return;
  }
  const found = new Set<string>();
  const pages = pagesOf(asking, endpoint, unique, query, found);
  const noun = nounOf(endpoint);
  const writer = await openOutput(shownOutput(asking, endpoint), endpoint.item ?? '');
  conclude(asking, noun, await walk({ pages, limit: unique.length, noun, writer, progress, say, signal }));
  const missing = unique.filter((id) => !found.has(id));
  if (missing.length > 0) throw nothingHas(missing.join(', '));
}

/** The records of ids, 50 a request; adds the ids that were found to `found`. */
async function* pagesOf(
  { connection: { client }, signal }: Asking,
  { path }: EndpointFacts,
  ids: readonly string[],
  query: Query,
  found: Set<string>,
) {
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const id = ids.slice(at, at + idsPerRequest);
    const asked = { ...query, id, size: idsPerRequest };
    const page = await client.list<{ readonly id: string }>(path, asked, { signal }).page();
    for (const record of page.items) found.add(record.id);
    yield page;
  }
}

/** One record as JSON, or as text with all that is known of it. */
async function showRecord(
  { connection, output, signal, say }: Asking,
  { path, item }: EndpointFacts,
  id: string,
  query: Query,
): Promise<void> {
  const { items, answer } = await connection.client
    .list<object>(path, { ...query, id: [id] }, { signal })
    .page();
  const [record] = items;
  if (record === undefined) throw nothingHas(id);
  if (output.format === 'json') printJson(record);
  else printText(recordText(item ?? '', record));
  say(
    connection.isMetered
      ? `${creditsText(answer.credits?.used ?? 0)} at ${connection.name}.`
      : `From ${connection.name}.`,
  );
}

const nothingHas = (ids: string) => new Refusal('notFound', `Nothing has the id ${ids}.`);

/** The output; where only some fields are asked for, and no columns are chosen, with the columns of these. */
function shownOutput({ output, values }: Asking, { item }: EndpointFacts): Output {
  if (typeof values.fields !== 'string' || output.columns !== null) return output;
  const fields = values.fields.split(',').map((field) => field.trim());
  const columns = facts.columns[item ?? ''] ?? [];
  const idKey = columns[0]?.path[0];
  const chosen = columns.filter(({ path: [key = ''] }) => key === idKey || fields.includes(String(key)));
  // A table has a column for the whole address.
  const nameOf = ({ name, path: [key] }: Column) =>
    output.format === 'table' && key === 'address' ? 'address' : name;
  return { ...output, columns: [...new Set(chosen.map(nameOf))] };
}
