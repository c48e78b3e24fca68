/**
 * The explorer's filters. The address of the page holds them, so that a view can be shared and Back works; what is not
 * a filter is dropped when the address is read.
 */
import type { PermitRecordKind, PermitSearchParameters, PropertyType } from '@lintel/client';
import { kindOf } from '../api/places';
import { type MetricId, metrics } from '../place/metrics';
import { addDays, statusNames } from '../words/format';
import { readWithin, withinParameters } from './within';

export interface Filters {
  /** Where: a geo_id; without one the whole release. */
  readonly in?: string | undefined;
  /** The part of the map that is searched, as within.ts has it. */
  readonly within?: string | undefined;
  /** Where the map is: latitude, longitude, zoom. */
  readonly map?: string | undefined;
  /** First and last start date, YYYY-MM-DD; without them the last year of the release. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The date that the period bounds; without it the start date. */
  readonly date?: DateMeant | undefined;
  /** Whether permits without a date are found too. */
  readonly undated?: 'yes' | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  /** Property types, and finer ones. */
  readonly type?: readonly string[] | undefined;
  readonly detail?: readonly string[] | undefined;
  /** Permit types and subtypes in the words of their source. */
  readonly permit?: readonly string[] | undefined;
  readonly subtype?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly tract?: readonly string[] | undefined;
  readonly district?: readonly string[] | undefined;
  /** The operator's own areas, any of them. */
  readonly area?: readonly string[] | undefined;
  /** What the record is: kinds of it. */
  readonly kind?: readonly string[] | undefined;
  readonly renewals?: 'no' | undefined;
  readonly outliers?: 'no' | undefined;
  /** Least job value in dollars. */
  readonly value?: number | undefined;
  /** Greatest job value in dollars. */
  readonly most?: number | undefined;
  readonly contractor?: 'yes' | 'no' | undefined;
  /** Words of the description. */
  readonly text?: string | undefined;
  /** A permit number, or its beginning. */
  readonly number?: string | undefined;
  /** A parcel number, or its beginning. */
  readonly parcel?: string | undefined;
  /** Least days from filing to issue. */
  readonly days?: number | undefined;
  /** Whether an inspection failed. */
  readonly inspection?: 'failed' | undefined;
  /** The name of a contractor, or a part of it. */
  readonly by?: string | undefined;
  /** Ids of the columns of the table; without them those that are shown at first. */
  readonly columns?: readonly string[] | undefined;
  /** Which permits come first; without it the newest. */
  readonly sort?: 'value' | undefined;
  /** What a narrow screen shows. */
  readonly view?: 'map' | undefined;
  /** Instead of permits: figures of all states, or of all counties of the nation or a state. */
  readonly list?: AreaKind | undefined;
  /** Which of the figures the map shows; `homes`: those of the official count. */
  readonly metric?: MetricId | 'homes' | undefined;
}

/** The filters by values of a field. */
export type ValueFilter =
  | 'tags'
  | 'status'
  | 'permit'
  | 'subtype'
  | 'type'
  | 'detail'
  | 'kind'
  | 'source'
  | 'tract'
  | 'district';

type DateMeant = 'file' | 'issue' | 'final';
/** What happened on each of the dates, the start date first. */
export const datesMeant: readonly (readonly [DateMeant | undefined, string])[] = [
  [undefined, 'started'],
  ['file', 'filed'],
  ['issue', 'issued'],
  ['final', 'completed'],
];

export type AreaKind = 'states' | 'counties';

/** Every type, or this does not compile. */
const isType: Readonly<Record<PropertyType, true>> = {
  residential: true,
  commercial: true,
  industrial: true,
  agricultural: true,
  'vacant land': true,
  exempt: true,
  miscellaneous: true,
  office: true,
  recreational: true,
};
export const propertyTypes = Object.keys(isType);

/** Every kind, or this does not compile. */
const isKind: Readonly<Record<PermitRecordKind, true>> = {
  initial: true,
  renewal: true,
  amendment: true,
  subpermit: true,
  master: true,
  application: true,
};
export const recordKinds = Object.keys(isKind);

/** What "Clear filters" sets: place and period stay. */
export const cleared = {
  date: undefined,
  undated: undefined,
  tags: undefined,
  status: undefined,
  type: undefined,
  detail: undefined,
  permit: undefined,
  subtype: undefined,
  source: undefined,
  tract: undefined,
  district: undefined,
  area: undefined,
  kind: undefined,
  renewals: undefined,
  outliers: undefined,
  value: undefined,
  most: undefined,
  contractor: undefined,
  text: undefined,
  number: undefined,
  parcel: undefined,
  days: undefined,
  inspection: undefined,
  by: undefined,
} satisfies Partial<Filters>;

/** Every filter unset: what an address has besides would otherwise be kept as it is. */
const unset: Readonly<Record<keyof Filters, undefined>> = {
  in: undefined,
  within: undefined,
  map: undefined,
  from: undefined,
  to: undefined,
  ...cleared,
  columns: undefined,
  sort: undefined,
  view: undefined,
  list: undefined,
  metric: undefined,
};

/** Reads the filters of an address; what is none is left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  const place = textOf(search.in);
  const contractor = textOf(search.contractor);
  const read = withoutEmpty<Filters>({
    in: place !== undefined && kindOf(place) !== null ? place : undefined,
    within: readWithin(search.within) === null ? undefined : textOf(search.within),
    map: readView(search.map) === null ? undefined : textOf(search.map),
    from: dateOf(search.from),
    to: dateOf(search.to),
    date: datesMeant.find(([date]) => date !== undefined && date === search.date)?.[0],
    tags: textsOf(search.tags).filter((tag) => /^-?[a-z_]{2,40}$/.test(tag)),
    undated: search.undated === 'yes' ? 'yes' : undefined,
    status: wordsOf(search.status, Object.keys(statusNames)),
    type: wordsOf(search.type, propertyTypes),
    detail: statedOf(search.detail),
    permit: statedOf(search.permit),
    subtype: statedOf(search.subtype),
    source: statedOf(search.source),
    tract: statedOf(search.tract),
    district: statedOf(search.district),
    area: textsOf(search.area).filter((id) => /^[a-z0-9-]+:[a-z0-9-]+$/.test(id)),
    kind: wordsOf(search.kind, recordKinds),
    renewals: search.renewals === 'no' ? 'no' : undefined,
    outliers: search.outliers === 'no' ? 'no' : undefined,
    value: wholeOf(search.value),
    most: wholeOf(search.most),
    contractor: contractor === 'yes' || contractor === 'no' ? contractor : undefined,
    text: textOf(search.text)?.slice(0, 50),
    number: textOf(search.number)?.slice(0, 60),
    parcel: textOf(search.parcel)?.slice(0, 60),
    days: wholeOf(search.days),
    inspection: search.inspection === 'failed' ? 'failed' : undefined,
    by: textOf(search.by)?.slice(0, 100),
    columns: textsOf(search.columns).filter((id) => /^[a-z]{2,20}$/.test(id)),
    sort: search.sort === 'value' ? 'value' : undefined,
    view: search.view === 'map' ? 'map' : undefined,
    list: search.list === 'states' || search.list === 'counties' ? search.list : undefined,
    metric: search.metric === 'homes' ? 'homes' : metrics.find(({ id }) => id === search.metric)?.id,
  });
  return { ...unset, ...read };
}

/** Leaves out what says nothing, so that addresses stay short. */
export function withoutEmpty<T extends object>(values: T): T {
  const kept = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept) as T;
}

/** Latitude, longitude and zoom of a map; null for what is none. */
export function readView(text: unknown): readonly [number, number, number] | null {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] =
    typeof text === 'string' ? text.split(',').map(Number) : [];
  const isView = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 22;
  return isView ? [latitude, longitude, zoom] : null;
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The period of the filters: the last year of the release unless they say otherwise. */
export function periodOf({ from, to }: Filters, releasedAt: string): Period {
  return { from: from ?? addDays(to ?? releasedAt, -364), to: to ?? releasedAt };
}

/** The geo_id of everything: what a search without a place looks in. */
export const everywhere = 'US';

type Parameter = Exclude<
  keyof PermitSearchParameters,
  'sort' | 'size' | 'cursor' | 'include_count' | 'count' | 'fields' | 'facets' | 'facet_size'
>;

/** What a filter of the interface is asked with; null where the page does not ask it. */
type Asked = ((filters: Filters, period: Partial<Period>) => unknown) | null;

const dollars = (amount: number | undefined) => (amount === undefined ? undefined : amount * 100);

/** Every filter of the interface, or this does not compile. */
const asked: Readonly<Record<Parameter, Asked>> = {
  geo_id: ({ in: place, within, area }) => place ?? ((within ?? area) ? undefined : everywhere),
  bbox: ({ within }) => withinParameters(within).bbox,
  near: ({ within }) => withinParameters(within).near,
  radius_m: ({ within }) => withinParameters(within).radius_m,
  within: ({ within }) => withinParameters(within).within,
  permit_from: (_, { from }) => from,
  permit_to: (_, { to }) => to,
  date_field: ({ date }) => date,
  include_undated: ({ undated }) => (undated === 'yes' ? true : undefined),
  permit_tags: ({ tags }) => tags,
  permit_status: ({ status }) => status,
  permit_type: ({ permit }) => permit,
  permit_subtype: ({ subtype }) => subtype,
  permit_source: ({ source }) => source,
  permit_record_kind: ({ kind }) => kind,
  include_renewals: ({ renewals }) => (renewals === 'no' ? false : undefined),
  exclude_outliers: ({ outliers }) => (outliers === 'no' ? true : undefined),
  permit_q: ({ text }) => text,
  permit_number: ({ number }) => number,
  permit_parcel: ({ parcel }) => parcel,
  permit_has_contractor: ({ contractor }) => (contractor === undefined ? undefined : contractor === 'yes'),
  permit_min_job_value: ({ value }) => dollars(value),
  permit_max_job_value: ({ most }) => dollars(most),
  permit_min_fees: null,
  permit_max_fees: null,
  permit_min_approval_duration: ({ days }) => days,
  permit_max_approval_duration: null,
  permit_min_construction_duration: null,
  permit_max_construction_duration: null,
  permit_min_inspection_pr: null,
  permit_max_inspection_pr: ({ inspection }) => (inspection === 'failed' ? 99 : undefined),
  property_type: ({ type }) => type,
  property_type_detail: ({ detail }) => detail,
  property_census_tract: ({ tract }) => tract,
  property_congressional_district: ({ district }) => district,
  area: ({ area }) => area,
  property_min_market_value: null,
  property_max_market_value: null,
  property_min_building_area: null,
  property_max_building_area: null,
  property_min_lot_size: null,
  property_max_lot_size: null,
  property_min_story_count: null,
  property_max_story_count: null,
  property_min_unit_count: null,
  property_max_unit_count: null,
  contractor_classification_derived: null,
  contractor_name: ({ by }) => (by !== undefined && by.length >= 3 ? by : undefined),
  contractor_website: null,
  contractor_license: null,
  contractor_min_total_job_value: null,
  contractor_max_total_job_value: null,
  contractor_min_total_permits_count: null,
  contractor_max_total_permits_count: null,
  contractor_min_inspection_pr: null,
  contractor_max_inspection_pr: null,
};

/** Whether a number is looked for, of a permit or a parcel. */
export const isSought = ({ number, parcel }: Filters) => number !== undefined || parcel !== undefined;

/** The parameters of a permit search. */
export function searchParameters(filters: Filters, releasedAt: string): PermitSearchParameters {
  // A number or a parcel is looked for in all years unless a period was chosen.
  const isUnbounded = isSought(filters) && filters.from === undefined && filters.to === undefined;
  const period = isUnbounded ? {} : periodOf(filters, releasedAt);
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, ask]) => {
      const value = ask?.(filters, period);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as PermitSearchParameters;
}

/** The address of the vector tiles of a search. A box is where the map was, which may move on before it is searched. */
export function tilesAddress({ bbox: _, ...parameters }: PermitSearchParameters): string {
  return `${location.origin}/v2/permits/tiles/{z}/{x}/{y}?${queryOf(parameters)}`;
}

/** A search without its period, as a watch keeps it. */
export function watchedSearch({
  permit_from: _,
  permit_to: __,
  ...parameters
}: PermitSearchParameters): string {
  return queryOf(parameters);
}

/** The parameters of a search as a query. Several numbers are one value, such as a box. */
export function queryOf(parameters: PermitSearchParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const isOne = !Array.isArray(value) || typeof value[0] === 'number';
    for (const one of isOne ? [value] : value) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  return query.toString();
}

/** How many filters beside place and period narrow the result. */
export function activeFilters(filters: Filters): number {
  const { date, undated, tags, status, permit, subtype, type, detail, kind, renewals } = filters;
  const { outliers, value, most, contractor, by, text, number, source, tract, district } = filters;
  const { area, parcel, days, inspection } = filters;
  return [
    date ?? undated,
    tags,
    status,
    permit ?? subtype,
    type ?? detail,
    kind ?? renewals,
    value ?? most ?? outliers,
    contractor ?? by,
    text,
    number ?? parcel,
    area,
    source ?? tract ?? district,
    days ?? inspection,
  ].filter((one) => one !== undefined).length;
}

function textOf(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' && one.trim() !== '' ? one.trim() : undefined;
}

function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Number(textOf(value));
  return Number.isSafeInteger(number) && number > 0 && number < 1e10 ? number : undefined;
}

function textsOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return [...new Set(all.filter((one) => typeof one === 'string' && one !== ''))].slice(0, 20) as string[];
}

/** Those of the words, and `unknown` for none. */
const wordsOf = (value: unknown, words: readonly string[]) =>
  textsOf(value).filter((word) => word === 'unknown' || words.includes(word));

/** Texts as sources state them. An address of numbers alone is read as a number. */
const statedOf = (value: unknown) =>
  textsOf([value].flat().map((one) => (typeof one === 'number' ? String(one) : one))).filter(
    (text) => text.length <= 250,
  );

function dateOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^(?:1[89]|2[01])\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}
