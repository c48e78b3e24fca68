/**
 * The settings of an installation: `lintel.json` in LINTEL_HOME. All are optional.
 *
 * For an unknown key or a value out of range, the error names the file, the key and what is allowed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { forEachResource } from '@lintel/contract/plain';
import type { Config } from './config-schema.js';
import { locateHome } from './home.js';
import { messageOf, UserError } from './user-error.js';

export type { Config } from './config-schema.js';

/** The host of Accela's interface for programs. */
const accelaHost = 'apis.accela.com';

/** What a 402 names where the operator has set no address. */
export const exampleUpgradeUrl = 'https://example.com/upgrade';

export const defaultConfig: Config = {
  plans: {
    free: { credits: 500, requests_per_minute: 120 },
    unlimited: { credits: null, requests_per_minute: 6000 },
    visitor: { credits: 100_000, requests_per_minute: 600 },
  },
  prices: forEachResource(1),
  upgrade_url: exampleUpgradeUrl,
  keep_releases: 3,
  keep: { daily: 0, weekly: 0, monthly: 0 },
  refined_cache_gb: 20,
  fetch: {
    operator: null,
    requests_per_second: 2,
    portal_hours: null,
    portal_requests: 20_000,
    concurrency_per_host: 1,
    hosts_at_once: 4,
    app_tokens: {},
    access_tokens: {},
    allow_hosts: [],
  },
  sources: {},
  alerts: { mail_to: null, webhook: null },
  cors_origins: ['*'],
  ledger_url: null,
  raw_url: null,
  release_url: null,
  anonymous_requests_per_minute: 600,
  trusted_proxies: [],
  tls: null,
  plain_http: 'allow',
  public_url: null,
  watch: { allow_hosts: [], smtp_url: null, mail_from: null },
  accounts: { sign_up: 'local', plan: 'free', oidc: null },
  metrics_listen: null,
  metrics_token: null,
  visitors: 'local',
  search_engines: 'off',
  security_contact: null,
  embed_origins: [],
  release_files: 'off',
  query_examples: [],
  map_tiles: null,
};

/**
 * The settings in `lintel.json` of the directory, merged into the defaults. Plans, prices, keep, fetch,
 * watch, accounts and alerts merge by key.
 */
export async function loadConfig(directory: string): Promise<Config> {
  const path = locateHome(directory).settings;
  const fromEnvironment = process.env.LINTEL_LEDGER_URL;
  const rawUrl = process.env.LINTEL_RAW_URL;
  const releaseUrl = process.env.LINTEL_RELEASE_URL;
  const smtpUrl = process.env.LINTEL_SMTP_URL;
  const appId = process.env.LINTEL_ACCELA_APP_ID;
  const token = process.env.LINTEL_ACCELA_TOKEN;
  const overriding = [fromEnvironment, rawUrl, releaseUrl, smtpUrl, appId, token];
  const isOverridden = overriding.some((value) => value !== undefined);
  if (!existsSync(path) && !isOverridden) return defaultConfig;
  const given = (existsSync(path) ? readSettings(path) : {}) as Partial<Config>;
  const merged = {
    ...defaultConfig,
    ...given,
    // From the environment, so that no password has to be written to a file.
    ...(fromEnvironment === undefined ? {} : { ledger_url: fromEnvironment }),
    ...(rawUrl === undefined ? {} : { raw_url: rawUrl }),
    ...(releaseUrl === undefined ? {} : { release_url: releaseUrl }),
    plans: { ...defaultConfig.plans, ...given.plans },
    prices: { ...defaultConfig.prices, ...given.prices },
    keep: { ...defaultConfig.keep, ...given.keep },
    fetch: {
      ...defaultConfig.fetch,
      ...given.fetch,
      ...(appId === undefined ? {} : { app_tokens: { ...given.fetch?.app_tokens, [accelaHost]: appId } }),
      ...(token === undefined
        ? {}
        : { access_tokens: { ...given.fetch?.access_tokens, [accelaHost]: token } }),
    },
    accounts: { ...defaultConfig.accounts, ...given.accounts },
    alerts: { ...defaultConfig.alerts, ...given.alerts },
    watch: {
      ...defaultConfig.watch,
      ...given.watch,
      ...(smtpUrl === undefined ? {} : { smtp_url: smtpUrl }),
    },
  };
  const { configContradictions, configFaults } = await import('./config-schema.js');
  const faults = configFaults(merged);
  const [fault, ...more] = faults.length > 0 ? faults : configContradictions(merged);
  if (fault !== undefined) {
    throw new UserError(`${variableOf(fault) ?? path}: ${fault}.`, { list: more });
  }
  return merged;
}

/** The variable that gave the value which is at fault; null for one of the file. */
function variableOf(fault: string): string | null {
  const variables = {
    LINTEL_LEDGER_URL: 'ledger_url ',
    LINTEL_RAW_URL: 'raw_url ',
    LINTEL_RELEASE_URL: 'release_url ',
    LINTEL_SMTP_URL: 'watch.smtp_url ',
    LINTEL_ACCELA_APP_ID: 'fetch.app_tokens',
    LINTEL_ACCELA_TOKEN: 'fetch.access_tokens',
  };
  const found = Object.entries(variables).find(
    ([name, key]) => process.env[name] !== undefined && fault.startsWith(key),
  );
  return found === undefined ? null : `The variable ${found[0]}`;
}

/** Whether the value of a key, such as `watch.smtp_url`, may hold a password: it is never shown. */
export const mayBeSecret = (key: string): boolean =>
  /(?:url|secret|token|(?:app|access)_tokens\..*)$/.test(key);

/** What stands in a settings file. Throws a UserError if it is not one JSON object. */
export function readSettings(path: string): object {
  let text: string;
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    const why = text.trim() === '' ? 'it is empty' : `${messageOf(error)}${lineOf(messageOf(error), text)}`;
    throw new UserError(`${path} is not JSON: ${why}.`, {
      hint: 'Settings are one JSON object; an empty one is {}.',
      cause: error,
    });
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UserError(
      `${path} must hold one JSON object, such as {"upgrade_url": "https://example.com/plans"}.`,
    );
  }
  return given;
}

/** Where in the text the position of an error of JSON is; empty if the error says it itself, or has none. */
function lineOf(message: string, text: string): string {
  const [, position] = /at position (\d+)$/.exec(message) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}
