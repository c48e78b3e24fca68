/**
 * Metrics, coverage and decision searches by plain scans over parsed records: the oracle for the real
 * release, and the implementation of the release in memory.
 */
import {
  type ContractorMetrics,
  type CoverageField,
  type CoverageRow,
  type CurrentMetrics,
  coverageFields,
  type Decision,
  type GeoIdKind,
  type MonthlyMetrics,
  type Permit,
} from '@lintel/contract';
import type { DecisionQuery } from 'lintel/dist/query/questions.js';
import type { MonthRange } from 'lintel/dist/query/sum-facts.js';
import type { WiderPlace } from 'lintel/dist/query/wider-place.js';
import type { MetricsQuery } from 'lintel/dist/query/wire-rows.js';
import { decisionTests, passes } from './naive-filters.js';

/** The geo_ids of the places of a kind that contain any address of a permit. */
export function placesOfPermit(permit: Permit, kind: GeoIdKind): string[] {
  const addresses = [{ ...permit.address, ...permit.geo_ids }, ...(permit.other_addresses ?? [])];
  const found = addresses.flatMap((address) => {
    const places: Record<GeoIdKind, string | null> = {
      address: address.address_id,
      city: address.city_id,
      county: address.county_id,
      jurisdiction: address.jurisdiction_id,
      state: address.state,
      zip: address.zip_code,
    };
    return places[kind] ?? [];
  });
  return [...new Set(found)];
}

/** The authority of a city that has at least half of its permits or its name, but not all (C59), by first addresses. */
export function naiveWiderPlace(permits: readonly Permit[], city: string): WiderPlace | null {
  const its = permits.filter(({ geo_ids: ids }) => ids.city_id === city);
  const authorities = [...new Set(known(its.map(({ geo_ids: ids }) => ids.jurisdiction_id)))];
  const found = authorities.map((jurisdiction) => {
    const isItsOwn = ({ geo_ids: ids }: Permit) => ids.jurisdiction_id === jurisdiction;
    return {
      jurisdiction,
      inCity: its.filter(isItsOwn).length,
      inAll: permits.filter(isItsOwn).length,
    };
  });
  const wider = found.filter(({ jurisdiction }) => mainCity(permits, jurisdiction) === city);
  return wider.sort((a, b) => b.inCity - a.inCity || (a.jurisdiction < b.jurisdiction ? -1 : 1))[0] ?? null;
}

/** The city of the name of an authority, else the one with half of its permits, but not all; of two the first. */
function mainCity(permits: readonly Permit[], jurisdiction: string): string | undefined {
  const its = permits.filter(({ geo_ids: ids }) => ids.jurisdiction_id === jurisdiction);
  const of = (id: string) => its.filter(({ geo_ids: ids }) => ids.city_id === id);
  const cities = [...new Set(known(its.map(({ geo_ids: ids }) => ids.city_id)))].sort();
  const some = cities.filter((id) => of(id).length < its.length);
  const named = some.filter((id) => of(id)[0]?.address.city === of(id)[0]?.address.jurisdiction);
  return named[0] ?? some.find((id) => of(id).length * 2 >= its.length);
}

function isMeasured(permit: Permit, { tag, propertyType }: MetricsQuery): boolean {
  const tags: readonly string[] = permit.tags;
  return (
    (tag === 'all' || tags.includes(tag)) && (propertyType === 'all' || permit.property_type === propertyType)
  );
}

const known = <T>(values: readonly (T | null | undefined)[]) =>
  values.filter((value): value is T => value !== null && value !== undefined);

function mean(values: readonly (number | null | undefined)[]): number | null {
  const numbers = known(values);
  if (numbers.length === 0) return null;
  // Half a unit more, rounded down: halves go up.
  return Math.floor(
    (2 * numbers.reduce((sum, value) => sum + value, 0) + numbers.length) / (2 * numbers.length),
  );
}

function total(values: readonly (number | null)[]): number | null {
  const numbers = known(values);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

function activity(permits: readonly Permit[]) {
  return {
    permit_count: permits.length,
    contractor_count: new Set(known(permits.map((permit) => permit.contractor_id))).size,
    avg_construction_duration: mean(permits.map((permit) => permit.construction_duration)),
    avg_approval_duration: mean(permits.map((permit) => permit.approval_duration)),
    total_job_value: total(permits.map((permit) => permit.job_value)),
    avg_inspection_pass_rate: mean(permits.map((permit) => permit.inspection_pass_rate)),
  };
}

/** Whether metrics count a permit: no renewals, and under tags of new buildings only what is one (C51). */
function isCounted({ record_kind: kind }: Permit, { tag }: MetricsQuery): boolean {
  if (kind === 'renewal') return false;
  const isNew = tag === 'new_construction' || tag === 'new_dwelling';
  return !isNew || !['amendment', 'subpermit', 'application'].includes(kind ?? '');
}

/** The current row over the permits of one place (C29). */
export function naiveCurrent(
  permits: readonly Permit[],
  geoId: string,
  query: MetricsQuery,
  releasedAt: string,
): CurrentMetrics[] {
  const after = new Date(Date.parse(releasedAt) - 365 * 86_400_000).toISOString().slice(0, 10);
  const measured = permits.filter((permit) => isMeasured(permit, query));
  const current = measured.filter((permit) => {
    const { start_date: date } = permit;
    return date !== null && date > after && date <= releasedAt && isCounted(permit, query);
  });
  if (current.length === 0) return [];
  return [
    {
      geo_id: geoId,
      tag: query.tag as CurrentMetrics['tag'],
      property_type: query.propertyType as CurrentMetrics['property_type'],
      ...activity(current),
      permit_active_count: measured.filter(({ status }) => status === 'active').length,
      permit_in_review_count: measured.filter(({ status }) => status === 'in_review').length,
    },
  ];
}

/** Permits by the month of their start_date, the oldest first. */
function byMonth(permits: readonly Permit[], query: MetricsQuery, range: MonthRange): [string, Permit[]][] {
  const months = new Map<string, Permit[]>();
  for (const permit of permits) {
    if (permit.start_date === null || !isMeasured(permit, query) || !isCounted(permit, query)) continue;
    const [year = 0, month = 0] = permit.start_date.split('-').map(Number);
    const number = year * 12 + month - 1;
    if (number < range.from || number > range.to) continue;
    const date = `${permit.start_date.slice(0, 7)}-01`;
    months.set(date, [...(months.get(date) ?? []), permit]);
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The monthly rows over the permits of one place (C29). */
export function naiveMonthly(
  permits: readonly Permit[],
  geoId: string,
  query: MetricsQuery,
  range: MonthRange,
): MonthlyMetrics[] {
  return byMonth(permits, query, range).map(([date, some]) => ({
    geo_id: geoId,
    tag: query.tag as MonthlyMetrics['tag'],
    property_type: query.propertyType as MonthlyMetrics['property_type'],
    date,
    ...activity(some),
  }));
}

/** The monthly rows over the permits of one contractor (C27). */
export function naiveContractor(
  permits: readonly Permit[],
  query: MetricsQuery,
  range: MonthRange,
): ContractorMetrics[] {
  return byMonth(permits, query, range).map(([date, some]) => {
    const values = some.map((permit) => permit.job_value);
    return {
      date,
      tag: query.tag as ContractorMetrics['tag'],
      property_type: query.propertyType as ContractorMetrics['property_type'],
      permit_count: some.length,
      avg_job_value: mean(values),
      total_job_value: total(values),
      avg_construction_duration: mean(some.map((permit) => permit.construction_duration)),
      avg_inspection_pass_rate: mean(some.map((permit) => permit.inspection_pass_rate)),
    };
  });
}

function hasField(permit: Permit, field: CoverageField): boolean {
  const value = field === 'owner_name' ? permit.property_legal_owner : permit[field];
  return value !== null && value !== undefined;
}

/** The fields that fewer than 80 % of the permits of one place state in a period (C31). */
export function naiveCoverage(permits: readonly Permit[], from: string, to: string): CoverageRow[] {
  const some = permits.filter(({ start_date: date }) => date !== null && date >= from && date <= to);
  return coverageFields.flatMap((field) => {
    const count = some.filter((permit) => hasField(permit, field)).length;
    const share = some.length === 0 ? 0 : count / some.length;
    if (share >= 0.8) return [];
    const tier = share < 0.1 ? ('missing' as const) : ('partial' as const);
    const fill = Math.floor((count * 1000) / Math.max(1, some.length)) / 10;
    return [{ field, tier, fill_pct: fill, permits_total: some.length }];
  });
}

/** Decisions that match (C28), the newest first, then by id. `stem` maps the forms of a word to a common stem. */
export function naiveDecisions(
  decisions: readonly Decision[],
  query: DecisionQuery,
  stem: (word: string) => string = (word) => word,
): Decision[] {
  const fits = passes(decisionTests, query);
  return decisions
    .filter((decision) => fits({ decision, stem }))
    .sort((a, b) => {
      const [dateA, dateB] = [a.decision_date ?? '', b.decision_date ?? ''];
      return dateA === dateB ? (a.id < b.id ? -1 : 1) : dateA < dateB ? 1 : -1;
    });
}
