/**
 * What a summary of permits asks: the filters of the explorer, up to two groupings and some measures. The address of
 * the page holds it, so that a summary is a link.
 */
import type { AggregateRow, PermitAggregateParameters } from '@lintel/client';
import {
  fieldMeasure,
  type Grouping,
  groupingIds,
  groupings,
  type MeasureId,
  measuredFields,
  measureIds,
  type PeriodGrouping,
  periodGroupings,
} from '@lintel/contract/aggregate';
import { nameCase } from '@lintel/contract/title-case';
import type { Where } from '../api/summary-queries';
import { type Filters, searchParameters } from '../explorer/filters';
import { areaParameters } from '../explorer/within';
import {
  count,
  days,
  month,
  percent,
  sentence,
  shortCount,
  shortMoney,
  statusNames,
  tickMoney,
  words,
} from '../words/format';
import type { SummaryAddress } from './summary-address';

export interface Summary extends Filters {
  /** One or two, or `all` for one figure over all; without them by year. */
  readonly group?: readonly (Grouping | 'all')[] | undefined;
  /** Without them permits are counted. */
  readonly measure?: readonly MeasureId[] | undefined;
  /** The measure in the chart; without it the first. */
  readonly chart?: MeasureId | undefined;
}

/** As many as a table has columns for. */
export const maxMeasures = 4;

/** The summary of an address, without words that there are not. */
export function summaryOf({ group, measure, chart, ...filters }: SummaryAddress): Summary {
  const groups = group?.includes('all') ? (['all'] as const) : knownOf(groupingIds, group);
  const measures = knownOf(measureIds, measure)?.slice(0, maxMeasures);
  return { ...filters, group: groups, measure: measures, chart: measures?.find((id) => id === chart) };
}

/** Those of the given that there are, each once. */
function knownOf<Id extends string>(ids: readonly Id[], given: readonly string[] | undefined) {
  const known = [...new Set(given)].flatMap((id) => ids.find((each) => each === id) ?? []);
  return known.length === 0 ? undefined : known;
}

/** What is measured, the first of it first. */
export const measuresOf = ({ measure = ['count'] }: Summary): readonly MeasureId[] => measure;

/** What the chart shows. */
export const chartedOf = (summary: Summary): MeasureId => summary.chart ?? measuresOf(summary)[0] ?? 'count';

/** Groups of an answer; a row is a credit. */
const maxRows = 1_000;
/** Groups of one grouping that is not a period: the others are one row. */
const maxNamed = 30;

/** The groupings in the order in which they are shown: a period first, since it is what runs along a chart. */
export function groupsOf({ group = ['year'] }: Summary): readonly Grouping[] {
  const [one = 'year', other] = group;
  if (one === 'all' || other === 'all') return [];
  if (other === undefined) return [one];
  return !isPeriod(one) && isPeriod(other) ? [other, one] : [one, other];
}

export const isPeriod = (id: Grouping | undefined): id is PeriodGrouping =>
  (periodGroupings as readonly (string | undefined)[]).includes(id);

/** Where its permits are; empty for the whole release. */
export function placeAndArea(summary: Summary): Where {
  return { ...(summary.in !== undefined && { geo_id: summary.in }), ...areaParameters(summary) };
}

/** What a summary asks of the service. Without dates it is of permits of any date. */
export function parametersOf(summary: Summary, lastDay: string): PermitAggregateParameters {
  const { permit_from: _from, permit_to: _to, ...filters } = searchParameters(summary, lastDay);
  const group_by = groupsOf(summary);
  const hasPeriod = group_by.some(isPeriod);
  return {
    ...filters,
    permit_from: summary.from,
    permit_to: summary.to,
    group_by,
    measures: measuresOf(summary).filter((id) => id !== 'count'),
    include_empty: hasPeriod,
    limit: hasPeriod ? maxRows : group_by.length === 2 ? 2 * maxNamed : maxNamed,
  };
}

/** How figures of a measure are called and written. */
export interface Figure {
  readonly id: MeasureId;
  readonly name: string;
  /** Their unit; empty where the name says it. */
  readonly unit: string;
  /** Whether figures of groups add up to that of all. */
  readonly isAdded: boolean;
  /** The field that permits may leave out: the names of `_n` and `_without` begin with it. */
  readonly field: keyof typeof measuredFields | 'contractors' | null;
  show(value: number): string;
  showTick(value: number): string;
}

const whole = { show: (value: number) => count(value), showTick: (value: number) => shortCount(value) };
/** How each unit of a measured field is written. */
const shown = {
  cents: { unit: 'US dollars', show: shortMoney, showTick: tickMoney },
  days: { unit: 'days', show: days, showTick: count },
  percent: { unit: 'percent', show: percent, showTick: percent },
  'square feet': { unit: 'square feet', ...whole },
  units: { unit: 'units', ...whole },
} as const;

export function figureOf(id: MeasureId = 'count'): Figure {
  const measure = fieldMeasure(id);
  if (measure === undefined) {
    const isCount = id === 'count';
    const name = isCount ? 'Permits' : 'Contractors';
    return { id, name, unit: '', isAdded: isCount, field: isCount ? null : 'contractors', ...whole };
  }
  const { statistic, field } = measure;
  return {
    id,
    name: measure.title,
    isAdded: statistic === 'sum',
    field,
    ...shown[measuredFields[field].unit],
  };
}

/** A permit has several tags, and may lie in several areas: figures of these groups do not add up. */
export const isCountedTwice = (group: Grouping | undefined) => group === 'tag' || group === 'area';

/** What the chart shows. The units of permits for new dwellings are homes. */
export function chartedFigure(summary: Summary): Figure {
  const figure = figureOf(chartedOf(summary));
  return figure.id === 'sum_units' && String(summary.tags) === 'new_dwelling'
    ? { ...figure, name: newHomes, unit: '' }
    : figure;
}

const newHomes = 'New homes';

/** `Permits tagged roofing`, `Sum of fees of permits tagged roofing`, `New homes` */
export function chartedTitle(summary: Summary): string {
  const { id, name } = chartedFigure(summary);
  const subject = subjectOf(name === newHomes ? { ...summary, tags: [] } : summary);
  if (id === 'count') return subject.charAt(0).toUpperCase() + subject.slice(1);
  return name === newHomes && subject === 'permits' ? name : `${name} of ${subject}`;
}

/** The figure of a row; null where nothing is known. A sum over no permits is nothing, not unknown. */
export function figureIn(row: AggregateRow, { id, isAdded }: Figure): number | null {
  return row[id] ?? (isAdded && row.count === 0 ? 0 : null);
}

/** The first day of the period of a row, which names it in charts; null where its date is not known. */
export function firstDay(row: AggregateRow, period: PeriodGrouping): string | null {
  const value = row[period];
  if (value == null) return null;
  if (period === 'year') return `${value}-01-01`;
  if (period === 'month') return `${value}-01`;
  if (period === 'week') return String(value);
  const [year, quarter] = String(value).split('-Q');
  return `${year}-${String(3 * Number(quarter) - 2).padStart(2, '0')}-01`;
}

/** A period by its first day, as people write it. */
export function periodName(period: PeriodGrouping, day: string): string {
  if (period === 'year') return day.slice(0, 4);
  if (period === 'month') return month(day);
  if (period === 'week') return day;
  return `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`;
}

/** What a group of a row is called. */
export function groupName(row: AggregateRow, group: Grouping): string {
  if (row.others) return 'All others';
  const value = row[group];
  if (value == null) return group === 'contractor' ? 'No contractor named' : 'Not stated';
  if (isPeriod(group)) return periodName(group, firstDay(row, group) ?? '');
  if (group === 'contractor') return row.contractor_name ? nameCase(row.contractor_name) : 'Without a name';
  if (group === 'status') return statusNames[value] ?? sentence(String(value));
  if (group === 'job_value_band') return bandName(String(value));
  if (group === 'zip' || group === 'area') return String(value);
  const name = {
    state: row.state_name,
    county: row.county_name,
    city: row.city_name,
    jurisdiction: row.jurisdiction_name,
  };
  return (group in name ? name[group as keyof typeof name] : null) ?? sentence(String(value));
}

/** `1000-9999.99` as `$1,000 to $9,999`. */
function bandName(band: string): string {
  const [from, to] = band.split('-');
  const dollars = (text: string) => `$${count(Math.floor(Number(text)))}`;
  if (from === undefined || to === undefined) return dollars(band);
  return to === '' ? `${dollars(from)} and more` : `${dollars(from)} to ${dollars(to)}`;
}

/** `by year and property type` */
export function byWords(groups: readonly Grouping[]): string {
  if (groups.length === 0) return 'in all';
  return `by ${groups.map((id) => (id === 'zip' ? groupings[id] : groupings[id].toLowerCase())).join(' and ')}`;
}

/** What a figure is of, as the permits that the filters find: `Permits tagged roofing, job value stated`. */
export function subjectOf(summary: Summary): string {
  const {
    tags = [],
    status = [],
    type = [],
    kind = [],
    renewals,
    outliers,
    value,
    most,
    contractor,
  } = summary;
  const { by, text, number, parcel, inspection, days: least } = summary;
  const lower = (ids: readonly string[]) => ids.map((id) => words(id.replace(/^-/, 'not '))).join(', ');
  const parts = [
    tags.length > 0 ? `tagged ${lower(tags)}` : null,
    status.length > 0 ? status.map((id) => (statusNames[id] ?? id).toLowerCase()).join(' or ') : null,
    type.length > 0 ? `for ${type.join(' or ')} property` : null,
    kind.length > 0 ? kind.join(' or ') : null,
    renewals === 'no' ? 'without renewals' : null,
    outliers === 'no' ? 'without outliers' : null,
    value === undefined ? null : `of $${count(value)} and more`,
    most === undefined ? null : `of up to $${count(most)}`,
    contractor === undefined ? null : `${contractor === 'yes' ? 'with' : 'without'} a contractor`,
    by === undefined ? null : `by ${by}`,
    text === undefined ? null : `with the words “${text}”`,
    number === undefined ? null : `numbered ${number}`,
    parcel === undefined ? null : `on parcel ${parcel}`,
    least === undefined ? null : `issued after ${count(least)} days and more`,
    inspection === undefined ? null : 'with a failed inspection',
  ];
  return ['permits', ...parts.filter((part) => part !== null)].join(' ');
}
