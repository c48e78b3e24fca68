/** How people get in at this service. */
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api';

interface Entrance {
  /** Whether people who were not invited may sign up. */
  readonly sign_up: boolean;
  /** The identity provider's name; null without one. */
  readonly provider: string | null;
}

export const useEntrance = () =>
  useQuery({
    queryKey: ['entrance'],
    queryFn: ({ signal }) => ask<Entrance>('GET', '/entrance', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
