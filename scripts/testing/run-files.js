/**
 * Runs test files one after the other in this process, each as a suite of its own: what they share is loaded once. Says
 * what each took, and gives fast-check the seed of the run.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Clock ticks of a second in `/proc`. */
const ticks = 100;
/** A property that takes longer has failed, or is making a failure smaller: it ends with what it has found. */
const propertyMs = 300_000;

/** Paths from the root of the repository; `times` is the file that gets a line of each, `proof` the share of proofs. */
export async function runFiles(files, { times, proof }) {
  if (proof !== undefined) process.env.LINTEL_TEST_PROOF = proof;
  if (files.some((file) => readFileSync(file, 'utf8').includes("'fast-check'"))) await seedProperties();
  for (const file of files) await describe(file, () => measured(file, times));
}

async function measured(file, times) {
  let began = taken();
  const loaded = began;
  before(() => {
    began = taken();
  });
  await import(pathToFileURL(resolve(file)));
  const loading = since(loaded);
  after(() => {
    const [cpu, clock] = since(began).map((seconds, i) => (seconds + loading[i]).toFixed(2));
    appendFileSync(times, `${file}\t${cpu}\t${clock}\n`);
  });
}

async function seedProperties() {
  const { default: fc } = await import('fast-check');
  const { LINTEL_TEST_SEED: seed, LINTEL_TEST_PROOF: share = '0' } = process.env;
  fc.configureGlobal({
    seed: Number(seed),
    ...(Number(share) < 1 && { interruptAfterTimeLimit: propertyMs, markInterruptAsFailure: true }),
  });
}

/** Seconds of processor time, of this process and of all that it started, and seconds on the clock. */
function taken() {
  const { user, system } = process.cpuUsage();
  return [(user + system) / 1e6 + childSeconds(process.pid), process.uptime()];
}

const since = (before) => taken().map((seconds, i) => seconds - before[i]);

/**
 * Processor time of a process's children: of those that have ended, and of those that still run, with theirs. Linux tells
 * it; elsewhere it is 0.
 */
function childSeconds(pid) {
  try {
    const running = readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map((child) => secondsOf(child)[0] + childSeconds(child));
    return running.reduce((sum, seconds) => sum + seconds, secondsOf(pid)[1]);
  } catch {
    return 0;
  }
}

/** Seconds of a process itself, and of its children that have ended. */
function secondsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / ticks;
  return [seconds(11), seconds(13)];
}
