/**
 * The load for pages.ts: keeps a number of connections busy for a time and reports how long each answer took.
 */
import { Agent, get } from 'node:http';
import { answerParent } from './child.js';

interface LoadOrder {
  readonly url: string;
  readonly key: string;
  /** Asked one after the other, around and around, beginning anywhere. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds from sending the request to the end of the answer. */
  readonly timesMs: readonly number[];
}

answerParent(async ({ url, key, paths, connections, seconds }: LoadOrder): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const timesMs: number[] = [];
  let bytes = 0;
  let next = Math.floor(Math.random() * paths.length);
  const end = performance.now() + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      next = (next + 1) % paths.length;
      const begun = performance.now();
      const length = await ask(agent, url + paths[next], key);
      timesMs.push(performance.now() - begun);
      bytes += length;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { requests: timesMs.length, bytes, timesMs };
});

/** Bytes of the answer's body; fails on anything but 200. */
function ask(agent: Agent, url: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'x-api-key': key } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url.slice(0, 80)} answered ${answer.statusCode}`));
      });
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}
