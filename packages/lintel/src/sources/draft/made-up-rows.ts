/**
 * Rows without what could name a person or a house, in the shape of real ones: what shows how a definition reads a
 * row, and may be published.
 *
 * Only columns that the definition reads are kept. Words of types, statuses, dates, amounts and places larger than a
 * street stay; everything else is made up.
 */
import { compileExpression } from '../mapping/expression.js';
import { textOf } from '../mapping/value.js';
import type { CatalogSource } from '../source/catalog-source.js';

type Row = Readonly<Record<string, unknown>>;

/** Fields whose values say nothing about a person or a house. */
const kept = new Set([
  'type',
  'subtype',
  'work',
  'use',
  'status_raw',
  'file_date',
  'issue_date',
  'final_date',
  'job_value',
  'fees',
  'city',
  'county',
  'state',
  'zip',
  'property_type',
  'property_type_detail',
  'story_count',
  'unit_count',
  'year_built',
  'building_area',
  'job_area',
  'lot_size',
  'contractor_trade',
  'contractor_license_state',
  'classification',
  'trade',
  'business_type',
  'license_issue_date',
  'license_exp_date',
  'decision_date',
  'outcome',
  'category',
  'subcategory',
  'as_of',
]);
const firms = new Set(['contractor_name', 'business_name', 'dba']);
const persons = /(?:_person|^name|_name)$/;

/** The row with made-up values. The `number`th row gets numbers of its own, so that keys stay unique. */
export function madeUpRow(source: CatalogSource, row: Row, number: number): Record<string, unknown> {
  const fields = fieldsByColumn(source);
  const made: Record<string, unknown> = {};
  for (const column of source.columns) {
    const value = row[column];
    const text = textOf(value);
    const [field = 'key', ...others] = fields.get(column) ?? [];
    // Nested values could hold anything.
    if (text === undefined) continue;
    if (others.length === 0 && kept.has(field)) made[column] = value;
    else made[column] = field === 'lat' || field === 'lng' ? coarse(text) : madeUp(field, text, number);
  }
  return made;
}

function fieldsByColumn({ definition: { map } }: CatalogSource): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [field, expression] of Object.entries(map)) {
    const columns = new Set<string>();
    compileExpression(expression, { place: { file: '', path: '' }, columns, slotChoices: new Map() }, field);
    for (const column of columns) fields.set(column, [...(fields.get(column) ?? []), field]);
  }
  return fields;
}

function madeUp(field: string, text: string, number: number): string {
  if (/^owner\b/i.test(text)) return 'Owner';
  if (firms.has(field)) return `Example Builders ${number} LLC`;
  if (field.endsWith('email')) return `office${number}@example.com`;
  if (field.endsWith('phone')) return `(312) 555-010${number % 10}`;
  if (persons.test(field)) return `Pat Example ${String.fromCharCode(64 + number)}`;
  if (field.endsWith('address')) return `${10 + number} Elm St`;
  if (field === 'description' || field === 'title') return `Made-up ${field} ${number}`;
  if (field === 'street_name') return 'ELM';
  return sameShape(text, number);
}

/** The text with other digits, and every letter an X, but for a leading word that numbers of permits begin with. */
function sameShape(text: string, number: number): string {
  const prefix = /^[A-Za-z]{1,8}(?=[-\d])/.exec(text)?.[0] ?? '';
  let at = number;
  const rest = text.slice(prefix.length).replace(/\d/g, () => String((at++ * 7 + number) % 10));
  return `${prefix}${rest.replace(/[A-Z]/g, 'X').replace(/[a-z]/g, 'x')}`;
}

/** Degrees to a tenth: ten kilometres. */
function coarse(text: string): string {
  const degrees = Number(text);
  return Number.isFinite(degrees) ? degrees.toFixed(1) : text;
}
