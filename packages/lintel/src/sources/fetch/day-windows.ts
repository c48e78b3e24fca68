/**
 * Days that a portal is asked for in windows, the newest first, each read as a whole. A window of which it is not sure
 * that all came is halved, down to a day; what is still in doubt then is said. Windows grow where little is found.
 */
import { asItems, type Page, type Span } from './connector.js';
import { EndlessFault } from './portal-fault.js';

const dayMs = 86_400_000;
const recentDays = 90;
const firstBegin = '2010-01-01';

export interface DayWindow<Row> {
  readonly rows: readonly Row[];
  /** Why it is not known to be whole; null if it is. */
  readonly doubt: string | null;
}

/** How a portal is asked. */
export interface WindowReader<Row> {
  /** The permits of these days since 1970, both included. */
  read(start: number, end: number): Promise<DayWindow<Row>>;
  keyOf(row: Row): string;
  /** The rows as they are stored. */
  records(rows: readonly Row[]): Promise<Record<string, unknown>[]>;
  /** Rows that are stored together: fewer where each costs a request. */
  readonly storedRows: number;
}

/** The sizes of windows, by what one search gives. */
export interface WindowSizes {
  readonly firstDays: number;
  readonly mostDays: number;
  /** Windows with fewer are doubled. */
  readonly fewRows: number;
  /** Windows with more are halved. */
  readonly manyRows: number;
}

/** `before` is the first day that was read; the next window ends the day before. */
interface Cursor {
  readonly before: number;
  readonly days: number;
  /** Days that were not read to their end so far. */
  readonly cut: readonly string[];
  /** Keys of the next window's rows that are stored already. */
  readonly stored?: readonly string[];
}

interface Begin {
  readonly begins?: string;
  readonly recent_days?: number;
}

export class DayWindows<Row> {
  readonly #reader: WindowReader<Row>;
  readonly #sizes: WindowSizes;
  #cut: readonly string[] = [];

  constructor(reader: WindowReader<Row>, sizes: WindowSizes) {
    this.#reader = reader;
    this.#sizes = sizes;
  }

  unread(): string | null {
    const [first] = this.#cut;
    if (first === undefined) return null;
    const days = this.#cut.length === 1 ? 'permits of a day' : `permits of ${this.#cut.length} days`;
    return `${days} were not read to their end: ${first}`;
  }

  async *pages({ cursor, sinceMs }: Span, definition: Begin, nowMs: number): AsyncGenerator<Page> {
    const { firstDays, mostDays, fewRows, manyRows } = this.#sizes;
    const resumed = cursor as Cursor | null;
    const { begins = firstBegin, recent_days: recent = recentDays } = definition;
    const first = sinceMs === null ? dayOf(Date.parse(begins)) : dayOf(sinceMs) - recent;
    let before = resumed?.before ?? dayOf(nowMs) + 1;
    let days = resumed?.days ?? firstDays;
    let stored = resumed?.stored ?? [];
    this.#cut = resumed?.cut ?? [];
    let earlier: readonly string[] = [];
    while (before > first) {
      const end = before - 1;
      const start = Math.max(first, before - days);
      const { rows, doubt } = await this.#window(start, end);
      if (doubt !== null && end > start) {
        days = Math.ceil((end - start) / 2);
        continue;
      }
      if (doubt !== null) this.#cut = [...this.#cut, `${asDate(start)} (${doubt})`];
      const keys = rows.map((row) => this.#reader.keyOf(row));
      refuseSame(keys, earlier);
      if (keys.length > 0) earlier = keys;
      const newestMs = rows.length === 0 ? null : end * dayMs;
      const again = { before, days: before - start, cut: this.#cut };
      before = start;
      if (rows.length < fewRows) days = Math.min(mostDays, days * 2);
      else if (rows.length > manyRows) days = Math.max(1, Math.floor(days / 2));
      const next: Cursor = { before, days, cut: this.#cut };
      for await (const part of this.#parts(rows, stored))
        yield {
          items: asItems(part.records),
          cursor: part.isLast ? next : { ...again, stored: part.stored },
          newestMs,
        };
      stored = [];
    }
  }

  async #window(start: number, end: number): Promise<DayWindow<Row>> {
    const window = await this.#reader.read(start, end);
    // Permits that are filed while a day is read move others to another page.
    return window.doubt === null || end > start ? window : this.#reader.read(start, end);
  }

  /** The rows that are not stored yet, some at a time; at least one part, which may be empty. */
  async *#parts(rows: readonly Row[], before: readonly string[]) {
    const { storedRows, keyOf } = this.#reader;
    const known = new Set(before);
    const rest = rows.filter((row) => !known.has(keyOf(row)));
    for (let at = 0; at === 0 || at < rest.length; at += storedRows) {
      const part = rest.slice(at, at + storedRows);
      const records = await this.#reader.records(part);
      for (const row of part) known.add(keyOf(row));
      yield { records, stored: [...known], isLast: at + storedRows >= rest.length };
    }
  }
}

function refuseSame(keys: readonly string[], earlier: readonly string[]): void {
  if (keys.length <= 1 || !keys.every((key) => earlier.includes(key))) return;
  throw new EndlessFault('gave the same permits for other days, as if it did not heed dates', {
    hint: 'The permits so far are kept. Look at its search page: it may have no dates.',
  });
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** `2026-06-30`. */
export function isoDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** `06/30/2026`. */
export function asDate(day: number): string {
  const [year, month, date] = isoDate(day).split('-');
  return `${month}/${date}/${year}`;
}
