/** Pages whose file could not be loaded: they wait for the network, and nothing that is open is lost. */
import { ConnectionError } from '@lintel/client';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Failure } from './failure';

/**
 * Loads the file of a page. The router would load the whole document again where that fails, and without a connection
 * the browser would show a page of its own. So it is an error of the page; `upgraded` loads anew what helps.
 */
export const fileOf =
  <T,>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw new ConnectionError('The page could not be loaded.', location.href, '', 1, error);
    });

const loadAgain = () => {
  if (navigator.onLine) location.reload();
};

export function FailedPage({ error, reset }: ErrorComponentProps) {
  const isWaiting = error instanceof ConnectionError;
  useEffect(() => {
    if (!isWaiting) return;
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, [isWaiting]);
  return <Failure error={error} retry={isWaiting ? loadAgain : reset} />;
}
