/** In place of a page that could not be shown: its file could not be loaded, or it failed. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AccountError } from '../api/account';
import { Notice } from '../shell/notice';

/**
 * Loads the file of a page. The router would load the whole document again where that fails, as after an update of the
 * service; offline nothing would be left of the page then, so it is an error of the page.
 */
export const fileOf =
  <T,>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw navigator.onLine ? error : new AccountError(0, 'This page was not open before.');
    });

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
      <Notice title="This page waits for the network">
        <p>{error.message} It is shown as soon as the device is online again.</p>
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
