/**
 * Loaded before a test file by `scripts/test.js`: says what the file took when it ends, and gives fast-check the seed of
 * the run. The processor time is that of the process and of all that it started, which Linux tells; elsewhere only its
 * own.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Clock ticks of a second in `/proc`. */
const ticks = 100;
/** A property that takes longer has failed, or is making a failure smaller: it ends with what it has found. */
const propertyMs = 300_000;

const { LINTEL_TEST_TIMES: into, LINTEL_TEST_SEED: seed, LINTEL_TEST_PROOF: share = '0' } = process.env;
const [, file = ''] = process.argv;
if (isMainThread && into !== undefined) {
  // Processes that the test starts are not tests.
  delete process.env.NODE_OPTIONS;
  delete process.env.LINTEL_TEST_TIMES;
  process.once('exit', () => {
    const cpu = ownSeconds() + childSeconds(process.pid);
    appendFileSync(into, `${relative('.', file)}\t${cpu.toFixed(2)}\t${process.uptime().toFixed(2)}\n`);
  });
  if (seed !== undefined && readFileSync(file, 'utf8').includes("'fast-check'")) {
    const { default: fc } = await import('fast-check');
    fc.configureGlobal({
      seed: Number(seed),
      ...(Number(share) < 1 && { interruptAfterTimeLimit: propertyMs, markInterruptAsFailure: true }),
    });
  }
}

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor time of a process's children: of those that have ended, and of those that still run, with theirs. */
function childSeconds(pid) {
  try {
    const running = readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .map((child) => times(child)[0] + childSeconds(child));
    return running.reduce((sum, seconds) => sum + seconds, times(pid)[1]);
  } catch {
    return 0;
  }
}

/** Seconds of a process itself, and of its children that have ended. */
function times(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / ticks;
  return [seconds(11), seconds(13)];
}
