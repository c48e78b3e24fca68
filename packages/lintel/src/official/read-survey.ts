/**
 * Reads files of the Census Bureau's Building Permits Survey (census.gov/permits): annual and monthly files by state and
 * by county, annual ones by place, as published. Two lines of column names that belong together, a blank one, then a
 * line for each of them with codes that are padded.
 */
import type { OfficialPeriod } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import { consolidated } from './consolidated.js';

/** A line of the survey. */
export interface SurveyRow extends OfficialPeriod {
  /** Two-digit FIPS code. */
  readonly state: string;
  /** Five-digit GEOID of the county; null in a file by state. */
  readonly county: string | null;
  /** Null in a file by state or county. */
  readonly place: SurveyPlace | null;
}

/** An authority that issues permits. */
export interface SurveyPlace {
  readonly name: string;
  /** GEOID with seven digits (a city or village) or ten (a town or township); null for what lies outside both. */
  readonly geoid: string | null;
  /** Inhabitants. */
  readonly population: number | null;
}

export interface Survey {
  readonly kind: 'state' | 'county' | 'place';
  /** `2024` or `2024-09`. */
  readonly period: string;
  /** Of the country's four, those that the file has, as digits. */
  readonly regions: string;
  readonly rows: readonly SurveyRow[];
}

const kindsOfBuilding = ['1-unit', '2-units', '3-4 units', '5+ units'];
const numbersInAll = kindsOfBuilding.length * 6;
const cents = 100;
/** Files by state give values in thousands of dollars, and some in dollars: no state's homes cost less than this on average. */
const leastDollarsPerHome = 5000;

/** What a file says; throws a UserError that names the line at fault. */
export function readSurvey(text: string, path: string): Survey {
  const [first = '', second = '', ...lines] = text.split(/\r?\n/);
  const columns = columnsOf(first, second);
  const kind = kindOf(columns);
  const isSurvey = columns[0] === 'Survey Date' && columns[1]?.includes('State') === true;
  if (!isSurvey || !kindsOfBuilding.every((each) => first.includes(each))) {
    throw new UserError(
      `${path} is no file of the Building Permits Survey: it begins with "${first.slice(0, 60)}".`,
      {
        hint: 'Take the files by state (such as st2024a.txt), county (co2023a.txt) or place (so2024a.txt) as they are published.',
      },
    );
  }
  const read = { kind, columns, path } as const;
  const rows = lines.flatMap((line, i) =>
    line.trim() === '' ? [] : rowOf(line, `line ${i + 3} of ${path}`, read),
  );
  const [one] = rows;
  if (one === undefined) throw new UserError(`${path} has no rows.`);
  const other = rows.find(({ period }) => period !== one.period);
  if (other !== undefined)
    throw new UserError(`${path} has rows of ${one.period} and of ${other.period}: a file has one period.`);
  const region = columns.indexOf('Region Code');
  const regions = new Set(lines.flatMap((line) => line.split(',')[region]?.trim() ?? []));
  return {
    kind,
    period: one.period,
    regions: [...regions]
      .filter((each) => /^[1-4]$/.test(each))
      .sort()
      .join(''),
    rows: kind === 'state' ? inDollars(rows) : rows,
  };
}

function kindOf(columns: readonly string[]): Survey['kind'] {
  if (columns.includes('FIPS Place Code')) return 'place';
  return columns.includes('State Name') ? 'state' : 'county';
}

function inDollars(rows: readonly SurveyRow[]): readonly SurveyRow[] {
  const sum = (of: (row: SurveyRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  if (sum(({ value }) => value) >= sum(({ units }) => units) * leastDollarsPerHome * cents) return rows;
  const times = <T extends { readonly value: number }>(each: T): T => ({ ...each, value: each.value * 1000 });
  return rows.map(({ kinds, ...row }) => ({
    ...times(row),
    kinds: {
      one_unit: times(kinds.one_unit),
      two_units: times(kinds.two_units),
      three_or_four_units: times(kinds.three_or_four_units),
      five_or_more_units: times(kinds.five_or_more_units),
    },
  }));
}

/** The two lines of names as one: `FIPS` over `State` is `FIPS State`. */
function columnsOf(first: string, second: string): string[] {
  const above = first.split(',');
  return second.split(',').map((below, i) => `${above[i] ?? ''} ${below}`.trim());
}

interface Read {
  readonly kind: Survey['kind'];
  readonly columns: readonly string[];
}

function rowOf(line: string, where: string, { kind, columns }: Read): SurveyRow {
  const cells = line.split(',').map((cell) => cell.trim());
  const numbers = cells.slice(-numbersInAll).map(Number);
  const date = /^(\d{4})(\d{2})?$/.exec(cells[0] ?? '');
  if (
    cells.length !== columns.length ||
    date === null ||
    !numbers.every((each) => Number.isSafeInteger(each) && each >= 0)
  )
    throw new UserError(`The ${where} is not as the survey writes it: "${line.slice(0, 80)}".`, {
      hint: 'Download the file again: it may be cut, or a program may have changed it.',
    });
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const [, year = '', month] = date;
  const state = kind === 'place' ? cell('State Code') : cell('FIPS State');
  const county = state + (kind === 'place' ? cell('County Code') : cell('FIPS County'));
  const months = kind === 'place' ? Number(cell('Number of Months Rep')) : null;
  return {
    // Files by state name a year as its month 99.
    period: month === undefined || month === '99' ? year : `${year}-${month}`,
    state,
    county: kind === 'state' ? null : county,
    place: kind === 'place' ? placeOf(cell, state, county) : null,
    months_reported: months,
    ...countsOf(numbers),
  };
}

function placeOf(cell: (name: string) => string, state: string, county: string): SurveyPlace {
  const [place, town] = [cell('FIPS Place Code'), cell('FIPS MCD Code')];
  // 99990 is what lies outside of all places; the county issues its permits.
  const isPlace = place !== '00000' && !place.startsWith('999');
  const isTown = town !== '00000' && !town.startsWith('999');
  const population = Number(cell('Pop'));
  const known = consolidated[`${state} ${cell('6-Digit ID')}`];
  if (known !== undefined) {
    const { geoid, name, isPart = false } = known;
    return { name, geoid, population: population > 0 && !isPart ? population : null };
  }
  return {
    name: cell('Place Name'),
    geoid: isPlace ? state + place : isTown ? county + town : null,
    population: population > 0 ? population : null,
  };
}

type Counts = Omit<OfficialPeriod, 'period' | 'months_reported'>;

/** Buildings, units and value of each kind of building with estimates, then as reported. */
function countsOf(numbers: readonly number[]): Counts {
  const at = (kind: number, column: number) => numbers[kind * 3 + column] ?? 0;
  const kind = (i: number) => ({ buildings: at(i, 0), units: at(i, 1), value: at(i, 2) * cents });
  const kinds = {
    one_unit: kind(0),
    two_units: kind(1),
    three_or_four_units: kind(2),
    five_or_more_units: kind(3),
  };
  const sum = (of: (i: number) => number) => [0, 1, 2, 3].reduce((all, i) => all + of(i), 0);
  return {
    buildings: sum((i) => at(i, 0)),
    units: sum((i) => at(i, 1)),
    units_reported: sum((i) => at(i + kindsOfBuilding.length, 1)),
    value: sum((i) => at(i, 2)) * cents,
    kinds,
  };
}
