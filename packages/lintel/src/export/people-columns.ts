/**
 * The columns of a table for people (C62): names in place of ids, one address in place of its parts, dollars in place of
 * cents, names and addresses in the letters of the pages, and headings in words with their unit. They are made from
 * those for programs, so a new field has one too.
 */
import { nameCase, titleCase } from '@lintel/contract/title-case';
import { type Column, readerOf } from './column.js';
import { columnsOf } from './columns.js';
import type { ExportKind } from './kinds.js';

/** What a cell of the column holds: dates are YYYY-MM-DD, dollars have up to two decimals. */
type CellType = 'text' | 'date' | 'dollars' | 'number';

export interface PeopleColumn {
  readonly heading: string;
  readonly type: CellType;
  /** The value in a record; null where it has none. `nameOf` gives the name of a contractor. */
  read(record: unknown, nameOf: (contractor: string) => string | null): string | number | null;
}

/** How headings name the units that end the descriptions of columns. */
const units: readonly (readonly [ending: string, heading: string])[] = [
  ['US cents.', '$'],
  ['Whole days.', 'days'],
  ['Whole percent.', '%'],
  ['Whole square feet.', 'sq ft'],
];

/** Parts of an address, each a column. */
const addressParts: readonly (readonly [heading: string, ...parts: readonly string[]])[] = [
  ['Address', 'street_no', 'street', 'unit'],
  ['City', 'city'],
  ['County', 'county'],
  ['State', 'state'],
  ['ZIP code', 'zip_code'],
];

/**
 * The columns of a kind of record: of the named fields in their order, or of all, the id last. Points and tallies are for
 * programs, and so are fields of a property that repeat others under a shorter name.
 */
export function peopleColumns(kind: ExportKind, fields: readonly string[] | null): readonly PeopleColumn[] {
  const all = columnsOf(kind);
  if (fields !== null) return fields.flatMap((field) => ofField(all, field));
  const names = new Set(all.map(({ name }) => name));
  const own = [...new Set(all.map(({ path }) => String(path[0])))];
  const isRepeated = (field: string) =>
    kind === 'properties' && (names.has(`property_${field}`) || names.has(`address_${field}`));
  const isId = (field: string) => /^(?:geo_)?id$/.test(field);
  const first = own.filter((field) => !isId(field) && !isRepeated(field));
  return [...first, ...own.filter(isId)].flatMap((field) => ofField(all, field));
}

function ofField(all: readonly Column[], field: string): readonly PeopleColumn[] {
  if (field === 'address') return addressParts.map(([heading, ...parts]) => addressColumn(heading, parts));
  return all.filter(({ path, type }) => path[0] === field && type !== 'json').flatMap(peopleColumn);
}

function addressColumn(heading: string, parts: readonly string[]): PeopleColumn {
  const readers = parts.map((part) => readerOf({ path: ['address', part] }));
  const isCode = heading === 'State' || heading === 'ZIP code';
  return {
    heading,
    type: 'text',
    read: (record) => {
      const text = readers.flatMap((read) => read(record) ?? []).join(' ');
      return (isCode ? text : titleCase(text)) || null;
    },
  };
}

function peopleColumn(column: Column): readonly PeopleColumn[] {
  const { name, type, description } = column;
  if (/^lat(?:itude)?$|^long(?:itude)?$/.test(name)) return [];
  const read = readerOf(column);
  if (name === 'contractor_id') {
    const nameIn = (record: unknown, nameOf: (contractor: string) => string | null) => {
      const id = read(record);
      const found = typeof id === 'string' ? nameOf(id) : null;
      return found === null ? null : nameCase(found);
    };
    return [{ heading: 'Contractor', type: 'text', read: nameIn }];
  }
  if (/_id$/.test(name) && name !== 'geo_id') return [];
  const unit = units.find(([ending]) => description.endsWith(ending))?.[1];
  const heading = `${words(name)}${unit === undefined ? '' : ` (${unit})`}`;
  if (unit === '$') return [{ heading, type: 'dollars', read: (record) => dollarsOf(read(record)) }];
  if (type === 'date') return [{ heading, type, read: (record) => textOf(read(record)) }];
  if (type === 'integer' || type === 'number')
    return [{ heading, type: 'number', read: (record) => numberOf(read(record)) }];
  const isWord = /^(?:status|property_type(?:_detail)?|record_kind)$/.test(name);
  return [{ heading, type: 'text', read: (record) => capitalized(textOf(read(record)), isWord) }];
}

/** A word of a vocabulary that is the whole cell begins as on the pages: `In review`. */
function capitalized(text: string | null, isWord: boolean): string | null {
  return text === null || !isWord ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** `property_unit_count` as `Property unit count`, `zip_code` as `ZIP code`. */
function words(name: string): string {
  if (name === 'description_derived') return 'Work';
  const text = name
    .replaceAll('_', ' ')
    .replace(/\b(?:id|zip|dba|sic|naics|url)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(textOf).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return null;
  // A word of a vocabulary: `in_review`.
  return /^[a-z\d]+(?:_[a-z\d]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const dollarsOf = (cents: unknown) => (typeof cents === 'number' ? cents / 100 : null);
