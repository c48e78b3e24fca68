/** Runs a command on hostile input, and reports how it ended and how much memory it took. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintelCommand } from '../home.js';

export interface Ended {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Largest resident memory in megabytes; 0 if unknown. */
  readonly peakMegabytes: number;
  readonly seconds: number;
}

const sampleMs = 50;
const longestMs = 600_000;

/** Runs `lintel` with the arguments; one that does not end within ten minutes is killed. */
export async function runCommand(home: string, ...args: readonly string[]): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(process.execPath, [lintelCommand, ...args, '--home', home], { timeout: longestMs });
  const chunks = { stdout: '', stderr: '' };
  let peakMegabytes = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    chunks.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    chunks.stderr += text;
  });
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid));
  }, sampleMs);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { status, ...chunks, peakMegabytes, seconds: (performance.now() - begun) / 1000 };
}

/** The kernel's high-water mark of a process. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const city = {
  kind: 'permits',
  license: null,
  attribution: null,
  jurisdiction: {
    geoid: '2020000',
    name: 'Elm City',
    state: 'KS',
    county_geoid: '20099',
    default_city: 'Elm City',
  },
  time_zone: 'America/Chicago',
  format: {},
  row_key: ['permit'],
  map: { number: 'permit', description: 'work', address: 'address', issue_date: 'issued', type: 'type' },
};

/** Defines a source of an invented city in a home; `fetch` says how its portal is read. */
export function defineSource(home: string, id: string, fetch?: object): void {
  mkdirSync(join(home, 'sources'), { recursive: true });
  const definition = { id, name: id, namespace: id, ...city, ...(fetch !== undefined && { fetch }) };
  writeFileSync(join(home, 'sources', `${id}.json`), JSON.stringify(definition));
}

/** What a terminal would obey. */
export const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
