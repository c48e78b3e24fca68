/**
 * What several parts of a page have to say at the same time (no connection, too many requests) is said once, by the first
 * of them, and tried again for all of them.
 */
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

type Retry = () => void;

/** What parts have to say, the first one first. */
const parts = new Map<string, { readonly what: string; retry(): void }>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function speakerOf(what: string): string | undefined {
  return [...parts].find(([, part]) => part.what === what)?.[0];
}

/** Whether this part is the one that says it, and what tries again in all parts that have the same to say. */
export function useSaidOnce(
  what: string,
  retry: Retry | undefined,
): { readonly isMine: boolean; readonly retryAll: Retry } {
  const part = useId();
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useLayoutEffect(() => {
    parts.set(part, { what, retry: () => latest.current?.() });
    changed();
    return () => {
      parts.delete(part);
      changed();
    };
  }, [part, what]);
  const speaker = useSyncExternalStore(subscribe, () => speakerOf(what));
  const retryAll = useCallback(() => {
    for (const each of [...parts.values()]) if (each.what === what) each.retry();
  }, [what]);
  return { isMine: speaker === undefined || speaker === part, retryAll };
}
