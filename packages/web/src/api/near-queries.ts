/** What pages ask of permits around a point, as queries. */
import type { Lintel, Permit, PermitSearchParameters } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';
import type { LocalDurations } from '../near/expected';
import { metresBetween, type Point } from '../near/locate';
import { addDays, contractorName } from '../words/format';
import { type ListedPermit, listFields } from './list-fields';

/** Permits that one request brings. */
const perRequest = 100;
/** Years in which a permit that is still open was begun: what is older was forgotten, not built. */
export const openYears = 5;
/** Years after which works without a status are over. */
export const unstatedYears = 2;
/** Fewer permits say nothing of what is usual. */
const fewPermits = 20;

export interface NearPermit {
  readonly permit: ListedPermit;
  /** From the point, in metres. */
  readonly metres: number;
}

export interface NearPermits {
  /** The nearest first. */
  readonly permits: readonly NearPermit[];
  /** How many there are, also beyond those; null where counting took too long. */
  readonly total: number | null;
  /** How many of the nearest are of the address itself and left out here; absent where none are. */
  readonly own?: number;
}

/** What is near: open permits, those whose status nobody states, and those completed in the last year. */
export type NearKind = 'open' | 'unstated' | 'done';

/** Permits around a point, up to a day. A credit for each. */
export const nearQuery = (lintel: Lintel, point: Point, metres: number, lastDay: string, kind: NearKind) =>
  queryOptions({
    queryKey: ['near', point, metres, lastDay, kind],
    queryFn: async ({ signal }): Promise<NearPermits> => {
      const ask = (radius_m: number) =>
        lintel.permits
          .search(
            {
              near: [...point],
              radius_m,
              ...filtersOf(kind, lastDay),
              include_renewals: false,
              size: perRequest,
              include_count: true,
              fields: listFields,
            },
            { signal },
          )
          .page();
      const page = await ask(metres);
      // The newest are not the nearest: where there are too many, those close by are asked for too.
      const close = page.next_cursor === null ? [] : (await ask(Math.round(metres / 3))).items;
      const found = new Map([...close, ...page.items].map((permit) => [permit.id, permit]));
      return { permits: byDistance([...found.values()], point), total: page.total_count?.value ?? null };
    },
  });

function filtersOf(kind: NearKind, lastDay: string): PermitSearchParameters {
  const since = (years: number) => ({ permit_from: addDays(lastDay, -365 * years), permit_to: lastDay });
  if (kind === 'open') return { permit_status: ['in_review', 'active'], ...since(openYears) };
  if (kind === 'unstated') return { permit_status: ['unknown'], ...since(unstatedYears) };
  return { permit_status: ['final'], date_field: 'final', ...since(1) };
}

/** Beyond this, in metres, nothing is near. */
export const farthest = 10_000;

/** The permit nearest to a point, of any time; null where none is near. A credit for each that is looked at. */
export const nearestQuery = (lintel: Lintel, point: Point) =>
  queryOptions({
    queryKey: ['nearest', point],
    queryFn: async ({ signal }): Promise<ListedPermit | null> => {
      for (const radius_m of [100, 300, 1000, farthest]) {
        const { items } = await lintel.permits
          .search({ near: [...point], radius_m, ...ever, size: 20, fields: listFields }, { signal })
          .page();
        const [nearest] = byDistance(items, point);
        if (nearest) return nearest.permit;
      }
      return null;
    },
  });

const ever = { permit_from: '1800-01-01', permit_to: '2199-12-31' };

function byDistance(permits: readonly ListedPermit[], point: Point): NearPermit[] {
  return permits
    .flatMap((permit) => {
      const [lat, lng] = permit.address.latlng ?? [];
      return lat === undefined || lng === undefined
        ? []
        : [{ permit, metres: metresBetween(point, [lat, lng]) }];
    })
    .sort((one, other) => one.metres - other.metres);
}

/** The names of contractors by id. A credit for each. */
/** The contractors of some permits, as many as one request answers. */
export const contractorsOf = (permits: readonly Pick<Permit, 'contractor_id'>[]): string[] =>
  [...new Set(permits.flatMap(({ contractor_id: id }) => id ?? []))].slice(0, 50);

export const namesQuery = (lintel: Lintel, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['names', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const found = await lintel.contractors.get([...ids], { fields: ['name', 'business_name'] }, { signal });
      return new Map(found.map((contractor) => [contractor.id, contractorName(contractor)]));
    },
  });

export interface DurationsByType {
  /** Of a permit: of its type, or of any where those are few. */
  of(permit: Pick<Permit, 'type'>): LocalDurations | null;
}

/** How long works took that an authority saw completed in the last years, by permit type. A credit for each type. */
export const durationsByTypeQuery = (lintel: Lintel, jurisdictionId: string, lastDay: string) =>
  queryOptions({
    queryKey: ['durations by type', jurisdictionId, lastDay],
    queryFn: async ({ signal }): Promise<DurationsByType> => {
      const ask = (group_by: 'type'[]) =>
        lintel.permits.aggregate(
          {
            geo_id: jurisdictionId,
            date_field: 'final',
            permit_from: addDays(lastDay, -365 * openYears),
            permit_to: lastDay,
            group_by,
            measures: [
              'p25_construction_duration',
              'median_construction_duration',
              'p75_construction_duration',
              'median_approval_duration',
            ],
            limit: 50,
          },
          { signal },
        );
      const [byType, all] = await Promise.all([ask(['type']), ask([])]);
      const types = new Map(
        byType.rows.flatMap((row) => (row.type == null ? [] : [[row.type, durationsOf(row)] as const])),
      );
      const [row] = all.rows;
      const any = row === undefined ? null : durationsOf(row);
      return {
        of({ type }) {
          const own = types.get(type ?? '');
          const chosen = own !== undefined && own.built >= fewPermits ? own : any;
          return chosen !== null && chosen.built >= fewPermits ? chosen : null;
        },
      };
    },
  });

type Row = Awaited<ReturnType<Lintel['permits']['aggregate']>>['rows'][number];

function durationsOf(row: Row): LocalDurations {
  const { p25_construction_duration: p25, median_construction_duration: median } = row;
  const { p75_construction_duration: p75, median_approval_duration: approval } = row;
  return {
    built: row.construction_duration_n ?? 0,
    approval: approval ?? null,
    construction: p25 == null || median == null || p75 == null ? null : { p25, median, p75 },
  };
}
