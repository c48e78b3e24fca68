/** Whether the screen is as narrow as a phone, as in the style sheets. */
import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 47.9rem)');

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed);
      return () => narrow.removeEventListener('change', changed);
    },
    () => narrow.matches,
  );
}
