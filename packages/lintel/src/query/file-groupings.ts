/** What permits are put together by and what is measured of them, read from the columns of a release (C52). */
import {
  type DateField,
  type FactSource,
  type Grouping,
  jobValueBands,
  type MeasuredFieldId,
  type PeriodGrouping,
  permitStatuses,
  propertyTypes,
  tagIds,
} from '@lintel/contract/plain';
import { at } from '../base/memory/at.js';
import type { ColumnReader } from '../format/column/column-file.js';
import {
  geoIdOf,
  highTagsMask,
  type PlaceColumn,
  placeColumns,
  statusOf,
  typeOf,
} from '../format/filters/terms.js';
import { joinedFacts } from '../format/permit-fields.js';
import type { GroupValue } from './group-sums.js';
import type { Filters } from './open-filters.js';
import { periodKinds } from './periods.js';

/** Which group a row is in, as a small number: 0 where the permit has no such value. */
export interface FileGrouping {
  /** Numbers are below it. */
  readonly size: number;
  code(row: number): number;
  /** Where a row may be in several groups: passes on the number of each instead. */
  readonly each?: (row: number, take: (code: number) => void) => void;
  /** What the answer writes for a number above 0. */
  value(code: number): GroupValue;
}

/** What groupings read besides the filters. */
export interface GroupedRelease {
  readonly filters: Filters;
  readonly dateField: DateField;
  /** The id of the contractor in a row of the contractors. */
  contractorId(row: number): string;
}

const words = (vocabulary: readonly string[], code: (row: number) => number): FileGrouping => ({
  size: vocabulary.length + 1,
  code,
  value: (number) => at(vocabulary, number - 1),
});

function place(column: PlaceColumn) {
  return ({ filters }: GroupedRelease): FileGrouping => {
    const numbers = at(filters.places, placeColumns.indexOf(column));
    return {
      size: filters.placeCount + 1,
      code: (row) => numbers.at(row),
      value: (number) => geoIdOf(column, filters.placeKey(number - 1)),
    };
  };
}

/** The first year of a period, of which dates of permits are after. */
const firstYear = 1_800;
const lastYear = 2_200;

function period(name: PeriodGrouping) {
  const kind = periodKinds[name];
  const before = kind.of(firstYear * 10_000 + 101) - 1;
  return (release: GroupedRelease): FileGrouping => {
    const dateOf = dates(release);
    let [lastDate, lastCode] = [0, 0];
    return {
      size: kind.of(lastYear * 10_000 + 101) - before + 1,
      code(row) {
        const date = dateOf(row);
        if (date === lastDate) return lastCode;
        lastDate = date;
        lastCode = date === 0 ? 0 : kind.of(date) - before;
        return lastCode;
      },
      value: (code) => kind.text(code + before),
    };
  };
}

/** The date of a row as YYYYMMDD, 0 without one. Rows come in order, and most have the start_date of the one before. */
function dates({ filters, dateField }: GroupedRelease): (row: number) => number {
  if (dateField !== 'start') {
    const column = filters.numbers[`${dateField}_date`];
    return (row) => column.at(row);
  }
  let same = { from: 0, to: 0 };
  let date = 0;
  return (row) => {
    if (row >= same.from && row < same.to) return date;
    date = filters.dates.of(row);
    same = date === 0 ? filters.dates.undated() : filters.dates.between(date, date);
    return date;
  };
}

function tag({ filters: { facets } }: GroupedRelease): FileGrouping {
  return {
    ...words(tagIds, () => 0),
    each(row, take) {
      let low = facets.at(row);
      let high = facets.at(row, 1) & highTagsMask;
      if (low === 0 && high === 0) take(0);
      for (; low !== 0; low &= low - 1) take(32 - Math.clz32(low & -low));
      for (; high !== 0; high &= high - 1) take(64 - Math.clz32(high & -high));
    },
  };
}

/** The groupings in files. One without a line does not compile. */
export const fileGroupings: Readonly<Record<Grouping, (release: GroupedRelease) => FileGrouping>> = {
  year: period('year'),
  quarter: period('quarter'),
  month: period('month'),
  week: period('week'),
  state: place('state'),
  county: place('county'),
  city: place('city'),
  jurisdiction: place('jurisdiction'),
  zip: place('zip'),
  tag,
  status: ({ filters: { facets } }) => words(permitStatuses, (row) => statusOf(facets.at(row, 1))),
  property_type: ({ filters: { facets } }) => words(propertyTypes, (row) => typeOf(facets.at(row, 1))),
  contractor: ({ filters, contractorId }) => ({
    size: filters.counts.contractors + 1,
    code: (row) => filters.contractor.at(row),
    value: (number) => contractorId(number - 1),
  }),
  job_value_band: ({ filters: { numbers } }) =>
    words(
      jobValueBands.map(({ name }) => name),
      (row) => {
        const value = numbers.job_value.at(row);
        // Comparisons with NaN do not hold.
        let band = 0;
        while (band < jobValueBands.length && value >= (jobValueBands[band]?.from ?? 0)) band += 1;
        return band;
      },
    ),
};

/** The value of a field in a row; NaN where the permit does not state it. */
type FieldReader = (filters: Filters, facts: FactSource) => (row: number) => number;

const money = (column: ColumnReader) => (row: number) => column.at(row);
/** Unknown ones are negative. */
const whole = (column: ColumnReader) => (row: number) => {
  const value = column.at(row);
  return value < 0 ? Number.NaN : value;
};

function fact(
  name: (typeof joinedFacts)[number],
  read: (filters: Filters) => (row: number) => number,
): FieldReader {
  const bit = 1 << joinedFacts.indexOf(name);
  return (filters, facts) => {
    const value = read(filters);
    if (facts === 'joined') return value;
    return (row) => ((filters.joined.at(row) & bit) === 0 ? value(row) : Number.NaN);
  };
}

/** The measured fields in files. One without a line does not compile. */
export const fileFields: Readonly<Record<MeasuredFieldId, FieldReader>> = {
  job_value: ({ numbers }) => money(numbers.job_value),
  fees: ({ numbers }) => money(numbers.fees),
  units: fact('property_unit_count', ({ numbers }) => whole(numbers.unit_count)),
  area: fact('property_building_area', ({ numbers }) => money(numbers.building_area)),
  approval_duration: ({ numbers }) => whole(numbers.approval_duration),
  construction_duration: ({ numbers }) => whole(numbers.construction_duration),
  total_duration: ({ numbers }) => whole(numbers.total_duration),
  inspection_pass_rate: ({ numbers }) => whole(numbers.inspection_pr),
};
