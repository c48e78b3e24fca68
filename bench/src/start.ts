/**
 * How long a server takes from its start to its first answer, and the share of opening the release in it,
 * against the same framework with nothing to serve.
 *
 *   node bench/dist/start.js [permits or directory of an installation]… [--rounds 5]
 *
 * Files of the release that are not in the system's page cache take longer by what the disk needs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { figure, median, print } from './figures.js';
import { type BenchHome, benchHome, lintelCommand } from './home.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);

/** A server of the same framework that has nothing to load. */
const emptyServer = `
  import Fastify from 'fastify';
  const app = Fastify();
  app.get('/v2/list/tags', (request, reply) => reply.send({}));
  process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }) + '\\n');`;

/** Milliseconds from spawning a server to the end of its first answer. */
async function timeToAnswer(args: readonly string[], key: string): Promise<number> {
  const begun = performance.now();
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: import.meta.dirname,
  });
  try {
    const url = await addressOf(server);
    const answer = await fetch(`${url}/v2/list/tags`, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the first answer was ${answer.status}`);
    return performance.now() - begun;
  } finally {
    await stopped(server);
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function stopped(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill();
  });
}

function timeToOpen({ release }: BenchHome): number {
  const begun = performance.now();
  openRelease(release).close();
  return performance.now() - begun;
}

const homes = (positionals.length === 0 ? ['50000'] : positionals).map((argument) => benchHome(argument));
try {
  const empty: number[] = [];
  const measured = homes.map((home) => ({ home, answer: [] as number[], open: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    empty.push(await timeToAnswer(['--input-type=module', '--eval', emptyServer], ''));
    for (const { home, answer, open } of measured) {
      const serve = [lintelCommand, 'serve', '--port', '0', '--json', '--home', home.directory];
      answer.push(await timeToAnswer(serve, home.key));
      open.push(timeToOpen(home));
    }
  }
  const rows = measured.map(({ home, answer, open }) => [
    home.permits,
    figure(median(answer)),
    figure(Math.max(...answer)),
    figure(median(open)),
    (median(empty) / median(answer)).toFixed(2),
  ]);
  print(table(['permits', 'first answer ms', 'slowest', 'opening ms', 'empty server takes, of it'], rows));
  print(`an empty server of the same framework: ${figure(median(empty))} ms`);
} finally {
  for (const home of homes) home.remove();
}
