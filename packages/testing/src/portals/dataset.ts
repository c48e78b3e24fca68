/** Made-up permits as a portal holds them, to be served over each protocol. */

export interface PortalRow {
  /** Row number inside the portal: object id, `_id`, `cartodb_id`. */
  readonly id: number;
  readonly updatedMs: number;
  readonly permit: string;
  readonly type: string;
  /** Code of a coded domain. */
  readonly status: number | null;
  readonly description: string | null;
  readonly issuedMs: number | null;
  readonly cost: number | null;
  readonly lng: number;
  readonly lat: number;
}

export interface Dataset {
  readonly id: string;
  rows: PortalRow[];
  /** Rows of a file instead of the made-up ones: record n belongs to row n + 1. */
  readonly records?: readonly Readonly<Record<string, unknown>>[];
  /** Columns that the portal has besides the usual ones, with their types. */
  extra: Record<string, string>;
  /** Columns that the portal lacks. */
  lost: string[];
  /** Types that differ from the usual ones. */
  retyped: Record<string, string>;
}

/** What the codes of `status` mean. */
export const statusNames: Readonly<Record<number, string>> = { 1: 'In Review', 2: 'Issued', 3: 'Finaled' };

const types = ['New', 'Repair', 'Roof "tear off"', 'Pool, spa'];
const texts = ['Reroof', 'New deck,\n12 by 14 ft', 'Añadir baño', 'Say "hello"', null, "O'Neil's shed"];
const dayMs = 86_400_000;
/** All made-up rows are older than this. */
export const lastChangeMs = Date.UTC(2026, 5, 1);

/** `count` rows, the same in every run. */
export function syntheticDataset(id: string, count: number): Dataset {
  const rows = Array.from({ length: count }, (_, index) => syntheticRow(index + 1));
  return { id, rows, extra: {}, lost: [], retyped: {} };
}

export function syntheticRow(id: number): PortalRow {
  const mix = (id * 2_654_435_761) % 1_000_003;
  return {
    id,
    updatedMs: lastChangeMs - ((mix % 900) + 1) * dayMs + id,
    permit: `E-${String(id).padStart(6, '0')}`,
    type: types[mix % types.length] ?? '',
    status: mix % 7 === 0 ? null : (mix % 3) + 1,
    description: texts[mix % texts.length] ?? null,
    issuedMs: mix % 5 === 0 ? null : lastChangeMs - (mix % 5000) * dayMs,
    cost: mix % 11 === 0 ? null : (mix % 90_000) + 0.5,
    lng: -98 - (mix % 1000) / 1000,
    lat: 38 + (mix % 1000) / 1000,
  };
}

/** Changes a row as an office would. */
export function change(dataset: Dataset, id: number, to: Partial<PortalRow>): void {
  dataset.rows = dataset.rows.map((row) => (row.id === id ? { ...row, ...to } : row));
}

/** Columns with the types that the protocol gives them. */
export function columnsOf(dataset: Dataset, types: Readonly<Record<string, string>>): [string, string][] {
  if (dataset.records !== undefined) {
    const names = new Set(dataset.records.flatMap((record) => Object.keys(record)));
    const own = Object.entries(types).filter(([name]) => name === 'OBJECTID');
    return [...own, ...[...names].map((name): [string, string] => [name, 'text'])];
  }
  const all = { ...types, ...dataset.extra, ...dataset.retyped };
  return Object.entries(all).filter(([name]) => !dataset.lost.includes(name));
}

/** A row as a protocol returns it, without the dataset's missing columns and with its additional ones. */
export function shaped(
  dataset: Dataset,
  { id }: PortalRow,
  shown: Record<string, unknown>,
): Record<string, unknown> {
  const record = dataset.records?.[id - 1];
  if (record !== undefined) return 'OBJECTID' in shown ? { OBJECTID: id, ...record } : { ...record };
  const more = Object.fromEntries(Object.keys(dataset.extra).map((name) => [name, 'x']));
  const all = { ...shown, ...more };
  for (const name of dataset.lost) delete all[name];
  return all;
}

/** A dataset of the records of a file. */
export function datasetOf(id: string, records: readonly Record<string, unknown>[]): Dataset {
  const rows = records.map((_, index) => syntheticRow(index + 1));
  return { id, rows, records, extra: {}, lost: [], retyped: {} };
}
