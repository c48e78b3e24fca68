/**
 * Connections go to public hosts only, however an address is spelled, and whatever a name server says the
 * second time.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, isIP, type LookupFunction } from 'node:net';
import { after, test } from 'node:test';
import { Agent, request } from 'undici';
import { allowedBy } from './host-and-port.js';
import { isPublicAddress, PrivateHost, publicHostsConnector } from './public-hosts.js';

/** A service that must not be reached; it counts the connections that were made to it. */
let connections = 0;
const inner = createServer((_request, response) => response.end('secret'));
inner.on('connection', () => {
  connections += 1;
});
await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
const { port } = inner.address() as AddressInfo;
after(() => inner.close());

async function ask(
  url: string,
  options: { allowed?: string[]; lookup?: LookupFunction } = {},
): Promise<string> {
  const connect = publicHostsConnector({ allowed: [], ...options });
  const dispatcher = new Agent({ connect });
  try {
    return await (await request(url, { dispatcher })).body.text();
  } finally {
    await dispatcher.destroy();
  }
}

/** A resolver that answers in turn with each of these lists. */
function resolver(...answers: string[][]): LookupFunction & { asked: string[] } {
  const asked: string[] = [];
  const lookup: LookupFunction = (host, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
  return Object.assign(lookup, { asked });
}

test('addresses outside the public internet are recognised, in every range', () => {
  const inside = [
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1'],
    ...['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::a00:1'],
    ...['64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1', 'fe80::1', 'fe80::1%1', 'fec0::1', 'fc00::1'],
    ...['fd00:ec2::254', 'ff02::1', '100::1', '2001:db8::1', '4000::1', 'localhost', ''],
  ];
  assert.deepEqual(inside.filter(isPublicAddress), []);
  const outside = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'];
  assert.deepEqual(outside.filter(isPublicAddress), outside);
});

test('no spelling of a private host is connected to', async () => {
  const before = connections;
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '017700000001', '0'],
    ...['0.0.0.0', '127.0.0.1.', 'localhost', 'LOCALHOST', '[::1]', '[::]', '[::ffff:127.0.0.1]'],
    ...[
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[::127.0.0.1]',
      '%6c%6f%63alhost',
    ],
    ...[
      '\uff11\uff12\uff17.0.0.1',
      '127\u30020.0.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '100.100.100.200',
    ],
  ];
  for (const host of hosts) {
    await assert.rejects(ask(`http://${host}:${port}/`), PrivateHost, host);
  }
  // Not every resolver knows the name with its dot; none may lead to the service.
  await assert.rejects(ask(`http://localhost.:${port}/`));
  assert.equal(connections, before);
});

test('a name is checked by what it resolves to, and only its public addresses are used', async () => {
  const before = connections;
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '169.254.169.254', '::ffff:127.0.0.1']) {
    const lookup = resolver([address]);
    await assert.rejects(ask(`http://portal.example:${port}/`, { lookup }), (error) => {
      assert.ok(error instanceof PrivateHost);
      assert.equal(error.message, `portal.example (${address}) is not an address of the public internet`);
      return true;
    });
    assert.deepEqual(lookup.asked, ['portal.example']);
  }
  assert.equal(connections, before);
});

test('a name is looked up once per connection: the checked address is the one connected to', async () => {
  const before = connections;
  const lookup = resolver(['127.0.0.1', '10.0.0.1'], ['8.8.8.8']);
  await assert.rejects(ask(`http://rebinding.example:${port}/`, { lookup }), {
    message: 'rebinding.example (127.0.0.1, 10.0.0.1) is not an address of the public internet',
  });
  assert.equal(lookup.asked.length, 1);
  assert.equal(connections, before);
});

test('hosts that the operator allows are reached: by name on any port, or on one port only', async () => {
  for (const entry of ['localhost', 'LOCALHOST.', `localhost:${port}`]) {
    assert.equal(await ask(`http://localhost:${port}/`, { allowed: [entry] }), 'secret', entry);
  }
  assert.equal(
    await ask(`http://127.0.0.1:${port}/`, { allowed: [allowedBy(`http://127.0.0.1:${port}`)] }),
    'secret',
  );
  for (const entry of ['localhost:1', '127.0.0.1', 'calhost', '*']) {
    await assert.rejects(ask(`http://localhost:${port}/`, { allowed: [entry] }), PrivateHost, entry);
  }
  assert.equal(allowedBy('https://[::1]/x'), '[::1]:443');
  assert.equal(
    await ask(`http://portal.example:${port}/`, {
      allowed: ['portal.example'],
      lookup: resolver(['127.0.0.1']),
    }),
    'secret',
  );
});
