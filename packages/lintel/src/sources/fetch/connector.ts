/**
 * What every protocol does: list the columns of a dataset, then give its rows page by page from a cursor on.
 *
 * A cursor is plain JSON and names the last row given, not an offset, so that rows added or removed between
 * two requests hide no other row, and a killed fetch resumes where it was.
 */
import type { Columns } from '../ingest/drift.js';
import { readInstant } from '../read/instant.js';
import { isDeeper, maxNesting } from '../read/nesting.js';
import { type ReadItem, rowItem } from '../read/read-item.js';
import { PortalFault } from './portal-fault.js';

export interface Described {
  /** Null if only the rows show them. */
  readonly columns: Columns | null;
  /** Number of rows to read, as the portal counts them; null if it gives no count. */
  readonly rows: number | null;
  /** True when the portal says that nothing has changed since `mark` was made. */
  readonly isUnchanged?: boolean;
  /** Passed back to the connector at the next fetch of the source, such as an ETag. */
  readonly mark?: unknown;
}

export interface Page {
  readonly items: readonly ReadItem[];
  /** Where to resume once these rows are stored. */
  readonly cursor: unknown;
  /** Time of the latest change among the rows; null if they have none. */
  readonly newestMs: number | null;
  /** Columns, if the page itself lists them. */
  readonly columns?: Columns;
  /** A change at the portal invalidated all earlier pages: these are the first rows again. */
  readonly isRestart?: boolean;
}

/** What to read. */
export interface Span {
  /** Cursor of the last page that was stored; null for the beginning. */
  readonly cursor: unknown;
  /** Only rows changed after this; null for all. */
  readonly sinceMs: number | null;
  /** The stored row of the same key, null for none; absent where nothing is stored. */
  readonly stored?: (row: Json) => Promise<Json | null>;
}

export interface Connector {
  /** Address of the dataset, as runs show it. */
  readonly address: string;
  /** Whether rows can be selected by the time of their change. */
  readonly canAskSince: boolean;
  describe(sinceMs: number | null, mark: unknown): Promise<Described>;
  pages(span: Span): AsyncGenerator<Page, void, undefined>;
  /**
   * What was out of reach of a full fetch, as `120 of 34,000 permits …`, or null; such a fetch marks no row as vanished.
   */
  unread?(): string | null;
  /** How many of the permits' own pages were shown, where not all were; null otherwise. */
  unshown?(): string | null;
  /** As whom the portal is asked, where that may change: one that refused is asked again by another. */
  credentials?(): string;
  /** Called when all rows are stored. */
  finished?(): Promise<void>;
}

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a list of records; throws a PortalFault that says what it is instead. */
export function recordsOf(value: unknown, what: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new PortalFault(`sent ${nameOf(value)} where ${what} was expected`);
  const wrong = value.findIndex((record) => !isObject(record));
  if (wrong >= 0) throw new PortalFault(`sent ${nameOf(value[wrong])} as record ${wrong + 1} of ${what}`);
  return value as Record<string, unknown>[];
}

/** What a JSON value is, for a message. */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isDeeper(value, maxNesting)) return 'deeply nested JSON';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** `base` and further steps of a path, with one slash between each. */
export function join(base: string, ...steps: readonly string[]): string {
  return [base.replace(/\/+$/, ''), ...steps.map((step) => step.replace(/^\/+/, ''))].join('/');
}

/** An address with parameters. Names stay as they are: Socrata wants its `$` unescaped. */
export function withQuery(
  address: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  return `${address}?${formOf(parameters)}`;
}

export function formOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}

/** Conditions that must all hold, each in brackets; undefined for none. */
export function all(...conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  if (given.length < 2) return given[0];
  return given.map((condition) => `(${condition})`).join(' AND ');
}

/** A text or number as a literal of SQL, SoQL and OData: quotes inside are doubled. */
export function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

/** Rows without line numbers, which portals do not have. One nested too deep is a fault. */
export function asItems(rows: readonly Record<string, unknown>[]): ReadItem[] {
  return rows.map((row) => rowItem(row, 0));
}

/** The latest of the times that `timeOf` gives for the rows. */
export function newest<T>(rows: readonly T[], timeOf: (row: T) => number | null): number | null {
  let latest: number | null = null;
  for (const row of rows) {
    const time = timeOf(row);
    if (time !== null && (latest === null || time > latest)) latest = time;
  }
  return latest;
}

/** The latest time in the column of a row's last change; null without such a column. */
export function newestIn(
  rows: readonly Record<string, unknown>[],
  column: string | null | undefined,
): number | null {
  return column ? newest(rows, (row) => readInstant(row[column])) : null;
}
