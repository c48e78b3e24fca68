/** The permits that the filters let through, page by page, and how many there are. */
import { type EmptyReason, ValidationError, type WiderPlace } from '@lintel/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ListedPermit } from '../api/list-fields';
import { permitsQuery, type Total, totalOf } from '../api/permit-queries';
import { useService } from '../api/service';
import type { Filters } from './filters';

/** What was found. */
export interface Found {
  readonly state: 'searching' | 'failed' | 'found';
  /** Null where it is not known. */
  readonly total: Total | null;
  /** Whether those with the largest job value come first, not the newest. */
  readonly isByValue: boolean;
}

export interface FoundPermits extends Found {
  readonly permits: readonly ListedPermit[];
  /** Why there is none, if there is none. */
  readonly emptyReason: EmptyReason | null;
  /** The permit authority, where the place is a city with most but not all of its permits. */
  readonly widerPlace: WiderPlace | null;
  /** Of the first page, or of the page that follows the permits. */
  readonly error: Error | null;
  /** Whether the release that the permits are of is gone, so that only a new search goes on. */
  readonly isOutdated: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Asks for the next page. */
  more(): void;
  /** Asks again for what failed; where the release is gone, for everything. */
  retry(): void;
}

const none: readonly ListedPermit[] = [];

/** `lastDay` is that on which periods end unless another is chosen. Nothing is asked until it is known. */
export function usePermits(filters: Filters, lastDay: string, isKnown: boolean): FoundPermits {
  const { lintel } = useService();
  const { data, error, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({ ...permitsQuery(lintel, filters, lastDay), enabled: isKnown });
  const permits = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? none, [data]);
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // The first page was understood: a further one is refused where its release is no longer there.
  const isOutdated = isFetchNextPageError && error instanceof ValidationError;
  const queries = useQueryClient();
  const retry = useCallback(() => {
    if (isOutdated) void queries.resetQueries();
    else void (isFetchNextPageError ? fetchNextPage() : refetch());
  }, [isOutdated, queries, isFetchNextPageError, fetchNextPage, refetch]);
  const first = data?.pages[0];
  return {
    state: permits.length > 0 || data ? 'found' : error ? 'failed' : 'searching',
    total: first && !hasNextPage ? { value: permits.length, isExact: true } : totalOf(first),
    isByValue: filters.sort === 'value',
    permits,
    emptyReason: first?.emptyReason ?? null,
    widerPlace: first?.widerPlace ?? null,
    error,
    isOutdated,
    hasMore: hasNextPage && !isFetchNextPageError,
    isLoadingMore: isFetchingNextPage,
    more,
    retry,
  };
}
