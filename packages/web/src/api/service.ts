/** The service behind the pages: what it says about itself, and the client that asks it with the visitor's key. */
import { Lintel } from '@lintel/client';
import { createContext, use } from 'react';
import { callerHeaders } from './key';

/** What the service says about itself to its pages. */
export interface Settings {
  readonly version: string;
  /** Whether people may look without a key. */
  readonly visitors: boolean;
  /** The account of somebody who is signed in; null for others. */
  readonly account: string | null;
  /** Street tiles for the map, if the operator configured some. */
  readonly map_tiles: { readonly url: string; readonly attribution: string } | null;
  /** Whether other sites may show charts. */
  readonly embeds: boolean;
  /** Whether permits of watches can be mailed. */
  readonly mail: boolean;
  /** Whether releases are handed out as files, which the Query page asks. */
  readonly release_files: 'off' | 'open';
  /** The operator's questions in SQL. */
  readonly query_examples: readonly { readonly title: string; readonly sql: string }[];
}

export interface Service {
  readonly lintel: Lintel;
  readonly settings: Settings;
  /** The visitor's own key; null without one. */
  readonly key: string | null;
  setKey(key: string | null): void;
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
