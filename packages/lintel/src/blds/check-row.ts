/** Checks one row of a BLDS file: its values, and the rules between them. */
import { cellFault, isDate } from './check-cell.js';
import type { BldsHeader } from './check-header.js';
import type { Findings } from './finding.js';
import { bldsEitherOf, bldsIfKept } from './standard.js';

/** Raw columns and the column that says the same in the words of the standard. */
const mappedPairs = [
  ['PermitClass', 'PermitClassMapped'],
  ['StatusCurrent', 'StatusCurrentMapped'],
  ['WorkClass', 'WorkClassMapped'],
  ['PermitType', 'PermitTypeMapped'],
  ['ContractorTrade', 'ContractorTradeMapped'],
] as const;

const datesInOrder = [
  ['AppliedDate', 'IssuedDate'],
  ['IssuedDate', 'CompletedDate'],
] as const;

/** The United States with Alaska, Hawaii, Puerto Rico, Guam and Samoa, in degrees. */
const states = { south: -15, north: 72, west: -180, east: -64, guam: 144 };

/** The values of a row by their column in the standard, trimmed; empty ones are left out. */
export function valuesOf(header: BldsHeader, cells: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  header.forEach((column, index) => {
    const value = cells[index]?.trim() ?? '';
    if (column !== null && value !== '') values.set(column.name, value);
  });
  return values;
}

/** Checks the values of a row that begins on the line. */
export function checkRow(
  header: BldsHeader,
  values: ReadonlyMap<string, string>,
  line: number,
  findings: Findings,
): void {
  for (const column of header) {
    const value = column === null ? undefined : values.get(column.name);
    if (column === null || value === undefined) continue;
    const fault = cellFault(column, value);
    if (fault !== null) findings.add(fault.rule, column.name, line, fault.message);
  }
  checkPresence(header, values, line, findings);
  checkPairs(header, values, line, findings);
  checkPoint(values, line, findings);
}

function checkPresence(
  header: BldsHeader,
  values: ReadonlyMap<string, string>,
  line: number,
  findings: Findings,
): void {
  if (!values.has('PermitNum'))
    findings.add('number_missing', 'PermitNum', line, 'The row has no permit number.');
  for (const [one, other] of bldsEitherOf) {
    if (!values.has(one) && !values.has(other)) {
      findings.add('value_missing', one, line, `Neither ${one} nor ${other} has a value.`);
    }
  }
  for (const column of header) {
    if (column?.level !== 'required' || values.has(column.name) || isExcused.has(column.name)) continue;
    findings.add('value_missing', column.name, line, `${column.name} is empty.`);
  }
}

/** Required columns that have a rule of their own, or may be empty. */
const isExcused: ReadonlySet<string> = new Set(['PermitNum', ...bldsEitherOf.flat(), ...bldsIfKept]);

function checkPairs(
  header: BldsHeader,
  values: ReadonlyMap<string, string>,
  line: number,
  findings: Findings,
): void {
  for (const [raw, mapped] of mappedPairs) {
    const isKnown = header.some((column) => column?.name === mapped);
    if (isKnown && values.has(raw) && !values.has(mapped)) {
      findings.add('not_mapped', mapped, line, `${raw} has a value, and ${mapped} has none.`);
    }
  }
  for (const [first, second] of datesInOrder) {
    const [from = '', to = ''] = [values.get(first), values.get(second)];
    if (isDate(from) && isDate(to) && to < from) {
      findings.add('dates_out_of_order', second, line, `${second} ${to} is before ${first} ${from}.`);
    }
  }
}

function checkPoint(values: ReadonlyMap<string, string>, line: number, findings: Findings): void {
  const [latitude, longitude] = [values.get('Latitude'), values.get('Longitude')];
  if (latitude === undefined && longitude === undefined) return;
  if (latitude === undefined || longitude === undefined) {
    const missing = latitude === undefined ? 'Latitude' : 'Longitude';
    findings.add('coordinate_doubtful', missing, line, 'Of the coordinates only one has a value.');
    return;
  }
  const [lat, lng] = [Number(latitude), Number(longitude)];
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return;
  const isInside =
    lat >= states.south &&
    lat <= states.north &&
    ((lng >= states.west && lng <= states.east) || lng >= states.guam);
  if (!isInside) {
    findings.add('coordinate_doubtful', 'Latitude', line, `${lat}, ${lng} is not in the United States.`);
  }
}
