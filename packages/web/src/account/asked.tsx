/** What a page asked for: shown when it is there, else how it waits or why it is missing. */
import type { AccountAnswer, AccountEndpointId } from '@lintel/contract/account';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AccountError, ask, type Given } from '../api/account';
import { Notice } from '../shell/notice';

/** Asks an endpoint; what it answered is kept under its name. The answer is asked for again in every session. */
export function useAsk<I extends AccountEndpointId>(
  endpoint: I,
  given: Given<I>,
): UseQueryResult<AccountAnswer<I>> {
  return useQuery({
    queryKey: [endpoint, given],
    queryFn: ({ signal }) => ask(endpoint, given, signal),
  });
}

export function Asked<T>({
  of: { data, error, refetch },
  children,
}: {
  readonly of: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error === null) return <div className="waiting page-block" role="status" aria-label="Loading" />;
  const status = error instanceof AccountError ? error.status : null;
  return (
    <Notice
      title={status === 0 ? 'No connection' : status === 404 ? 'Not found' : 'This cannot be shown'}
      actions={
        <button type="button" className="button" onClick={() => void refetch()}>
          Try again
        </button>
      }
    >
      <p>{error.message}</p>
    </Notice>
  );
}
