/** Requests that no client should send: the answers have a body and an id, or the connection is closed; nothing hangs. */
import type { Attack } from './attack.js';
import { open } from './raw-client.js';

const line = 'GET /v2/openapi.json HTTP/1.1\r\n';
const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join('');

/** Each with the statuses that may answer it. */
const requests: readonly (readonly [string, readonly number[]])[] = [
  [`${line}\r\n`, [400]],
  [`${line}Host: a\r\nHost: b\r\n\r\n`, [400]],
  [`${line}Host: a\r\nExpect: coffee\r\n\r\n`, [417]],
  [`${line}Host: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`, [400]],
  [`${line}Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, [400]],
  [`${line}Host: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n`, [400]],
  [`${line}Host: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, [400]],
  [`${line}Host: a\r\n${headers(250)}\r\n`, [431]],
  [`${line}Host: a\r\n${headers(250)}Content-Length: 5\r\n\r\n`, [431]],
  [`${line}Host: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, [431]],
  [`${line}Host: a\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, [431]],
  [`GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, [414]],
  [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, [414, 431]],
  ['GET /%c0%ae HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', [400, 404]],
  ['GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', [400]],
  ['CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', [405]],
  ['TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', [405]],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['GET / HTTP/9.9\r\n\r\n', [400]],
  ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000', [400]],
  ['nonsense\r\n\r\n', [400]],
];
/** Milliseconds in which each must have been answered and closed. */
const patienceMs = 10_000;

export const brokenHttp: Attack = {
  name: 'broken-http',
  promise: 'whatever cannot be read is refused with a body and an id, and the connection is closed',
  async run({ serve }) {
    const served = await serve();
    const faults: string[] = [];
    for (const [request, statuses] of requests) {
      const answer = await exchange(served.port, request);
      const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
      const isWhole = /\r\nx-request-id: \S/i.test(answer) && /\r\n\r\n\{"detail":/.test(answer);
      if (!statuses.includes(Number(status)) || !isWhole) {
        faults.push(`${JSON.stringify(request.slice(0, 60))}: ${JSON.stringify(answer.slice(0, 120))}`);
      }
    }
    const lives = await served.answers();
    return {
      held: lives && faults.length === 0,
      seen: [`${requests.length} requests, ${faults.length} answered otherwise`, ...faults].join('; '),
    };
  },
};

/** Everything that comes back until the connection closes; 'open' when it does not. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = await open(port);
  if (!socket) return 'no connection';
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.write(Buffer.from(request, 'latin1'));
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  const late = new Promise<string>((resolve) =>
    setTimeout(() => resolve(`still open: ${answer}`), patienceMs).unref(),
  );
  const outcome = await Promise.race([closed, late]);
  socket.destroy();
  return outcome;
}
