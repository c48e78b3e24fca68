/**
 * Callers pay exactly for records handed to their sockets (C16, C47), on both engines of the ledger: clients
 * send requests and disconnect at any moment, before the charge, after it, in the middle of a page, or
 * never. fast-check prints the seed of a walk that fails.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rounds } from '@lintel/testing/base/rounds.js';
import { hugePage, storeWithHugePage } from '@lintel/testing/http/huge-page.js';
import { collectLog, creditsOf } from '@lintel/testing/http/log-lines.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { type RawConnection, rawConnection, requestText } from '@lintel/testing/http/raw-connection.js';
import { cursorSecret, urlOf } from '@lintel/testing/http/service.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import fc from 'fast-check';
import { defaultConfig } from '../base/config.js';
import type { Charge, Ledger, Order, Refund } from '../ledger/ledger.js';
import { openLedger, openSharedLedger } from '../ledger/open-ledger.js';
import { noCounters } from './request/counters.js';
import { createService } from './service.js';

const config = { ...defaultConfig, plans: { free: { credits: 1_000_000, requests_per_minute: 1_000_000 } } };

const releases = storeWithHugePage();

/** When a client disconnects. `seen`: the service has noticed it before it continues. */
type Moment =
  | { readonly at: 'sent' | 'half closed' | 'page begun' | 'cut by the service' | 'never' }
  | { readonly at: 'before charge' | 'after charge'; readonly number: number; readonly seen: boolean };

interface Visit {
  /** Requests sent one after the other. */
  readonly requests: number;
  /** Records of each page. */
  readonly records: number;
  readonly moment: Moment;
}

const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({
    at: fc.constantFrom(...(['sent', 'half closed', 'page begun', 'cut by the service', 'never'] as const)),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constantFrom('before charge' as const, 'after charge' as const),
      number: fc.integer({ min: 1, max: 4 }),
      seen: fc.boolean(),
    }),
  },
);
const visit: fc.Arbitrary<Visit> = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  records: fc.integer({ min: 1, max: 5 }),
  moment,
});

/** Called when the charge of a key is about to be made, and when it was made. */
type Gate = (at: 'before charge' | 'after charge') => Promise<void>;

/** A ledger that runs an action of each key's client around its charges. */
function gated(ledger: Ledger, gates: ReadonlyMap<string, Gate>): Ledger {
  return {
    ...ledger,
    async charge(order: Order): Promise<Charge> {
      await gates.get(order.keyId)?.('before charge');
      const charge = await ledger.charge(order);
      await gates.get(order.keyId)?.('after charge');
      return charge;
    },
  };
}

/** The server's ends of connections, by the port of the client. */
type ServerSides = Map<number | undefined, Socket>;

/** Goes away, and waits until the server knows. */
async function leave({ socket }: RawConnection, serverSides: ServerSides, seen: boolean): Promise<void> {
  const serverSide = serverSides.get(socket.localPort);
  const noticed = new Promise<void>((resolve) => {
    if (serverSide && !serverSide.destroyed) serverSide.once('close', () => resolve());
    else resolve();
  });
  socket.resetAndDestroy();
  if (seen) await noticed;
}

/** One client from its first byte to its end; gives the credits of the pages that it received whole. */
async function pay(
  client: RawConnection,
  { requests, records, moment }: Visit,
  key: { readonly id: string; readonly secret: string },
  gates: Map<string, Gate>,
  serverSides: ServerSides,
): Promise<number> {
  const isCut = moment.at === 'page begun' || moment.at === 'cut by the service';
  const path = isCut ? hugePage : urlOf('/v2/permits', { id: permitIds.slice(0, records) });
  const text = requestText(`GET ${path}`, `X-API-Key: ${key.secret}`);
  if ('number' in moment) {
    let number = 0;
    gates.set(key.id, async (at) => {
      if (at === moment.at && ++number === moment.number) await leave(client, serverSides, moment.seen);
    });
  }
  for (let sent = 1; sent <= requests && !client.socket.destroyed; sent++) {
    client.socket.write(text);
    if (moment.at === 'sent') client.socket.resetAndDestroy();
    if (moment.at === 'half closed') client.socket.end();
    if (isCut) {
      await client.more();
      client.socket.pause();
      if (moment.at === 'page begun') client.socket.resetAndDestroy();
      else serverSides.get(client.socket.localPort)?.destroy();
      client.socket.resume();
    }
    while (!client.socket.destroyed && client.answers().length < sent) await client.more();
    if (moment.at === 'half closed') break;
  }
  client.socket.destroy();
  const whole = (await client.closed).filter(({ status }) => status === 200);
  return whole.reduce((sum, { headers }) => sum + Number(headers['x-credits-request']), 0);
}

async function walk(ledger: Ledger, visits: readonly Visit[]): Promise<void> {
  const gates = new Map<string, Gate>();
  const serverSides: ServerSides = new Map();
  const log = collectLog();
  let refunded = 0;
  const counters = {
    ...noCounters,
    refunded({ credits }: Refund) {
      refunded += credits;
    },
  };
  const given = { releases, config, secret: cursorSecret, logger: log.logger, counters };
  const app = createService({ ...given, ledger: gated(ledger, gates) });
  app.server.on('connection', (socket: Socket) => serverSides.set(socket.remotePort, socket));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const keys = await Promise.all(visits.map(() => ledger.createKey(account.id)));
  const received = await Promise.all(
    visits.map(async (each, i) => {
      const key = keys[i];
      assert.ok(key);
      return pay(await rawConnection(port), each, key, gates, serverSides);
    }),
  );
  await app.close();
  const { used } = await ledger.usage(account.id);
  const lines = log.requests();
  const whole = lines.filter(({ delivered }) => delivered !== false);
  assert.equal(used, creditsOf(lines), 'the log does not say what was charged');
  assert.equal(used, creditsOf(whole), 'an answer that was not handed over whole is charged');
  assert.ok(used >= sum(received), `${sum(received)} credits were received and ${used} charged`);
  assert.equal(refunded, sum(lines.map((line) => line.refunded ?? 0)));
  assert.deepEqual(await ledger.check(), []);
  const rows = await ledger.usageRows({ accountId: account.id, from: '2000-01-01', to: '2100-01-01' });
  assert.equal(sum(rows.map(({ credits }) => credits)), used);
  visits.forEach((each, i) => {
    const charged = sum(rows.filter(({ keyId }) => keyId === keys[i]?.id).map(({ credits }) => credits));
    const due = dueOf(each);
    if (due !== null) assert.equal(charged, due, `charged to ${JSON.stringify(each)}`);
    if (each.moment.at === 'never') assert.equal(received[i], charged);
  });
}

/** What a visit costs; null where that depends on who was faster. */
function dueOf({ moment, requests, records }: Visit): number | null {
  if (moment.at === 'never') return requests * records;
  if (moment.at === 'page begun' || moment.at === 'cut by the service') return 0;
  if (!('number' in moment)) return null;
  if (moment.number > requests) return requests * records;
  return moment.seen ? (moment.number - 1) * records : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const resets = rounds(50, 200);

/** Registers the tests of an engine. */
function testResets(name: string, open: () => Promise<Ledger>, runs: number): void {
  test(`${name}: a client that goes away pays for the pages that were handed over whole`, async () => {
    const ledger = await open();
    const property = fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 8 }), (visits) =>
      walk(ledger, visits),
    );
    try {
      await fc.assert(property, { numRuns: runs });
    } finally {
      await ledger.close();
    }
  });

  for (const at of ['before charge', 'after charge'] as const) {
    test(`${name}: of ${resets} resets ${at} none is charged, and each that was charged is refunded and logged`, async () => {
      const ledger = await open();
      const one: Visit = { requests: 3, records: 5, moment: { at, number: 1, seen: true } };
      await walk(
        ledger,
        Array.from({ length: resets }, () => one),
      );
      const [account] = await ledger.accounts();
      assert.equal((await ledger.usage(account?.id ?? '')).used, 0);
      await ledger.close();
    });
  }
}

const directory = mkdtempSync(join(tmpdir(), 'lintel-resets-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const { plans } = config;
let files = 0;
testResets(
  'SQLite',
  async () => openLedger({ path: join(directory, `${++files}.sqlite`), plans }),
  rounds(8, 25),
);

if (noPostgres === false) {
  const server = sharedPostgres();
  after(() => server.stop());
  testResets('PostgreSQL', () => openSharedLedger({ url: server.database(), plans }), rounds(3, 8));
} else {
  test('resets with the ledger in PostgreSQL', { skip: noPostgres }, () => {});
}
