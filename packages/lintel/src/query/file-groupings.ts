/** What permits are put together by and what is measured of them, read from the columns of a release (C52). */
import {
  type DateField,
  type FactSource,
  type Grouping,
  jobValueBands,
  type MeasuredFieldId,
  type PeriodGrouping,
  permitRecordKinds,
  permitStatuses,
  propertyTypes,
  type TextGrouping,
  tagIds,
  textGroupings,
} from '@lintel/contract/plain';
import { at, u32At } from '../base/memory/at.js';
import { setOf } from '../format/areas/area-sets.js';
import type { RowDates } from '../format/column/row-dates.js';
import {
  geoIdOf,
  highTagsMask,
  kindOf,
  type PlaceColumn,
  placeColumns,
  statusOf,
  typeOf,
} from '../format/filters/terms.js';
import { joinedFacts, type NumberColumn } from '../format/permit-fields.js';
import type { GroupValue } from './group-sums.js';
import type { Filters } from './open-filters.js';
import { type PeriodKind, periodKinds } from './periods.js';

/** Which group rows are in, as small numbers: 0 where the permit has no such value. */
export interface FileGrouping {
  /** Numbers are below it. */
  readonly size: number;
  /** Writes the numbers of ascending rows. */
  codes(rows: Uint32Array, into: Uint32Array): void;
  /** Where a row may be in several groups: passes on each of them instead. */
  readonly each?: (rows: Uint32Array, take: (row: number, code: number) => void) => void;
  /** What the answer writes for a number above 0. */
  value(code: number): GroupValue;
}

/** What groupings read besides the filters. */
export interface GroupedRelease {
  readonly filters: Filters;
  readonly dateField: DateField;
  readonly areaSet: string | null;
  /** The id of the contractor in a row of the contractors. */
  contractorId(row: number): string;
}

function place(column: PlaceColumn) {
  return ({ filters }: GroupedRelease): FileGrouping => {
    const numbers = at(filters.places, placeColumns.indexOf(column));
    return {
      size: filters.placeCount + 1,
      codes: (rows, into) => numbers.read(rows, into),
      value: (number) => geoIdOf(column, filters.placeKey(number - 1)),
    };
  };
}

/** A word of the second word of the facets. */
const word =
  (vocabulary: readonly string[], numberOf: (packed: number) => number) =>
  ({ filters: { facets } }: GroupedRelease): FileGrouping => ({
    size: vocabulary.length + 1,
    codes(rows, into) {
      facets.read(rows, into, 1);
      for (let i = 0; i < rows.length; i++) into[i] = numberOf(u32At(into, i));
    },
    value: (number) => at(vocabulary, number - 1),
  });

function stated(grouping: TextGrouping) {
  return ({ filters: { dictionaries } }: GroupedRelease): FileGrouping => {
    const dictionary = dictionaries[textGroupings[grouping]];
    return {
      size: dictionary.texts.length + 1,
      codes: (rows, into) => dictionary.read(rows, into),
      value: (number) => dictionary.text(number),
    };
  };
}

/** The first year of a period, of which dates of permits are after. */
const firstYear = 1_800;
const lastYear = 2_200;

function period(name: PeriodGrouping) {
  const kind = periodKinds[name];
  const before = kind.of(firstYear * 10_000 + 101) - 1;
  return ({ filters, dateField }: GroupedRelease): FileGrouping => ({
    size: kind.of(lastYear * 10_000 + 101) - before + 1,
    codes:
      dateField === 'start'
        ? (rows, into) => startPeriods(filters.dates, kind, before, rows, into)
        : (rows, into) => {
            filters.numbers[`${dateField}_date`].read(rows, into);
            let [last, code] = [0, 0];
            for (let i = 0; i < rows.length; i++) {
              const date = u32At(into, i);
              if (date !== last) code = date === 0 ? 0 : kind.of(date) - before;
              last = date;
              into[i] = code;
            }
          },
    value: (code) => kind.text(code + before),
  });
}

/** The numbers of periods of `start_date`, by which rows are sorted: those of a period are beside one another. */
function startPeriods(
  dates: RowDates,
  kind: PeriodKind,
  before: number,
  rows: Uint32Array,
  into: Uint32Array,
): void {
  let [end, code] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const row = u32At(rows, i);
    if (row >= end) {
      const date = dates.of(row);
      const own = kind.of(date);
      code = date === 0 ? 0 : own - before;
      end = date === 0 ? Number.POSITIVE_INFINITY : dates.between(kind.first(own), date).to;
    }
    into[i] = code;
  }
}

function tag({ filters: { facets } }: GroupedRelease): FileGrouping {
  let words = [new Uint32Array(0), new Uint32Array(0)] as const;
  return {
    size: tagIds.length + 1,
    codes: () => {},
    each(rows, take) {
      if (words[0].length < rows.length) words = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
      const [lows, highs] = words;
      facets.read(rows, lows, 0);
      facets.read(rows, highs, 1);
      for (let i = 0; i < rows.length; i++) {
        const row = u32At(rows, i);
        let low = u32At(lows, i);
        let high = u32At(highs, i) & highTagsMask;
        if (low === 0 && high === 0) take(row, 0);
        for (; low !== 0; low &= low - 1) take(row, 32 - Math.clz32(low & -low));
        for (; high !== 0; high &= high - 1) take(row, 64 - Math.clz32(high & -high));
      }
    },
    value: (number) => at(tagIds, number - 1),
  };
}

function area({ filters: { areas }, areaSet }: GroupedRelease): FileGrouping {
  const ids: string[] = [];
  // The groups of each number of the dictionary.
  const codes = (areas?.areas ?? []).map((own) => {
    const known = own.filter((id) => areaSet === null || setOf(id) === areaSet);
    return known.map((id) => (ids.includes(id) ? ids.indexOf(id) + 1 : ids.push(id)));
  });
  return {
    size: ids.length + 1,
    codes: () => {},
    each(rows, take) {
      for (const row of rows) {
        const own = codes[areas?.at(row) ?? 0] ?? [];
        if (own.length === 0) take(row, 0);
        for (const code of own) take(row, code);
      }
    },
    value: (number) => at(ids, number - 1),
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
  tract: stated('tract'),
  district: stated('district'),
  area,
  tag,
  status: word(permitStatuses, statusOf),
  type: stated('type'),
  subtype: stated('subtype'),
  property_type_detail: stated('property_type_detail'),
  property_type: word(propertyTypes, typeOf),
  record_kind: word(permitRecordKinds, kindOf),
  contractor: ({ filters, contractorId }) => ({
    size: filters.counts.contractors + 1,
    codes: (rows, into) => filters.contractor.read(rows, into),
    value: (number) => contractorId(number - 1),
  }),
  source: stated('source'),
  job_value_band: ({ filters: { numbers } }) => {
    let values = new Float64Array(0);
    return {
      size: jobValueBands.length + 1,
      codes(rows, into) {
        if (values.length < rows.length) values = new Float64Array(rows.length);
        numbers.job_value.read(rows, values);
        for (let i = 0; i < rows.length; i++) {
          const value = values[i] ?? Number.NaN;
          // Comparisons with NaN do not hold.
          let band = 0;
          while (band < jobValueBands.length && value >= (jobValueBands[band]?.from ?? 0)) band += 1;
          into[i] = band;
        }
      },
      value: (number) => at(jobValueBands, number - 1).name,
    };
  },
};

/** Writes the values of a field in rows; what a permit does not state is negative or NaN. */
export type FieldReader = (rows: Uint32Array, into: Float64Array) => void;

type FileField = (filters: Filters, facts: FactSource) => FieldReader;

const column =
  (name: NumberColumn): FileField =>
  ({ numbers }) =>
  (rows, into) =>
    numbers[name].read(rows, into);

function fact(field: (typeof joinedFacts)[number], name: NumberColumn): FileField {
  const bit = 1 << joinedFacts.indexOf(field);
  return ({ numbers, joined }, facts) =>
    (rows, into) => {
      numbers[name].read(rows, into);
      if (facts === 'joined') return;
      for (let i = 0; i < rows.length; i++) if ((joined.at(u32At(rows, i)) & bit) !== 0) into[i] = Number.NaN;
    };
}

/** The measured fields in files. One without a line does not compile. */
export const fileFields: Readonly<Record<MeasuredFieldId, FileField>> = {
  job_value: column('job_value'),
  fees: column('fees'),
  units: fact('property_unit_count', 'unit_count'),
  area: fact('property_building_area', 'building_area'),
  approval_duration: column('approval_duration'),
  construction_duration: column('construction_duration'),
  total_duration: column('total_duration'),
  inspection_pass_rate: column('inspection_pr'),
};
