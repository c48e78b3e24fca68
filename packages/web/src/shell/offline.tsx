/** The line that says that the device is offline. */
import { useSyncExternalStore } from 'react';

export function Offline() {
  const isOnline = useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed);
      window.addEventListener('offline', changed);
      return () => {
        window.removeEventListener('online', changed);
        window.removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
  if (isOnline) return null;
  return (
    <p className="banner" role="status">
      This device is offline. What is open stays readable; new requests wait until it is back.
    </p>
  );
}
