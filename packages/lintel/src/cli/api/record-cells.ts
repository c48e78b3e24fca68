/**
 * Records as cells of a table on a terminal: money in dollars, other quantities with their units, lists joined, and an
 * address as one text. The names of columns are those of exports.
 */
import { nearest } from '@lintel/contract/plain';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { type Column, readerOf } from '../../export/column.js';
import { nestedWidth, wrap } from '../terminal/outcome.js';
import type { TableColumn } from '../terminal/record-table.js';
import { columnNames } from './column-names.js';
import { facts } from './generated.js';

/** Columns by the kind of record, the most important first; those that have no room are left out. */
const usualColumns: Readonly<Record<string, readonly string[]>> = {
  Permit: ['id', 'start_date', 'status', 'job_value', 'address', 'description', 'tags'],
  Contractor: [
    'id',
    'contractor',
    'permit_count',
    'total_job_value',
    'city',
    'classification_derived',
    'primary_phone',
  ],
  Property: ['id', 'address', 'last_permit_date', 'permit_count', 'property_type', 'year_built', 'tags'],
  Decision: ['id', 'decision_date', 'title', 'category', 'city', 'project_value'],
  Address: ['geo_id', 'name', 'match'],
  MonthlyMetrics: [
    'date',
    'permit_count',
    'contractor_count',
    'total_job_value',
    'avg_construction_duration',
  ],
  ContractorMetrics: ['date', 'permit_count', 'total_job_value', 'avg_construction_duration'],
};

interface Computed {
  readonly name: string;
  text(record: unknown): string | null;
}

/** Columns that are made of several. */
const computed: readonly Computed[] = [
  { name: 'address', text: (record) => addressText(memberOf(record, 'address')) },
  {
    name: 'contractor',
    text: (record) => textOf(memberOf(record, 'business_name')) ?? textOf(memberOf(record, 'name')),
  },
  { name: 'city', text: (record) => partsText(memberOf(record, 'address'), 'city', 'state') },
];

/** The columns of records called `item`: those chosen, or the usual ones. Throws a UsageError for an unknown name. */
export function tableColumns(item: string, chosen: readonly string[] | null): readonly TableColumn[] {
  const known = facts.columns[item] ?? [];
  const names = chosen ?? usualColumns[item] ?? known.map(({ name }) => name);
  return names.map((name) => columnOf(name, known, item));
}

/** Refuses the name of a column, and lists those that there are. */
export function unknownColumn(name: string, names: readonly string[]): never {
  const near = nearest(name, names);
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  throw new UsageError(`There is no column "${name}".${meant} Columns are:`, {
    list: wrap(names.join(', '), nestedWidth()),
  });
}

function columnOf(name: string, known: readonly Column[], item: string): TableColumn {
  const column = known.find((one) => one.name === name);
  if (column === undefined) {
    const made = computed.find((one) => one.name === name);
    if (made !== undefined) return { name, isNumber: false, cell: made.text };
    return unknownColumn(name, columnNames(item));
  }
  const read = readerOf(column);
  const format = formatOf(column);
  const isNumber = column.type === 'integer' || column.type === 'number';
  return {
    name,
    isNumber,
    cell: (record) => {
      const value = read(record);
      return value === null ? null : format(value);
    },
  };
}

/** How a value of the column is written, by the unit that ends its description. */
export function formatOf({ type, description }: Column): (value: unknown) => string {
  if (type === 'texts') return (value) => (Array.isArray(value) ? value.join(', ') : String(value));
  if (type === 'json') return (value) => tallyText(value) ?? JSON.stringify(value);
  if (type !== 'integer' && type !== 'number') return String;
  const unit = units.find(([ending]) => description.endsWith(ending))?.[1];
  return (value) => (typeof value === 'number' ? (unit ?? plainNumber)(value) : String(value));
}

/** Counts by name as a list, `remodel 17, residential 18`; null for any other value. */
function tallyText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const counts = Object.entries(value);
  const isTally = counts.every(([, count]) => typeof count === 'number');
  return isTally ? counts.map(([name, count]) => `${name} ${formatCount(Number(count))}`).join(', ') : null;
}

/** Years and coordinates are numbers that are not counted. */
function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) >= 10_000 ? formatCount(value) : String(value);
}

const units: readonly (readonly [string, (value: number) => string])[] = [
  ['US cents.', dollars],
  ['Whole days.', (value) => `${formatCount(value)} d`],
  ['Whole percent.', (value) => `${value} %`],
  ['Whole square feet.', (value) => `${formatCount(value)} sq ft`],
];

/** Cents as dollars; without the cents where there are none. */
function dollars(cents: number): string {
  const [sign, absolute] = cents < 0 ? ['-', -cents] : ['', cents];
  const rest = absolute % 100;
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${sign}$${formatCount(Math.floor(absolute / 100))}${decimals}`;
}

/** `4348 DEVONSHIRE ST, HOUSTON TX 77075`. */
function addressText(address: unknown): string | null {
  const street = partsText(address, 'street_no', 'street', 'unit');
  const city = partsText(address, 'city', 'state', 'zip_code');
  return street === null || city === null ? (street ?? city) : `${street}, ${city}`;
}

/** Those of the members that are known, with a blank between them. */
function partsText(value: unknown, ...keys: readonly string[]): string | null {
  const parts = keys.flatMap((key) => textOf(memberOf(value, key)) ?? []);
  return parts.length === 0 ? null : parts.join(' ');
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
