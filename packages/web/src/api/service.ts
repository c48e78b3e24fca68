/**
 * The service behind the pages. A visitor's requests carry a header that only pages of the same origin can send; with a
 * key of their own they carry that. The key lives in `sessionStorage`: it survives a reload, and is gone with the tab.
 */
import { Lintel } from '@lintel/client';
import { createContext, use } from 'react';

/** What the service says about itself to its pages. */
export interface Settings {
  readonly version: string;
  /** Whether people may look without a key. */
  readonly visitors: boolean;
  /** The account of somebody who is signed in; null for others. */
  readonly account: string | null;
  /** Street tiles for the map, if the operator configured some. */
  readonly map_tiles: { readonly url: string; readonly attribution: string } | null;
}

export interface Service {
  readonly lintel: Lintel;
  readonly settings: Settings;
  /** The visitor's own key; null without one. */
  readonly key: string | null;
  setKey(key: string | null): void;
}

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

/** A client with the key, or that of a visitor. Waiting is short: a page says what is wrong and offers to try again. */
export function clientFor(key: string | null): Lintel {
  return new Lintel({
    baseUrl: '',
    retries: 1,
    maxWaitMs: 1_500,
    headers: callerHeaders(key),
  });
}

export async function readSettings(): Promise<Settings> {
  const response = await fetch('/web.json');
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as Settings;
}

const ServiceContext = createContext<Service | null>(null);
export const ServiceProvider = ServiceContext.Provider;

/** The service that the pages were opened with. */
export function useService(): Service {
  const service = use(ServiceContext);
  if (service === null) throw new Error('useService outside of ServiceProvider');
  return service;
}
