/**
 * Tries a source definition on the first rows of its source: the result of each row, how full each field is,
 * and what a person should look at (missing columns, repeated keys, unknown words).
 *
 * Nothing is stored. Rows that cannot be used are counted with their reasons, as an ingest would quarantine
 * them.
 */
import { nearest } from '@lintel/contract/plain';
import type { Geography } from '../../geography/geography.js';
import { givenFields } from '../../refine/record/canonical.js';
import type { Defect, Refined } from '../../refine/record/refined.js';
import { refine } from '../../refine/refine.js';
import { textOf } from '../mapping/value.js';
import type { ReadItem } from '../read/read-item.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { SharedNumbers, type SharedNumbersFound } from './shared-numbers.js';

/** Values that are shown as examples. */
const shownExamples = 3;

export interface TriedRow {
  /** Line or record number in the input. */
  readonly line: number;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly row_key: string;
  /** The fields to which the mapping gives a value. */
  readonly canonical: Readonly<Record<string, string>>;
  /** The row's result; a mention for a contractor, facts for a property. Null if it is refused. */
  readonly record: unknown;
  readonly refused: string | null;
  readonly defects: readonly Defect[];
}

export interface FieldFill {
  readonly field: string;
  /** Rows for which the mapping gives a value. */
  readonly filled: number;
  readonly distinct: number;
  readonly examples: readonly string[];
}

export interface Trial {
  readonly read: number;
  readonly usable: number;
  /** Reason → rows that could not be used. */
  readonly quarantined: Readonly<Record<string, number>>;
  /** Rows whose key an earlier row had: they would replace it. */
  readonly repeatedKeys: number;
  readonly fields: readonly FieldFill[];
  /** Defect and field → rows. */
  readonly defects: Readonly<Record<string, number>>;
  /** Status words that no table knows → rows. */
  readonly unknownStatuses: Readonly<Record<string, number>>;
  /**
   * Columns that the definition reads and no row has, with the nearest existing one; null if none is near.
   */
  readonly missingColumns: readonly { readonly column: string; readonly nearest: string | null }[];
  /** Existing columns that are not read, with an example. */
  readonly unreadColumns: readonly { readonly column: string; readonly example: string }[];
  /** Permit numbers on several rows that are not the addresses of one permit; null for other sources. */
  readonly sharedNumbers: SharedNumbersFound | null;
  readonly rows: readonly TriedRow[];
}

/** Tries `items`; `shown` of the rows are given in full. */
export function trySource(
  source: CatalogSource,
  items: readonly ReadItem[],
  geography: Geography,
  options: { readonly today: string; readonly shown: number },
): Trial {
  const tally = new Tally(source);
  for (const item of items) {
    if ('fault' in item) {
      tally.quarantine(item.fault);
      continue;
    }
    const key = source.rowKey(item.row);
    tally.see(item.row);
    if (key === null) tally.quarantine('The row has no row key.');
    else tally.add(tryRow(source, item.row, item.line, key, geography, options.today), options.shown);
  }
  return tally.trial(items.length);
}

function tryRow(
  source: CatalogSource,
  raw: Readonly<Record<string, unknown>>,
  line: number,
  key: string,
  geography: Geography,
  today: string,
): TriedRow {
  const canonical = source.map(raw);
  const refined = refine(canonical, source.context, geography, { today });
  return {
    line,
    raw,
    row_key: key,
    canonical: Object.fromEntries(givenFields(canonical.fields)),
    record: recordOf(refined),
    refused: refined.kind === 'refused' ? refined.reason : null,
    defects: refined.kind === 'refused' ? [] : refined.defects,
  };
}

function recordOf(refined: Refined): unknown {
  switch (refined.kind) {
    case 'permit':
      return refined.contractor === null
        ? refined.record
        : { ...refined.record, contractor: refined.contractor.facts };
    case 'contractor':
      return refined.contractor.facts;
    case 'decision':
      return refined.record;
    case 'property':
      return refined.facts;
    case 'refused':
      return null;
  }
}

/** Counts what the rows gave. */
class Tally {
  readonly #source: CatalogSource;
  readonly #keys = new Set<string>();
  readonly #columns = new Map<string, string>();
  readonly #fields = new Map<string, Map<string, number>>();
  readonly #defects: Record<string, number> = {};
  readonly #statuses: Record<string, number> = {};
  readonly #quarantined: Record<string, number> = {};
  readonly #rows: TriedRow[] = [];
  readonly #numbers: SharedNumbers | null;
  #usable = 0;
  #repeated = 0;

  constructor(source: CatalogSource) {
    this.#source = source;
    this.#numbers = source.kind === 'permits' && source.rowIs === 'permit' ? new SharedNumbers() : null;
    for (const field of Object.keys(source.definition.map)) this.#fields.set(field, new Map());
  }

  see(row: Readonly<Record<string, unknown>>): void {
    for (const [column, value] of Object.entries(row)) {
      if (this.#columns.get(column)) continue;
      const isNested = typeof value === 'object' && value !== null;
      this.#columns.set(column, isNested ? JSON.stringify(value) : (textOf(value) ?? ''));
    }
  }

  quarantine(reason: string): void {
    count(this.#quarantined, reason);
  }

  add(row: TriedRow, shown: number): void {
    if (this.#keys.has(row.row_key)) this.#repeated += 1;
    else this.#numbers?.add(row.canonical);
    this.#keys.add(row.row_key);
    if (row.refused !== null) this.quarantine(`The row ${row.refused}.`);
    else this.#usable += 1;
    for (const [field, value] of Object.entries(row.canonical)) {
      const values = this.#fields.get(field);
      values?.set(value, (values.get(value) ?? 0) + 1);
    }
    for (const { name, field } of row.defects) {
      count(this.#defects, `${name} in ${field}`);
      if (name === 'status_unknown' && row.canonical.status_raw !== undefined)
        count(this.#statuses, row.canonical.status_raw);
    }
    if (this.#rows.length < shown) this.#rows.push(row);
  }

  trial(read: number): Trial {
    const present = [...this.#columns.keys()];
    const { columns } = this.#source;
    const missing = columns.filter((column) => !this.#columns.has(column));
    const unread = present.filter((column) => !columns.includes(column) && this.#columns.get(column) !== '');
    return {
      read,
      usable: this.#usable,
      quarantined: this.#quarantined,
      repeatedKeys: this.#repeated,
      fields: [...this.#fields].map(([field, values]) => fillOf(field, values)),
      defects: this.#defects,
      unknownStatuses: this.#statuses,
      missingColumns: missing.map((column) => ({ column, nearest: nearest(column, present) })),
      unreadColumns: unread.map((column) => ({ column, example: this.#columns.get(column) ?? '' })),
      sharedNumbers: this.#numbers?.found() ?? null,
      rows: this.#rows,
    };
  }
}

function fillOf(field: string, values: ReadonlyMap<string, number>): FieldFill {
  const byCount = [...values].sort(([, a], [, b]) => b - a);
  return {
    field,
    filled: byCount.reduce((total, [, rows]) => total + rows, 0),
    distinct: values.size,
    examples: byCount.slice(0, shownExamples).map(([value]) => value),
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
