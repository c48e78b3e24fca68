/**
 * Requests made at random: paths and parameters of the contract with good, bad and absurd values, any method, odd headers
 * and bodies, and single characters changed anywhere. A million of them at length; `--seconds` does not count.
 */
import { Agent, request } from 'node:http';
import { type Endpoint, endpoints } from '@lintel/contract';
import { randomFrom, seed } from '@lintel/testing/base/rounds.js';
import type { Attack } from './attack.js';
import { watchMemory } from './memory-watch.js';

const atLength = 1_000_000;
const inShort = 1_500;
const connections = 16;
/** What the last third may exceed the second one by, of a run that is long enough to tell. */
const allowedGrowth = 1.3;

const others = ['/', '/mcp', '/ogc/collections/permits/items', '/feeds/permits.atom', '/account/api/session'];
const more = [
  '/account/api/auth/sign-in/email',
  '/account/api/sign-up',
  '/healthz',
  '/docs/',
  '/files/current/permits.parquet',
];
const paths = [...Object.values<Endpoint>(endpoints).map(({ path }) => path), ...others, ...more];
const names = [
  ...new Set(Object.values<Endpoint>(endpoints).flatMap(({ parameters }) => Object.keys(parameters))),
  ...['filter', 'bbox', 'datetime', 'limit', 'f', '__proto__', 'constructor', ''],
];
const values = [
  ...[
    'TX',
    'CA',
    '2024-01-01',
    '1900-01-01',
    '2024-02-30',
    '5',
    '100',
    '-1',
    '1e9',
    'NaN',
    'true',
    'solar',
    'roof',
    '*',
  ],
  ...[
    '%00',
    '%zz',
    '%F0%9F%8F%A0',
    '%ED%A0%80',
    '__proto__',
    "'",
    '%22%22',
    '../../etc/passwd',
    '9'.repeat(400),
    '',
  ],
  ...[
    '0,0,1,1',
    '-180,-90,180,90',
    "city='x'",
    'POLYGON((0%200,1%201,0%201,0%200))',
    '{%22a%22:[[[[',
    'a'.repeat(3000),
  ],
];
const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'DELETE',
  'PATCH',
  'PUT',
  'TRACE',
  'QUERY',
];
const headers: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', '*/*;q=abc'],
  ['accept-encoding', 'gzip, br;q=0, zstd, x'.repeat(9)],
  ['if-none-match', 'W/"", "*", '.repeat(99)],
  ['range', 'bytes=9-0,-1,0-'],
  ['content-type', 'application/json'],
  ['content-type', 'multipart/form-data; boundary='],
  ['origin', 'null'],
  ['cookie', 'lintel.session_token=x; =; ;;'.repeat(50)],
  ['x-request-id', 'ÿ'.repeat(200)],
  ['x-forwarded-for', '::1, 999.1.1.1'],
  ['idempotency-key', 'k'.repeat(300)],
  ['expect', '100-continue'],
  ['host', '[::'],
];
const bodies = [
  ...['{', '[]', 'null', '"', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', '{"__proto__":{"a":1}}'],
  ...[
    '['.repeat(9000),
    JSON.stringify({ email: 'a@example.org', password: {} }),
    '\u0000',
    'x'.repeat(20_000),
  ],
  '[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_permits","arguments":{"geo_id":7}}}]',
];

interface Made {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export const randomRequests: Attack = {
  name: 'random-requests',
  promise: 'whatever is asked is answered or refused, never by a 5xx, a broken connection or growing memory',
  async run({ serve, isShort, tell }) {
    const served = await serve({ anonymous_requests_per_minute: 1_000_000, accounts: { sign_up: 'open' } });
    const random = randomFrom(seed);
    const wanted = isShort ? inShort : atLength;
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let asked = 0;
    const caller = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (asked < wanted && faults.length < 10) {
        asked += 1;
        if (asked % 10_000 === 0) tell(`${asked} requests, ${faults.length} faults`);
        const made = makeRequest(random, served.home.key);
        const status = await answerTo(served.port, agent, made);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500 || status === 0) faults.push(`${status} for ${JSON.stringify(made).slice(0, 600)}`);
      }
      agent.destroy();
    };
    const all = Promise.all(Array.from({ length: connections }, caller));
    const memory = await watchMemory(served, isShort ? 10 : 600, tell, all);
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} ${status}`);
    const isSteady = isShort || memory.growth < allowedGrowth;
    return {
      held: faults.length === 0 && isSteady && (await served.answers()),
      seen: [
        `${asked} requests with LINTEL_TEST_SEED=${seed}: ${counts.join(', ')}; ${memory.text}`,
        ...faults,
      ].join('; '),
    };
  },
};

function makeRequest(random: () => number, key: string): Made {
  const one = <T>(list: readonly T[], otherwise: T): T =>
    list[Math.floor(random() * list.length)] ?? otherwise;
  const path = one(paths, '/').replace(/\{[^}]*\}/g, () => one(values, ''));
  const pairs = Array.from(
    { length: Math.floor(random() * 6) },
    () => `${one(names, '')}=${one(values, '')}`,
  );
  let url = pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  // Node's client sends no other characters in a path.
  if (random() < 0.2) {
    const at = 1 + Math.floor(random() * url.length);
    url = url.slice(0, at) + String.fromCharCode(33 + Math.floor(random() * 94)) + url.slice(at + 1);
  }
  const method = one(methods, 'GET');
  const given = random() < 0.3 ? [one(headers, ['accept', '*/*'] as const)] : [];
  const hasBody = method !== 'GET' && method !== 'HEAD' && random() < 0.7;
  return {
    method,
    path: url.slice(0, 7_000),
    headers: { ...(random() < 0.8 && { 'x-api-key': key }), ...Object.fromEntries(given) },
    body: hasBody ? one(bodies, '') : null,
  };
}

/** In the place of a status. */
const cutWithBody = 499;

/** The status of the answer, read to its end; 0 where the connection broke before. */
function answerTo(port: number, agent: Agent, made: Made): Promise<number> {
  const { method, path, headers, body } = made;
  return new Promise((resolve) => {
    let status = 0;
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      status = answer.statusCode ?? 0;
      answer.on('data', () => {});
      answer.on('end', () => resolve(status));
      answer.on('error', () => resolve(status));
    });
    sent.on('error', () => {
      // A connection that ended after an earlier answer says nothing about this question, nor about one whose body was
      // refused while it was sent.
      if (status === 0 && sent.reusedSocket) resolve(answerTo(port, agent, made));
      else resolve(status === 0 && body !== null ? cutWithBody : status);
    });
    sent.setTimeout(60_000, () => sent.destroy());
    sent.end(body ?? undefined);
  });
}
