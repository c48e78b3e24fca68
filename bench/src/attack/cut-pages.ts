/**
 * A client with a small receive window reads a part of large pages and resets before the end, again and again with
 * other pages. Node cannot make windows small, so Python is the client.
 */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { defaultConfig } from 'lintel/dist/base/config.js';
import type { Attack } from './attack.js';
import { pause } from './raw-client.js';

/** Reads `share` of each page (of its `Content-Length`), resets, and prints how many ids of permits it saw. */
const client = `
import re, socket, struct, sys
port, key, share = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
seen = set()
for path in sys.argv[4:]:
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    s.settimeout(5)
    s.connect(('127.0.0.1', port))
    s.sendall(f'GET {path} HTTP/1.1\\r\\nHost: x\\r\\nX-API-Key: {key}\\r\\n\\r\\n'.encode())
    got = b''
    try:
        while True:
            part = s.recv(2048)
            got += part
            length = re.search(rb'content-length: (\\d+)', got, re.I)
            if part == b'' or length and len(got) >= int(length[1]) * share: break
    except OSError: pass
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    s.close()
    seen.update(re.findall(rb'"id":"([0-9a-f]{16})"', got))
print(len(seen))
`;

const credits = 500;
/** What the account may get back in a day (ledger/refunds.ts), and so read for nothing at most. */
const refundable = credits / 5;

export const cutPages: Attack = {
  name: 'cut-pages',
  promise:
    'who reads a part of an answer and resets pays for it: no trick gives more than the refunds of a day',
  async run({ serve, isShort }) {
    if (spawnSync('python3', ['--version']).status !== 0)
      return { held: true, seen: 'not tried: no python3' };
    const runs = [];
    for (const share of isShort ? [0.1] : [0.1, 0.22, 0.5, 0.9]) {
      const served = await serve({
        plans: { ...defaultConfig.plans, bench: { credits, requests_per_minute: 1e6 } },
      });
      const args = [String(served.port), served.home.key, String(share), ...pagesOf(isShort ? 8 : 40)];
      const { stdout } = await promisify(execFile)('python3', ['-c', client, ...args]);
      await pause(1_000);
      runs.push({ share, seen: Number(stdout), used: await served.creditsUsed() });
      await served.stop();
    }
    return {
      held: runs.every(({ seen, used }) => seen > 0 && seen <= used + refundable && used <= credits),
      seen: runs
        .map(({ share, seen, used }) => `${share * 100} % of each page: ${seen} permits for ${used} credits`)
        .join('; '),
    };
  },
};

/** Pages of up to 500 features, of different years. */
function pagesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const year = 2026 - (i % 20);
    const month = String(1 + (i % 12)).padStart(2, '0');
    return `/ogc/collections/permits/items?limit=500&datetime=${year - 6}-${month}-01T00:00:00Z/${year}-12-31T00:00:00Z`;
  });
}
