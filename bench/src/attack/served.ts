/**
 * A service under attack: `lintel serve` as an operator starts it, on a free loopback port, watched through its own
 * metrics and its log.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type BenchHome, lintelCommand } from '../home.js';

/** Settings of `lintel.json`, over those that every attacked service has. */
export type Settings = Readonly<Record<string, unknown>>;

/** The parts of a log line that attacks look at. */
export interface LogLine {
  readonly msg?: string;
  readonly status?: number;
  readonly credits?: number;
  readonly refunded?: number;
  readonly delivered?: boolean;
  readonly account_id?: string | null;
  /** Milliseconds that the service worked for the account. */
  readonly work_ms?: number;
  /** Milliseconds since 1970 UTC. */
  readonly time?: number;
}

export interface Memory {
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
}

export interface Served {
  readonly home: BenchHome;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The lines that the service has logged so far about finished requests. */
  readonly requests: readonly LogLine[];
  /** The value of a metric, summed over its labels; 0 when it was never counted. */
  metric(name: string): Promise<number>;
  memory(): Promise<Memory>;
  /** Whether the process still runs and answers. */
  answers(): Promise<boolean>;
  /** Credits that the account of the key has used. */
  creditsUsed(): Promise<number>;
  stop(): Promise<void>;
}

/** Log lines that are kept; an attack that makes more of them does not look at them. */
const maxLines = 100_000;
/** Milliseconds after which a service that does not answer, or does not end, is taken for dead. */
const patienceMs = 15_000;

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a socket without a port');
  return address.port;
}

/** Starts the service on an installation whose settings name `metricsPort` for its metrics. */
export async function startServed(home: BenchHome, metricsPort: number): Promise<Served> {
  const args = [lintelCommand, 'serve', '--port', '0', '--json', '--home', home.directory];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const requests: LogLine[] = [];
  const others: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    const read = readLine(line);
    if (read?.msg === 'request') {
      if (requests.length < maxLines) requests.push(read);
    } else if (others.length < 100) others.push(line);
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (typeof value !== 'string') throw new Error(`the service did not start: ${others.join('\n')}`);
  const { address: url } = JSON.parse(value) as { address: string };
  const ask = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(address, { headers: { connection: 'close', ...headers }, signal: AbortSignal.timeout(patienceMs) });
  const metrics = async () => (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return {
    home,
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    requests,
    metric: async (name) => sumOf(await metrics(), name),
    async memory() {
      const text = await metrics();
      return {
        residentMegabytes: sumOf(text, 'process_resident_memory_bytes') / 1e6,
        heapMegabytes: sumOf(text, 'nodejs_heap_size_used_bytes') / 1e6,
      };
    },
    async answers() {
      const response = await ask(`${url}/healthz`).catch(() => null);
      await response?.arrayBuffer();
      return response?.status === 200;
    },
    async creditsUsed() {
      const response = await ask(`${url}/v2/usage`, { 'x-api-key': home.key });
      return ((await response.json()) as { credits_used: number }).credits_used;
    },
    stop: () => stopped(child),
  };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exit;
  clearTimeout(kill);
}

function readLine(line: string): LogLine | null {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}

/** The sum of the samples of a metric in Prometheus' text format. */
function sumOf(text: string, name: string): number {
  let sum = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) {
      sum += Number(line.slice(line.lastIndexOf(' ') + 1));
    }
  }
  return sum;
}
