/**
 * Fields that several columns make together: a parcel of block and lot, a name of its parts, the later of two costs, the
 * contractor among the people of a permit.
 */
import type { SourceKind } from '../../base/source-kind.js';
import type { ColumnProfile } from './columns/profile.js';
import type { ProposedField } from './proposal.js';

/** The joined fields of those that are not proposed, and the proposed ones that a second column makes better. */
export function joinedFields(
  kind: SourceKind,
  proposed: readonly ProposedField[],
  columns: readonly ColumnProfile[],
): ProposedField[] {
  const has = (field: string) => proposed.some((each) => each.field === field);
  const named = proposed.map((each) => {
    if (each.field === 'job_value') return withRevised(each, columns);
    return each.field.startsWith('contractor_') ? ofGroup(each, columns) : each;
  });
  const parcel =
    kind === 'decisions' || kind === 'contractors' || has('parcel') ? null : blockAndLot(columns);
  const ofPerson = kind === 'contractors' ? 'name' : 'contractor_person';
  const whose = kind === 'contractors' ? ['name', 'contact'] : ['contractor', 'permittee'];
  const isOfPeople = kind === 'permits' || kind === 'contractors';
  const person = !isOfPeople || has(ofPerson) ? null : personOf(ofPerson, whose, columns);
  return [...named, ...[parcel, person].filter((each) => each !== null)];
}

/** The column of exactly these words that has values. */
function columnOf(columns: readonly ColumnProfile[], ...words: readonly string[]): string | null {
  const found = columns.find(
    (column) =>
      column.filled > 0 && isOnly(column, words) && words.every((word) => column.words.known.has(word)),
  );
  return found?.name ?? null;
}

/** Whether a name has no other words than these. */
function isOnly({ words: { known, unknown } }: ColumnProfile, words: readonly string[]): boolean {
  return unknown.length === 0 && [...known].every((word) => words.includes(word));
}

/** The column of a first or a last name, which may have the middle one too; it is empty only where no value was seen. */
function nameColumn(columns: readonly ColumnProfile[], whose: string, part: 'first' | 'last'): string | null {
  const found = columns.find(
    (column) =>
      (column.filled > 0 || column.rows === 0) &&
      isOnly(column, [whose, part, 'name', 'middle']) &&
      column.words.known.has(part) &&
      (whose === 'name' || column.words.known.has(whose)),
  );
  return found?.name ?? null;
}

function blockAndLot(columns: readonly ColumnProfile[]): ProposedField | null {
  const [block, lot] = [columnOf(columns, 'block'), columnOf(columns, 'lot')];
  // New York numbers blocks anew in each borough; `BIN` is its number of a building.
  const isNewYork = columns.some(({ name }) => /^(?:bin|bbl|borough)(?:$|[ _#])/i.test(name));
  if (block === null || lot === null || isNewYork) return null;
  return {
    field: 'parcel',
    expression: { join: [block, lot], with: '/', all: true },
    columns: [block, lot],
    confidence: 0.8,
    doubt: 'it is made of block and lot',
  };
}

function personOf(
  field: string,
  people: readonly string[],
  columns: readonly ColumnProfile[],
): ProposedField | null {
  for (const whose of people) {
    const [first, last] = [nameColumn(columns, whose, 'first'), nameColumn(columns, whose, 'last')];
    if (first === null || last === null) continue;
    return {
      field,
      expression: { join: [first, last] },
      columns: [first, last],
      confidence: 0.9,
      doubt: 'it is made of the first and the last name',
    };
  }
  return null;
}

/** What a cost was revised to counts more than what it was estimated at. */
function withRevised(value: ProposedField, columns: readonly ColumnProfile[]): ProposedField {
  const [estimated] = value.columns;
  const found = columns.find(({ name }) => name === estimated);
  if (found === undefined || !found.words.known.has('estimate')) return value;
  const others = [...found.words.known].filter((word) => word !== 'estimate');
  const revised = columnOf(columns, 'revised', ...others);
  if (revised === null) return value;
  return { ...value, expression: { first: [revised, found.name] }, columns: [revised, found.name] };
}

/** Which of the people of a permit is the contractor, best first. */
const contractorTypes = [
  '^(?:GENERAL|CONTRACTOR.*GENERAL)',
  '^[^O].*CONTRACTOR|^CONTRACTOR',
  '^(?:BUILDER|MASON)',
];

/**
 * Of numbered groups of columns with a type each (`CONTRACTOR_1_TYPE` to `CONTRACTOR_15_TYPE`) the one that the type
 * chooses: the first may be the owner.
 */
function ofGroup(proposed: ProposedField, columns: readonly ColumnProfile[]): ProposedField {
  const names = new Set(columns.map(({ name }) => name));
  const [column = ''] = proposed.columns;
  const [, before = '', after = ''] = /^(\w*\D)1((?!\d)\w*)$/.exec(column) ?? [];
  const last = [...names].filter((name) => name.startsWith(before) && name.endsWith(after)).length;
  const type = [...names].find((name) => name.startsWith(`${before}1`) && /type$/i.test(name));
  if (before === '' || last < 2 || type === undefined || !names.has(`${before}${last}${after}`))
    return proposed;
  return {
    ...proposed,
    expression: {
      slot: `${before}{n}${after}`,
      of: last,
      where: type.replace(`${before}1`, `${before}{n}`),
      patterns: contractorTypes,
    },
    doubt: 'the type of each group of columns says which is the contractor',
  };
}
