/**
 * Malicious portals on the loopback interface: they never end, nest thousands of levels deep, send brackets
 * alone, and redirect to a service that must not be reached, spelled in every way. A good one is fetched
 * after them.
 */
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Attack } from './attack.js';
import { defineSource, runCommand } from './command.js';

/** Rows a page. */
const pageRows = 50;
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
/** Spellings of the inner host; the portal itself is allowed on its own port only. */
const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '127.0.0.1.',
    'localhost',
    '[::1]',
  ],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[::127.0.0.1]', '169.254.169.254'],
];

/** How a source must end: failed, or finished with this number of rows. */
interface Wanted {
  readonly id: string;
  readonly state: 'failed' | 'finished';
  readonly mostRows: number;
}

export const hostilePortals: Attack = {
  name: 'hostile-portals',
  promise: 'a portal that means harm stops its own source only, and leads to no other host',
  async run({ directory, isShort, tell }) {
    let reached = 0;
    const inner = await listen((_request, response) => {
      response.end('[]');
    });
    inner.on('connection', () => {
      reached += 1;
    });
    const portal = await listen(answer(portOf(inner)));
    try {
      const home = directory();
      const wanted = wantedOf(isShort);
      const baseUrl = `http://127.0.0.1:${portOf(portal)}`;
      for (const { id } of wanted) {
        defineSource(home, id, { protocol: 'socrata', base_url: baseUrl, dataset: id, page_rows: pageRows });
      }
      const settings = { requests_per_second: 100, allow_hosts: [`127.0.0.1:${portOf(portal)}`] };
      writeFileSync(join(home, 'lintel.json'), JSON.stringify({ fetch: settings }));
      const ended = await runCommand(home, 'fetch', ...wanted.map(({ id }) => id), '--json');
      const { runs } = JSON.parse(ended.stdout) as { runs: readonly FetchRun[] };
      const faults = wanted.flatMap(({ id, state, mostRows }) => {
        const run = runs.find(({ source }) => source === id);
        tell(
          `${id}: ${run?.state}, ${run?.counts.new} rows${run?.message ? `: ${run.message.slice(0, 160)}` : ''}`,
        );
        return run?.state === state && run.counts.new <= mostRows
          ? []
          : [`${id} ${run?.state ?? 'was not fetched'}`];
      });
      if (reached > 0) faults.push(`the inner service was reached ${reached} times`);
      if (ended.status !== 1) faults.push(`status ${ended.status}`);
      return {
        held: faults.length === 0,
        seen: faults.join('; ') || `${wanted.length} portals, none beyond its source`,
      };
    } finally {
      portal.closeAllConnections();
      for (const server of [portal, inner]) server.close();
    }
  },
};

interface FetchRun {
  readonly source: string;
  readonly state: string;
  readonly message: string | null;
  readonly counts: { readonly new: number };
}

function wantedOf(isShort: boolean): readonly Wanted[] {
  const redirects = (isShort ? hosts.slice(0, 4) : hosts).map((_, index) => `redirect-${index}`);
  return [
    { id: 'deaf', state: 'failed', mostRows: pageRows },
    { id: 'growing', state: 'failed', mostRows: 2_000 },
    { id: 'deep', state: 'finished', mostRows: 1 },
    { id: 'brackets', state: 'failed', mostRows: 0 },
    ...redirects.map((id) => ({ id, state: 'failed', mostRows: 0 }) as const),
    { id: 'good', state: 'finished', mostRows: pageRows },
  ];
}

/** Answers for each dataset by its name, in the manner of Socrata. */
function answer(innerPort: number): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://portal');
    const dataset = url.pathname.split('/').at(-1)?.replace('.json', '') ?? '';
    const host = hosts[Number(/^redirect-(\d+)$/.exec(dataset)?.[1] ?? Number.NaN)];
    if (host !== undefined) {
      response.writeHead(302, { location: `http://${host}:${innerPort}/resource/x.json` }).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    const counts = url.searchParams.get('$select')?.startsWith('count') === true;
    if (url.pathname.startsWith('/api/views/'))
      response.end('{"columns":[{"fieldName":"permit","dataTypeName":"text"}]}');
    else if (counts) response.end(`[{"rows":"${dataset === 'deep' ? 2 : pageRows}"}]`);
    else response.end(pageOf(dataset, url.searchParams.get('$where')));
  };
}

/** The page of a dataset after the row in the condition. */
function pageOf(dataset: string, where: string | null): string {
  const last = Number(/row-(\d+)/.exec(where ?? '')?.[1] ?? 0);
  if (dataset === 'deaf') return rowsFrom(1);
  if (dataset === 'growing') return rowsFrom(last + 1);
  if (dataset === 'brackets') return '['.repeat(5_000_000);
  if (last > 0) return '[]';
  if (dataset === 'deep')
    return `[{":id":"row-1","permit":"D","x":${deep(5_000)}},{":id":"row-2","permit":"E"}]`;
  return rowsFrom(1);
}

function rowsFrom(first: number): string {
  const rows = Array.from({ length: pageRows }, (_, at) => ({
    ':id': `row-${first + at}`,
    permit: `P${first + at}`,
  }));
  return JSON.stringify(rows);
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
