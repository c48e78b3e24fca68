/**
 * Rows without what could name a person or a house, in the shape of real ones: what shows how a definition reads a
 * row, and may be published.
 *
 * Only columns that the definition reads are kept. Figures, dates and places larger than a street stay, and words of
 * types and statuses that several rows have: what an office wrote into one row only may be anything, also a name. All
 * else is made up.
 */
import { compileExpression } from '../mapping/expression.js';
import { type SourceRow, textOf } from '../mapping/value.js';
import type { CatalogSource } from '../source/catalog-source.js';

/** Fields whose values say nothing about a person or a house. */
const kept = new Set([
  'type',
  'subtype',
  'work',
  'use',
  'status_raw',
  'record_kind',
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

/** Rows that must have a word before it is published. */
const leastRows = 3;

/** What several rows of a dataset have. */
interface Common {
  /** Column → its values, the most frequent first. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Column → the words with which its values begin before a digit, as numbers of permits do. */
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
}

/** The chosen rows with made-up values. `seen` are all rows that were read, which say what is common. */
export function madeUpRows(
  source: CatalogSource,
  chosen: readonly SourceRow[],
  seen: readonly SourceRow[],
): Record<string, unknown>[] {
  const fields = fieldsByColumn(source);
  const common = commonIn(source.columns, fields, seen);
  return chosen.map((row, index) => {
    const number = index + 1;
    const made: Record<string, unknown> = {};
    for (const column of source.columns) {
      const text = textOf(row[column]);
      // Nested values could hold anything.
      if (text === undefined) continue;
      const given = fields.get(column) ?? ['key'];
      const [field = 'key'] = given;
      const point = given.some((name) => name === 'lat' || name === 'lng') ? coarse(text) : null;
      const words = common.values.get(column) ?? [];
      if (point !== null) made[column] = point;
      else if (!given.every((name) => kept.has(name)))
        made[column] = madeUp(field, text, number) ?? shaped(text, number, common.prefixes.get(column));
      else if (isFigure(field, text)) made[column] = field === 'zip' ? text.slice(0, 5) : row[column];
      else if (words.length === 0) made[column] = shaped(text, number);
      else made[column] = words.includes(text) ? text : words[index % words.length];
    }
    return made;
  });
}

const telephone = /^\D*1?\D{0,2}\d{3}\D{0,2}\d{3}\D?\d{4}\D*$/;
/** Besides digits: names of months, the word of a date in JSON, the marks of ISO 8601 and of hours. */
const dateWords =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|date\b|[tz]\b|(?<=\d)t|[ap]m\b/gi;

/** Whether a value is an amount, a count, a date or a ZIP code: those stay. */
function isFigure(field: string, text: string): boolean {
  if (field === 'zip') return /^\d{5}(?:-?\d{4})?$/.test(text);
  const isDate = /date|^as_of$/.test(field);
  const rest = isDate ? text.replace(dateWords, '') : text;
  return !/[^\d\s.,:$%/+()-]/.test(rest) && (isDate || !telephone.test(text));
}

function commonIn(
  columns: readonly string[],
  fields: ReadonlyMap<string, readonly string[]>,
  seen: readonly SourceRow[],
): Common {
  const values = new Map<string, string[]>();
  const prefixes = new Map<string, string[]>();
  const names = new Set<string>();
  for (const column of columns) {
    const texts = seen.flatMap((row) => textOf(row[column]) ?? []);
    const isNamed = fields.get(column)?.some((field) => firms.has(field) || persons.test(field));
    if (isNamed) for (const text of texts) names.add(text.toLowerCase());
    values.set(column, frequent(texts));
    prefixes.set(column, frequent(texts.flatMap((text) => prefixOf(text) ?? [])));
  }
  const isWord = (text: string) => !names.has(text.toLowerCase()) && !/@|\d{3}\D{0,2}\d{4}/.test(text);
  return {
    values: new Map([...values].map(([column, texts]) => [column, texts.filter(isWord)])),
    prefixes,
  };
}

/** The different texts that at least `leastRows` have, the most frequent first. */
function frequent(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= leastRows)
    .sort(([, a], [, b]) => b - a)
    .map(([text]) => text);
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

/** A made-up value of a field that has one of its own; null for any other. */
function madeUp(field: string, text: string, number: number): string | null {
  if (/^owner\b/i.test(text)) return 'Owner';
  if (firms.has(field)) return `Example Builders ${number} LLC`;
  if (field.endsWith('email')) return `office${number}@example.com`;
  if (field.endsWith('phone')) return `(312) 555-010${number % 10}`;
  if (field === 'street_name') return 'ELM';
  if (persons.test(field)) return `Pat Example ${String.fromCharCode(64 + number)}`;
  if (field.endsWith('address')) return `${10 + number} Elm St`;
  return field === 'description' || field === 'title' ? `Made-up ${field} ${number}` : null;
}

function prefixOf(text: string): string | undefined {
  return /^[A-Za-z]{1,8}(?=[-\d])/.exec(text)?.[0];
}

/** The text with other digits, and every letter an X, but for a leading word that numbers of permits begin with. */
function shaped(text: string, number: number, prefixes: readonly string[] = []): string {
  const prefix = prefixes.find((common) => common === prefixOf(text)) ?? '';
  let at = number;
  const rest = text.slice(prefix.length).replace(/\d/g, () => String((at++ * 7 + number) % 10));
  return `${prefix}${rest.replace(/[A-Z]/g, 'X').replace(/[a-z]/g, 'x')}`;
}

/** Feet or metres of a plane: about ten kilometres. */
const coarsePlane = 30_000;

/**
 * Degrees to a tenth, and feet alike: ten kilometres. Of a text with a point in it only the point stays; null for one
 * without.
 */
function coarse(text: string): string | null {
  const whole = Number(text);
  if (Number.isFinite(whole)) {
    return Math.abs(whole) <= 180 ? whole.toFixed(1) : String(Math.round(whole / coarsePlane) * coarsePlane);
  }
  const [, mark = ''] = /^(POINT\s*)\(/i.exec(text) ?? [];
  const numbers = text.match(/-?\d+\.\d+/g);
  if (numbers === null) return null;
  return `${mark}(${numbers.map((number) => coarse(number)).join(mark === '' ? ', ' : ' ')})`;
}
