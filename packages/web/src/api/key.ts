/**
 * Who asks. The key lives in `sessionStorage`: it survives a reload, and is gone with the tab. Without a key a request
 * carries a header that only pages of the same origin can send.
 */

const storedAt = 'lintel.key';

/** The key of this tab. Storage may be forbidden; then a key lasts until the page is reloaded. */
export function storedKey(): string | null {
  try {
    return sessionStorage.getItem(storedAt);
  } catch {
    return null;
  }
}

/** Keeps the key for this tab; null forgets it. */
export function storeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(storedAt);
    else sessionStorage.setItem(storedAt, key);
  } catch {
    // Nothing to keep it in: it lasts until the page is reloaded.
  }
}

/** The headers that say who asks. */
export function callerHeaders(key: string | null): Record<string, string> {
  return key === null ? { 'X-Lintel-Visitor': '1' } : { 'X-API-Key': key };
}
