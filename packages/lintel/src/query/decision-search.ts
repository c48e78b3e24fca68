/**
 * Searches decisions (C28): one query to a full-text index over their words and facets, whose results come in
 * row order, which is result order. A period is a range of rows, and a page stops at its last row.
 */
import type { TotalCount } from '@lintel/contract';
import { totalCountCap } from '@lintel/contract/plain';
import type { Database, Statement } from '../base/sqlite.js';
import { cappedTotal } from '../format/capped-total.js';
import { placeWord } from '../format/decision-facets.js';
import { type AskedDecisions, askedDecisions } from './decision-filters.js';
import type { CountLimit } from './intersect.js';
import type { DecisionQuery } from './questions.js';

/** Rows between two checks of the clock. */
const rowsBetweenChecks = 256;

export class DecisionSearch {
  readonly #firstDay: Statement;
  readonly #lastDay: Statement;
  readonly #rows: Statement;
  readonly #valuedRows: Statement;
  /** The first row without a date: these come after all others. */
  readonly #firstUndated: number;
  readonly #newestIn: Statement;
  readonly #oldestIn: Statement;
  readonly #lastDated: Statement;
  readonly #dayOfRow: Statement;

  constructor(index: Database) {
    this.#firstDay = index.prepare(
      'SELECT first_row AS row FROM decision_day WHERE date <= ? ORDER BY date DESC LIMIT 1',
    );
    this.#lastDay = index.prepare(
      'SELECT last_row AS row FROM decision_day WHERE date >= ? ORDER BY date LIMIT 1',
    );
    const undated = index.prepare('SELECT coalesce(max(last_row) + 1, 0) AS row FROM decision_day').get();
    this.#firstUndated = Number(undated?.row);
    this.#rows = index.prepare(
      'SELECT rowid AS row FROM decision_text WHERE decision_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?',
    );
    this.#valuedRows = index.prepare(
      `SELECT t.rowid AS row FROM decision_text t CROSS JOIN decision d ON d.row = t.rowid
       WHERE decision_text MATCH ? AND t.rowid BETWEEN ? AND ? AND d.project_value BETWEEN ? AND ?
       ORDER BY t.rowid LIMIT ?`,
    );
    const inPlace = 'SELECT rowid AS row FROM decision_text WHERE decision_text MATCH ?';
    this.#newestIn = index.prepare(`${inPlace} ORDER BY rowid LIMIT 1`);
    this.#oldestIn = index.prepare(`${inPlace} AND rowid <= ? ORDER BY rowid DESC LIMIT 1`);
    // Decisions without a date come after all others.
    this.#lastDated = index.prepare('SELECT max(last_row) AS row FROM decision_day');
    this.#dayOfRow = index.prepare(
      'SELECT date FROM decision_day WHERE last_row >= ? ORDER BY date DESC LIMIT 1',
    );
  }

  /** Rows that match, from row `from` on, in order; at most `limit`. */
  *rows(query: DecisionQuery, from: number, limit: number): Generator<number, void, void> {
    const asked = askedDecisions(query);
    const match = matchOf(asked);
    if (match === null) return;
    let left = limit;
    for (const { first, last } of this.#ranges(asked)) {
      for (const row of this.#rowsIn(asked, match, [Math.max(first, from), last], left)) {
        yield row;
        left -= 1;
      }
    }
  }

  /** All rows that match among these, which ascend. */
  *among(query: DecisionQuery, among: Uint32Array): Generator<number, void, void> {
    const [first] = among;
    if (first === undefined) return;
    const wanted = new Set(among);
    for (const row of this.rows(query, first, Number.MAX_SAFE_INTEGER)) if (wanted.has(row)) yield row;
  }

  /**
   * The rows of the period and, when wanted, of decisions without a date. The last row of the latter is not
   * known.
   */
  *#ranges({
    from,
    to,
    includeUndated,
  }: AskedDecisions): Generator<{ first: number; last: number }, void, void> {
    const first = this.#firstDay.get(to)?.row;
    const last = this.#lastDay.get(from)?.row;
    if (first !== undefined && last !== undefined) yield { first: Number(first), last: Number(last) };
    if (includeUndated) yield { first: this.#firstUndated, last: Number.MAX_SAFE_INTEGER };
  }

  *#rowsIn(
    { least, most }: AskedDecisions,
    match: string,
    range: readonly [number, number],
    limit: number,
  ): Generator<number, void, void> {
    const found =
      least === null && most === null
        ? this.#rows.iterate(match, ...range, limit)
        : this.#valuedRows.iterate(match, ...range, least ?? 0, most ?? Number.MAX_SAFE_INTEGER, limit);
    for (const { row } of found as Iterable<{ row: unknown }>) yield Number(row);
  }

  /** The first and the last date of the decisions in a place, or of all; null when none has a date. */
  datesIn(place: string | null): { readonly first: string; readonly last: string } | null {
    const newest = place === null ? 0 : this.newestIn(place);
    const lastRow = this.#lastDated.get()?.row;
    if (newest === null || lastRow === undefined || lastRow === null) return null;
    const oldest = place === null ? lastRow : this.#oldestIn.get(placeMatch(place), Number(lastRow))?.row;
    if (oldest === undefined) return null;
    return { first: this.#dateOf(Number(oldest)), last: this.#dateOf(newest) };
  }

  /** The row of the newest decision in a place; null when there is none. */
  newestIn(place: string): number | null {
    const row = this.#newestIn.get(placeMatch(place))?.row;
    return row === undefined ? null : Number(row);
  }

  #dateOf(row: number): string {
    return String(this.#dayOfRow.get(row)?.date);
  }

  /** How many match (C1); null when counting took too long. */
  count(query: DecisionQuery, { now, limitMs, cap = totalCountCap }: CountLimit): TotalCount | null {
    const end = now() + limitMs;
    let value = 0;
    for (const _ of this.rows(query, 0, Math.min(cap, Number.MAX_SAFE_INTEGER - 1) + 1)) {
      value += 1;
      if (value > cap) return cappedTotal(value, cap);
      if (value % rowsBetweenChecks === 0 && now() > end) return null;
    }
    return { value, relation: 'eq' };
  }
}

/** The full-text query for all decisions in a place. */
const placeMatch = (place: string) => `facets : (${quoted(placeWord(place))})`;

/** The full-text query; null when nothing can match. */
function matchOf({ words: groups, text }: AskedDecisions): string | null {
  const facets = groups.map((words) => `(${words.map(quoted).join(' OR ')})`).join(' AND ');
  if (text === null) return `facets : (${facets})`;
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return null;
  return `facets : (${facets}) AND {title description} : (${words.map(quoted).join(' AND ')})`;
}

const quoted = (word: string) => `"${word}"`;
