/**
 * The settings of an installation: `lintel.json` in LINTEL_HOME, all optional, strict.
 *
 * An unknown key or a value out of range is refused with the file, the key and what would be right.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from './config-schema.js';
import { locateHome } from './home.js';
import { UserError } from './user-error.js';

export type { Config } from './config-schema.js';

export const defaultConfig: Config = {
  plans: {
    free: { credits: 500, requests_per_minute: 120 },
    unlimited: { credits: null, requests_per_minute: 6000 },
  },
  prices: {
    permits: 1,
    contractors: 1,
    decisions: 1,
    addresses: 1,
    cities: 1,
    tags: 1,
    metrics: 1,
    places: 1,
    properties: 1,
  },
  upgrade_url: 'https://example.com/upgrade',
  keep_releases: 3,
  fetch: {
    operator: null,
    requests_per_second: 2,
    concurrency_per_host: 1,
    hosts_at_once: 4,
    app_tokens: {},
    allow_hosts: [],
  },
  cors_origins: ['*'],
  ledger_url: null,
  anonymous_requests_per_minute: 600,
  trusted_proxies: [],
  tls: null,
  plain_http: 'allow',
  public_url: null,
  metrics_listen: null,
  metrics_token: null,
};

/** The settings in `lintel.json` of the directory, over the defaults. Plans, prices and fetch merge key by key. */
export async function loadConfig(directory: string): Promise<Config> {
  const path = locateHome(directory).settings;
  const fromEnvironment = process.env.LINTEL_LEDGER_URL;
  if (!existsSync(path) && fromEnvironment === undefined) return defaultConfig;
  const given = (existsSync(path) ? readObject(path) : {}) as Partial<Config>;
  const merged = {
    ...defaultConfig,
    ...given,
    // An address with a password need not stand in a file.
    ...(fromEnvironment === undefined ? {} : { ledger_url: fromEnvironment }),
    plans: { ...defaultConfig.plans, ...given.plans },
    prices: { ...defaultConfig.prices, ...given.prices },
    fetch: { ...defaultConfig.fetch, ...given.fetch },
  };
  const { configFault } = await import('./config-schema.js');
  const fault = configFault(merged);
  if (fault !== null) {
    const isOfVariable = fromEnvironment !== undefined && fault.startsWith('ledger_url ');
    throw new UserError(`${isOfVariable ? 'The variable LINTEL_LEDGER_URL' : path}: ${fault}.`);
  }
  return merged;
}

function readObject(path: string): object {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UserError(
      `${path} must hold one JSON object, such as {"upgrade_url": "https://example.com/plans"}.`,
    );
  }
  return given;
}
