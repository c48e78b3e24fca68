/** Tables that an endpoint answers whole, such as aggregates: all rows at once, as a table or in any format of records. */
import type { Answer, Query } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { creditsText } from '../terminal/credits-text.js';
import { printJson } from '../terminal/print.js';
import type { Asking } from './ask.js';
import type { EndpointFacts } from './facts.js';
import { reasons, sayWider } from './list.js';
import { openOutput } from './output.js';

/** Columns that a terminal has room for. */
const mostColumns = 6;

type Row = Readonly<Record<string, unknown>>;

interface Rows {
  readonly rows: readonly Row[];
  readonly group_count: number;
  readonly permit_count: number;
  readonly answer: Answer;
}

/** Shows the rows of an endpoint that has all of them in one answer, and says what they cost. */
export async function showRows(asking: Asking, endpoint: EndpointFacts, query: Query): Promise<void> {
  const { connection, output, say, signal } = asking;
  const found = await connection.client.get<Rows>(endpoint.path, query, { signal });
  const { rows, group_count: groups, permit_count: permits, answer } = found;
  if (output.format === 'json' && output.path === null && output.columns === null) printJson(found);
  else {
    const isTable = output.format === 'table';
    const columns = output.columns ?? columnsOf(rows, isTable);
    const writer = await openOutput({ ...output, columns }, endpoint.item ?? '');
    for (const row of rows) await writer.add(isTable ? shownRow(row) : row);
    await writer.finish({ next_cursor: null, more: {} });
  }
  sayWider(say, answer.widerPlace);
  if (rows.length === 0) {
    const why = answer.emptyReason === null ? '' : `: ${reasons[answer.emptyReason]}`;
    say(`No permits${why} (${connection.name}).`);
    return;
  }
  const cost = connection.isMetered ? `; ${creditsText(answer.credits?.used ?? 0)}` : '';
  const of = rows.length === groups ? '' : ` of ${formatCount(groups)} groups`;
  say(
    `${formatCount(rows.length)} rows${of}, ${formatCount(permits)} permits from ${connection.name}${cost}.`,
  );
}

/** The columns that the rows have; of a table those that people read, the most important first. */
function columnsOf(rows: readonly Row[], isTable: boolean): readonly string[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (!isTable) return keys;
  const isMark = (key: string) => key === 'partial' || key === 'others';
  const isBasis = (key: string) => /_(?:n|without)$/.test(key);
  const shown = keys.filter((key) => !isMark(key) && !isBasis(key) && !keys.includes(`${key}_name`));
  const bases = keys.filter((key) => key.endsWith('_n'));
  return shown.length + bases.length > mostColumns ? shown : [...shown, ...bases];
}

/** A row as a table shows it: with a mark where its period is cut, and in words where it is of all others. */
function shownRow(row: Row): Row {
  const keys = Object.keys(row).slice(0, Object.keys(row).indexOf('count'));
  const [first] = keys.filter((key) => !keys.includes(`${key}_name`));
  const shown = Object.entries(row).map(([key, value]) => {
    if (key === first && row.others === true) return [key, 'all others'];
    if (key === 'count' && value === null) return [key, '-'];
    if (key === 'official') return [key, (value as { readonly units: number }).units];
    if (keys.includes(key) && value === null && row.others !== true) return [key, 'unknown'];
    return [key, row.partial === true && isPeriod(key) ? `${String(value)}*` : value];
  });
  return Object.fromEntries(shown);
}

const isPeriod = (key: string) => ['year', 'quarter', 'month', 'week'].includes(key);
