/**
 * A server under load, for pages.ts: the real service of an installation, or the same framework answering the
 * same bytes from memory. It reports the processor time it has used.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { loadConfig } from 'lintel/dist/base/config.js';
import { openHome } from 'lintel/dist/base/home.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { pageBytes } from 'lintel/dist/http/answer/page.js';
import { cursorSecret } from 'lintel/dist/http/process/cursor-secret.js';
import { startServer } from 'lintel/dist/http/process/server.js';
import { decodeQuery, queryText } from 'lintel/dist/http/request/parameters.js';
import { createService } from 'lintel/dist/http/service.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { openReleaseStore } from 'lintel/dist/releases/open-store.js';
import { pino } from 'pino';
import { answerParent, cpuMs } from './child.js';
import { type FunctionShare, startProfile } from './profile.js';

/**
 * `service`: the real one. `unmetered`: the real one, whose charges are granted and never written. `records`: a map of records by id, joined to pages. `pages`: a map of finished pages by
 * path, which is as little as this framework can do.
 */
export type ServerKind = 'service' | 'unmetered' | 'records' | 'pages';

type ServerQuestion =
  | {
      readonly ask: 'start';
      readonly kind: ServerKind;
      readonly home: string;
      readonly paths: readonly string[];
    }
  | { readonly ask: 'usage' }
  | { readonly ask: 'start profile' }
  | { readonly ask: 'end profile' }
  | { readonly ask: 'live memory' };

export interface ServerUsage {
  readonly cpuMs: number;
  readonly residentBytes: number;
  readonly pid: number;
}

/** What is in use after garbage was collected, so that growth of it is a leak. */
export interface LiveMemory {
  readonly heapBytes: number;
  /** Buffers and what native code holds for objects. */
  readonly outsideBytes: number;
}

let endProfile = async (): Promise<FunctionShare[]> => [];

answerParent(async (question: ServerQuestion) => {
  if (question.ask === 'start profile') {
    endProfile = await startProfile();
    return null;
  }
  if (question.ask === 'end profile') return endProfile();
  if (question.ask === 'live memory') return liveMemory();
  if (question.ask === 'usage') {
    return {
      cpuMs: cpuMs(),
      residentBytes: process.memoryUsage().rss,
      pid: process.pid,
    } satisfies ServerUsage;
  }
  const { kind, home, paths } = question;
  if (kind === 'service') return startService(home);
  return kind === 'unmetered' ? startUnmetered(home) : startMap(kind, home, paths);
});

function liveMemory(): LiveMemory {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The second frees what finalizers of the first let go.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heapBytes: heapUsed, outsideBytes: external };
}

async function startService(directory: string): Promise<string> {
  const home = openHome(directory);
  const config = await loadConfig(directory);
  const { url } = await startServer({ home, config, host: '127.0.0.1', port: 0, logLevel: 'info' });
  return url;
}

async function startUnmetered(directory: string): Promise<string> {
  const home = openHome(directory);
  const config = await loadConfig(directory);
  const ledger = openLedger({ path: home.ledger, plans: config.plans });
  const app = createService({
    releases: openReleaseStore(home),
    config,
    secret: cursorSecret(home.secret),
    logger: pino({ level: 'info' }, pino.destination(2)),
    ledger: {
      ...ledger,
      charge: async (order) => ({
        granted: true,
        used: order.credits,
        limit: 1e12,
        repeated: false,
        receipt: { ...order, atMs: 0 },
      }),
    },
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

const idsOf = (path: string) => decodeQuery(queryText(path)).map(([, id]) => id);

async function startMap(kind: 'records' | 'pages', directory: string, paths: readonly string[]) {
  const home = openHome(directory);
  const release = openRelease(`${home.releases}/${currentReleaseId(home)}`);
  const records = new Map<string, Buffer>();
  const pages = new Map<string, Buffer>();
  for (const path of paths) {
    const ids = idsOf(path);
    const found = release.records('permits', ids);
    if (kind === 'pages') pages.set(path, pageBytes(found, { size: found.length, next_cursor: null }).body);
    else for (const [i, id] of ids.entries()) records.set(id, Buffer.from(found[i] ?? ''));
  }
  release.close();
  const pageOf = (path: string) => {
    if (kind === 'pages') return pages.get(path) ?? Buffer.alloc(0);
    const found = idsOf(path).map((id) => records.get(id) ?? Buffer.alloc(0));
    return pageBytes(found, { size: found.length, next_cursor: null }).body;
  };
  const app = Fastify({ routerOptions: { querystringParser: () => ({}) } });
  app.get('/v2/permits', (request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(pageOf(request.raw.url ?? ''));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}
