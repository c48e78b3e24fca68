/**
 * Runs in namespaces of its own: a name server on port 53, one public address, and a listener that must not be reached on
 * every other address of the machine. Sends webhooks, and prints as JSON where they went.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { randomFrom, seed } from '@lintel/testing/base/rounds.js';
import { webhookSender } from 'lintel/dist/watch/webhook.js';

const [directory = '', rounds = ''] = process.argv.slice(2);
const outsideAddress = '8.8.4.4';
const port = 8080;
const random = randomFrom(seed);
const counts = { lookups: 0, outside: 0, inside: 0, refused: 0 };

const ip = (...args: string[]) => execFileSync('ip', args);
ip('link', 'set', 'lo', 'up');
ip('address', 'add', `${outsideAddress}/32`, 'dev', 'lo');
const resolver = join(directory, 'resolv.conf');
writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf']);

const bytesOf = (address: string) =>
  address.includes(':')
    ? Buffer.concat([Buffer.alloc(address.startsWith('::ffff') ? 10 : 15), tailOf(address)])
    : Buffer.from(address.split('.').map(Number));
const tailOf = (address: string) =>
  address.startsWith('::ffff') ? Buffer.from([255, 255, 127, 0, 0, 1]) : Buffer.from([1]);

/** What a name has, at random and anew for each question, by the type of the question (RFC 1035, RFC 3596). */
function addressesFor(type: number): readonly string[] {
  const all =
    type === 28
      ? [[], ['::1'], ['::ffff:127.0.0.1']]
      : [[outsideAddress], ['127.0.0.1'], ['127.0.0.1', outsideAddress], [outsideAddress, '127.0.0.1']];
  return type === 1 || type === 28 ? (all[Math.floor(random() * all.length)] ?? []) : [];
}

const names = createSocket('udp4');
names.on('message', (asked, { address, port: from }) => {
  let end = 12;
  while ((asked[end] ?? 0) > 0) end += (asked[end] ?? 0) + 1;
  const question = asked.subarray(12, end + 5);
  const type = asked.readUInt16BE(end + 1);
  const addresses = addressesFor(type);
  counts.lookups += 1;
  const head = Buffer.from([asked[0] ?? 0, asked[1] ?? 0, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((each) => {
    const bytes = bytesOf(each);
    // The name of the question, its type, class IN, kept for no time.
    return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]);
  });
  names.send(Buffer.concat([head, question, ...records]), from, address);
});
await new Promise<void>((resolve) => names.bind(53, '127.0.0.1', resolve));

const listener = createServer((_request, response) => response.writeHead(204).end());
listener.on('connection', ({ localAddress }) => {
  if (localAddress?.endsWith(outsideAddress)) counts.outside += 1;
  else counts.inside += 1;
});
await new Promise<void>((resolve) => listener.listen(port, '::', resolve));

for (let round = 0; round < Number(rounds); round++) {
  // Each sender connects anew.
  const sender = webhookSender([]);
  const message = {
    id: `msg_${round}`,
    secret: 'whsec_c2VjcmV0',
    body: Buffer.from('{}'),
    nowMs: Date.now(),
  };
  const { isSent, answer } = await sender.send(`http://name${round % 7}.example.com:${port}/`, message);
  if (!isSent && /not an address of the public internet/.test(answer)) counts.refused += 1;
  else if (!isSent) throw new Error(answer);
  await sender.close();
}
process.stdout.write(JSON.stringify(counts));
process.exit(0);
