/**
 * Random damage to any file of a release may make searches fail, but never hang or exhaust memory: searches
 * run in child processes (damage-child.ts) that this test watches.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rounds as roundsOf, seed } from '@lintel/testing/base/rounds.js';
import {
  syntheticDecision,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';

/** Milliseconds that one search may take; each takes a few, but the machine may be busy. */
const patienceMs = 120_000;
/** Megabytes that a child may use: this limit kills a search that collects without end. */
const heapMegabytes = 512;
const rounds = roundsOf(20, 1_500);

const root = mkdtempSync(join(tmpdir(), 'lintel-damage-'));
after(() => rmSync(root, { recursive: true, force: true }));
const child = fileURLToPath(import.meta.resolve('@lintel/testing/release/damage-child.js'));

const chance = syntheticNumbers(7);
const world = makeWorld(root, (store) => {
  const permits = Array.from({ length: 400 }, (_, i) => syntheticRow(`p${i}`, syntheticPermit(i, chance)));
  ingest(store, 'permits-a', permits);
  ingest(
    store,
    'decisions',
    Array.from({ length: 40 }, (_, i) => syntheticRow(`d${i}`, syntheticDecision(i, chance))),
  );
});
const built = await world.build();

interface Watched {
  /** Its last step. */
  readonly last: string;
  /** Why it ended early; null when it did not. */
  readonly fault: string | null;
}

/** Runs a child on a copy of the release. */
function searchDamaged(directory: string, from: number): Promise<Watched> {
  const args = [`--max-old-space-size=${heapMegabytes}`, child, directory, String(from), String(rounds)];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    let [round, last, errors, fault] = ['', '', '', null as string | null];
    const hung = () => {
      fault = `took more than ${patienceMs} ms`;
      running.kill('SIGKILL');
    };
    let timer = setTimeout(hung, patienceMs);
    running.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    createInterface(running.stdout).on('line', (line) => {
      clearTimeout(timer);
      timer = setTimeout(hung, patienceMs);
      if (line.startsWith('round')) round = line;
      last = line;
    });
    running.on('close', (code, signal) => {
      clearTimeout(timer);
      if (last === 'done' && code === 0) resolve({ last, fault: null });
      else resolve({ last: `${round}, ${last}`, fault: fault ?? `ended with ${signal ?? code}: ${errors}` });
    });
  });
}

test(`searches of a release damaged at random end (seed ${seed}, ${rounds} rounds)`, async () => {
  const found = await Promise.all(
    [seed, seed + 1].map((from) => {
      const directory = join(root, String(from), basename(built.directory));
      cpSync(built.directory, directory, { recursive: true });
      return searchDamaged(directory, from);
    }),
  );
  assert.deepEqual(
    found.filter(({ fault }) => fault !== null),
    [],
  );
});
