/**
 * What pages ask of permits and properties, as queries: each names what its answer depends on, and is cancelled when
 * unwanted.
 */
import type { DurationQuartiles, Lintel, Permit, PermitSearchParameters } from '@lintel/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Filters, searchParameters } from '../explorer/filters';
import { addDays } from '../words/format';
import { listFields, pageSize } from './list-fields';

/** How many permits a search finds. */
export interface Total {
  readonly value: number;
  /** Otherwise it is about so many. */
  readonly isExact: boolean;
}

interface Counted {
  readonly total_count?: { readonly value: number; readonly relation: string } | null;
  readonly total_estimate?: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** How many the first page of a search says; null where it does not. An estimate without bounds is a count. */
export function totalOf(page: Counted | undefined): Total | null {
  const { total_count: counted, total_estimate: about } = page ?? {};
  if (counted?.relation === 'eq') return { value: counted.value, isExact: true };
  return about ? { value: about.value, isExact: about.low === about.high } : null;
}

/** Permits of further pages of the table. */
const furtherPageSize = 100;

/** All pages of permits that the filters let through. */
export const permitsQuery = (lintel: Lintel, filters: Filters, releasedAt: string) => {
  const parameters = searchParameters(filters, releasedAt);
  const sort = filters.sort === 'value' ? 'job_value' : 'date';
  return infiniteQueryOptions({
    queryKey: ['permits', parameters, sort],
    queryFn: async ({ pageParam, signal }) => {
      const page = await lintel.permits
        .search(
          {
            ...parameters,
            sort,
            size: pageParam === null ? pageSize : furtherPageSize,
            cursor: pageParam,
            include_count: pageParam === null,
            fields: listFields,
          },
          { signal },
        )
        .page();
      const { emptyReason, widerPlace } = page.answer;
      return { ...page, emptyReason, widerPlace };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
};

/** How many permits the filters let through. One credit if there is one. */
export const countQuery = (lintel: Lintel, filters: Filters, releasedAt: string) => {
  const parameters = searchParameters(filters, releasedAt);
  return queryOptions({
    queryKey: ['count', parameters],
    queryFn: async ({ signal }) => {
      const page = await lintel.permits
        .search({ ...parameters, size: 1, include_count: true, fields: ['id'] }, { signal })
        .page();
      return totalOf(page) ?? { value: page.items.length, isExact: false };
    },
  });
};

/** The corners of the world: whatever has a point. */
const world = [-180, -90, 180, 90];

/**
 * How many of the permits of a search have no point, of how many it finds exactly; null where they are too many to
 * be counted. One credit if any has a point.
 */
export const unlocatedQuery = (lintel: Lintel, parameters: PermitSearchParameters, found: number) =>
  queryOptions({
    queryKey: ['unlocated', parameters, found],
    queryFn: async ({ signal }) => {
      const page = await lintel.permits
        .search({ ...parameters, bbox: world, size: 1, include_count: true, fields: ['id'] }, { signal })
        .page();
      const located = totalOf(page);
      return located?.isExact ? found - located.value : null;
    },
  });

export const permitQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['permit', id],
    queryFn: ({ signal }) => lintel.permits.get(id, {}, { signal }),
  });

/** Years of permits that a permit is compared with: enough that long works have ended. */
const comparedYears = 5;
/** Fewer permits say nothing of what is usual. */
const fewPermits = 20;

/**
 * How long permits took where the permit was issued: those with all of its tags, or any if those are few. One credit or
 * two.
 */
export const localDurationsQuery = (lintel: Lintel, permit: Permit, releasedAt: string) =>
  queryOptions({
    queryKey: ['durations', permit.geo_ids.jurisdiction_id, permit.tags, releasedAt],
    queryFn: async ({ signal }) => {
      const where = {
        geo_id: permit.geo_ids.jurisdiction_id,
        permit_from: addDays(releasedAt, -365 * comparedYears),
        permit_to: releasedAt,
      };
      const ask = (permit_tags: Permit['tags']) =>
        lintel.permits.durations({ ...where, permit_tags }, { signal });
      const same = await ask(permit.tags);
      const isKnown = (own: number | null, local: DurationQuartiles | null) =>
        own === null || (local !== null && local.permits >= fewPermits);
      const isSameWork =
        permit.tags.length > 0 &&
        isKnown(permit.approval_duration, same.approval) &&
        isKnown(permit.construction_duration, same.construction);
      const durations = isSameWork || permit.tags.length === 0 ? same : await ask([]);
      return { durations, isSameWork, years: comparedYears };
    },
  });

/** Free. */
export const provenanceQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['provenance', id],
    queryFn: ({ signal }) => lintel.permits.provenance(id, {}, { signal }),
  });

/** Permits at an address that are asked for at first: what is near it comes after them. */
const firstAtAddress = 12;

/** Permits at an address, the newest first, page by page. */
export const permitsAtQuery = (lintel: Lintel, addressId: string) =>
  infiniteQueryOptions({
    queryKey: ['permits at', addressId],
    queryFn: ({ pageParam, signal }) =>
      lintel.permits
        .search(
          {
            geo_id: addressId,
            include_undated: true,
            size: pageParam === null ? firstAtAddress : pageSize,
            cursor: pageParam,
            fields: listFields,
          },
          { signal },
        )
        .page(),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

/** Null without permits at the address. */
export const propertyQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['property', id],
    queryFn: async ({ signal }) => (await lintel.properties.get([id], {}, { signal }))[0] ?? null,
  });
