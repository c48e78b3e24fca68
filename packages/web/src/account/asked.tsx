/** What a page asked for: shown when it is there, else how it waits or why it is missing. */
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../shell/notice';
import { AccountError, ask } from './api';

/** Asks the interface below `/account/api`. The answer is asked for again in every session. */
export function useAsk<T>(path: string, key: QueryKey = [path]): UseQueryResult<T> {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => ask<T>('GET', path, undefined, signal) });
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
  return (
    <Notice
      title={error instanceof AccountError && error.status === 0 ? 'No connection' : 'This did not work'}
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
