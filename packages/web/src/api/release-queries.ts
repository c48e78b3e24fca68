/**
 * What pages ask of the release and the quality of its data, as queries: each names what its answer depends on, and is
 * cancelled when unwanted.
 */
import type { Change, Lintel, ReleaseInfo } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';

export const releaseQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['release'],
    queryFn: ({ signal }): Promise<ReleaseInfo> => lintel.release({ signal }),
  });

export const tagsQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => lintel.tags({ size: 100 }, { signal }).toArray(),
  });

/** What the build counted of each source. Free. */
export const qualityQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['quality'],
    queryFn: ({ signal }) => lintel.quality({ signal }),
  });

/** Portals of permit software in a state, whatever the period. Free. */
export const portalsQuery = (lintel: Lintel, state: string, lastDay: string) =>
  queryOptions({
    queryKey: ['portals', state],
    queryFn: async ({ signal }) => {
      const asked = { geo_type: 'state', geo_id: state, date_from: lastDay, date_to: lastDay } as const;
      const { portals = [] } = await lintel.coverage(asked, { signal });
      return portals;
    },
  });

/** Earlier releases, and how many records changed since. Free. */
export const comparedReleasesQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['compared releases'],
    queryFn: ({ signal }) => lintel.comparedReleases({ signal }),
  });

/** What became of the permits at an address since an earlier release. One credit each. */
export const changesAtQuery = (lintel: Lintel, from: string, addressId: string) =>
  queryOptions({
    queryKey: ['changes at', from, addressId],
    queryFn: async ({ signal }) => {
      const fields = ['change', 'changes', 'events', 'record'] as const;
      const change = ['new', 'changed'] as const;
      const parameters = { from, kind: ['permits' as const], change: [...change], geo_id: addressId, fields };
      const { items } = await lintel.changes({ ...parameters, size: 10 }, { signal }).page();
      return items;
    },
  });

/** The first changes of a kind and type since an earlier release. One credit each. */
export const firstChangesQuery = (
  lintel: Lintel,
  from: string,
  kind: Change['kind'],
  change: Change['change'],
) =>
  queryOptions({
    queryKey: ['changes', from, kind, change],
    queryFn: async ({ signal }) => {
      const fields = ['kind', 'change', 'changes'] as const;
      const parameters = { from, kind: [kind], change: [change], size: 10, fields };
      const { items } = await lintel.changes(parameters, { signal }).page();
      return items;
    },
  });
