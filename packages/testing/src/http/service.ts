/**
 * A service for tests: real routes and a real ledger file over a release in memory, and a client that checks
 * every response against the OpenAPI document before the test sees it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, defaultConfig } from 'lintel/dist/base/config.js';
import { type ConnectionLimits, connectionLimits } from 'lintel/dist/http/request/limits.js';
import { createService, type ServiceOptions } from 'lintel/dist/http/service.js';
import { openIdentity } from 'lintel/dist/identity/identity.js';
import { createAccount } from 'lintel/dist/ledger/accounts.js';
import { createKey } from 'lintel/dist/ledger/keys.js';
import type { Account, Ledger, NewKey } from 'lintel/dist/ledger/ledger.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { plansOf } from 'lintel/dist/ledger/plans.js';
import { openSqliteStorage } from 'lintel/dist/ledger/sqlite-storage.js';
import type { ServedReleases } from 'lintel/dist/releases/release.js';
import { checkAgainstContract } from './conformance.js';
import { memoryReleaseStore } from './memory-release.js';

/** 2026-01-15, noon UTC. */
export const noon = Date.UTC(2026, 0, 15, 12);

export const cursorSecret = Buffer.alloc(32, 7);

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined when there is no body. */
  readonly body: unknown;
  readonly bytes: Buffer;
}

export interface AskOptions {
  readonly key?: string | null;
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService {
  readonly releases: ServedReleases;
  readonly app: FastifyInstance;
  readonly ledger: Ledger;
  readonly config: Config;
  /** The path of the ledger's file. */
  readonly ledgerPath: string;
  /** An account on the plan `free` and its key. */
  readonly account: Account;
  readonly key: NewKey;
  /** Moves the clock of ledger and rate limits. */
  advance(ms: number): void;
  /** Sends a request, by default with the key above. */
  ask(url: string, options?: AskOptions): Promise<Answered>;
  /** What was written to the log about people: mails, and errors of the authentication library. */
  readonly identityLog: readonly object[];
  newKey(plan: string): { account: Account; key: NewKey };
  close(): Promise<void>;
}

export interface TestOptions {
  readonly config?: Partial<Config>;
  readonly releases?: ServedReleases;
  readonly logger?: ServiceOptions['logger'];
  readonly connections?: Partial<ConnectionLimits>;
  readonly certificate?: NonNullable<ServiceOptions['certificate']>;
  /** Wraps the ledger, to make it fail. */
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** Further options of the service. */
  readonly more?: (ledger: Ledger) => Partial<ServiceOptions>;
}

/** Starts a service with its own ledger. */
export function testService(options: TestOptions = {}): TestService {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-http-'));
  let now = noon;
  const config = { ...defaultConfig, anonymous_requests_per_minute: 100_000, ...options.config };
  const ledgerPath = join(directory, 'ledger.sqlite');
  const real = openLedger({ path: ledgerPath, plans: config.plans, now: () => now });
  const ledger = options.ledger ? options.ledger(real) : real;
  const storage = openSqliteStorage(ledgerPath, { clock: () => now });
  const administration = { storage, plans: plansOf(config.plans), actor: 'test' };
  const releases = options.releases ?? memoryReleaseStore();
  const { logger, certificate, connections } = options;
  const identityLog: object[] = [];
  const note = (fields: object, message: string) => identityLog.push({ ...fields, message });
  const identity = openIdentity({
    ledger,
    secret: cursorSecret,
    settings: () => config,
    log: { info: note, error: note },
  });
  const app = createService({
    releases,
    ledger,
    identity,
    config,
    secret: cursorSecret,
    ...(logger ? { logger } : {}),
    ...(certificate ? { certificate } : {}),
    connections: { ...connectionLimits, ...connections },
    now: () => now,
    monotonic: () => now,
    ...options.more?.(ledger),
  });
  const newKey = (plan: string) => {
    const account = storage.writeNow(() => createAccount(administration, { name: 'Example', plan }));
    return { account, key: storage.writeNow(() => createKey(administration, account.id, {})) };
  };
  const { account, key } = newKey('free');
  return {
    app,
    ledger,
    releases,
    config,
    ledgerPath,
    account,
    key,
    identityLog,
    advance(ms) {
      now += ms;
    },
    ask: (url, ask = {}) => inject(app, url, { key: key.secret, ...ask }),
    newKey,
    async close() {
      await app.close();
      await real.close();
      await storage.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs a test with a service of its own. */
export async function withService(
  options: TestOptions,
  run: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = testService(options);
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

/** A URL of the service from its path and parameters; a list is repeated keys. */
export function urlOf(path: string, query: Record<string, string | number | readonly string[]> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of typeof value === 'object' ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function inject(app: FastifyInstance, url: string, options: AskOptions): Promise<Answered> {
  const { key = null, method = 'GET', headers = {} } = options;
  const response = await app.inject({
    method,
    url,
    headers: { ...(key === null ? {} : { 'x-api-key': key }), ...headers },
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const isPlain = response.headers['content-encoding'] === undefined;
  const answered: Answered = {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    body: isJson && isPlain && response.rawPayload.length > 0 ? JSON.parse(response.payload) : undefined,
    bytes: response.rawPayload,
  };
  checkAgainstContract(method, url, answered);
  assert.notEqual(answered.headers['x-request-id'], undefined, 'no X-Request-Id');
  return answered;
}
