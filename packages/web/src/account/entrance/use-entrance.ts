/** How people get in at this service. */
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/account';

export const useEntrance = () =>
  useQuery({
    queryKey: ['entrance'],
    queryFn: ({ signal }) => ask('GET /entrance', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
