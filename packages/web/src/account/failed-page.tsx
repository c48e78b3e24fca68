/** In place of a page that could not be shown: its file could not be loaded, or it failed. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountError } from '../api/account';
import { Notice } from '../shell/notice';

/**
 * Loads the file of a page. The router would load the whole document again where that fails, as after an update of the
 * service; where nothing answers, nothing would be left of the page then, so it is an error of the page.
 */
export const fileOf =
  <T,>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch(async (error: unknown) => {
      throw (await isAnswering()) ? error : new AccountError(0, 'This page was not open before.');
    });

const isAnswering = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

export function FailedPage({ error, reset }: ErrorComponentProps) {
  const isOffline = error instanceof AccountError && error.status === 0;
  useEffect(() => {
    if (!isOffline) return;
    const again = () => location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isOffline]);
  if (isOffline) {
    return (
      <Notice
        title={navigator.onLine ? 'The service does not answer' : 'This page waits for the network'}
        actions={
          navigator.onLine ? (
            <button type="button" className="button" onClick={() => location.reload()}>
              Try again
            </button>
          ) : null
        }
      >
        <p>
          {navigator.onLine
            ? 'It may be starting again: try again in a moment.'
            : `${error.message} It is shown as soon as the device is online again.`}
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      title="Something went wrong"
      actions={
        <button type="button" className="button" onClick={reset}>
          Try again
        </button>
      }
    >
      <p>This page failed to show what it received.</p>
    </Notice>
  );
}
