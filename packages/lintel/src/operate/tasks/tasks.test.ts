/** Tasks over a portal of this test: real processes of the command line, looked at from several serving processes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startLintel } from '@lintel/testing/cli/run-lintel.js';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import type { Task } from './task.js';
import { openTasks } from './tasks.js';

const home = mkdtempSync(join(tmpdir(), 'lintel-tasks-'));
const portal = await new PortalServer().listen();
portal.add(syntheticDataset('elm-city-ks', 200));
mkdirSync(join(home, 'sources'));
writeFileSync(
  join(home, 'lintel.json'),
  '{"fetch": {"requests_per_second": 100, "operator": "test", "allow_hosts": ["127.0.0.1"]}}',
);
const { definition } = sourceOf('socrata', portal.url, 'elm-city-ks', { namespace: 'elm-city-ks' });
writeFileSync(join(home, 'sources', 'elm-city-ks.json'), JSON.stringify(definition));
after(async () => {
  await portal.close();
  rmSync(home, { recursive: true, force: true });
});

/** Two serving processes see the same tasks. */
const [here, elsewhere] = [openTasks(home), openTasks(home)];
const fetchOrder = {
  kind: 'fetch',
  subject: 'elm-city-ks',
  command: ['fetch', 'elm-city-ks', '--full'],
  by: 'ann@example.org',
} as const;

function started(): Task {
  const begun = here.start(fetchOrder);
  assert.ok('task' in begun);
  return begun.task;
}

async function seen(id: string, until: (task: Task) => boolean = ({ endedMs }) => endedMs !== null) {
  const shown: Task[] = [];
  for await (const task of elsewhere.follow(id, AbortSignal.timeout(120_000))) {
    shown.push(task);
    if (until(task)) break;
  }
  const last = shown.at(-1);
  assert.ok(last !== undefined && until(last), JSON.stringify(last));
  return { last, shown };
}

/** Makes the portal silent, so that a fetch stays under way; the promise says when it was asked. */
function silence(): Promise<void> {
  return new Promise((resolve) => {
    portal.fault = () => {
      resolve();
      return { kind: 'hang' };
    };
  });
}

const speak = () => {
  portal.fault = () => null;
};

/** The task once its command has asked the silent portal. */
async function underWay(): Promise<Task> {
  const asked = silence();
  const { id } = started();
  await asked;
  return (await seen(id, ({ pid }) => pid !== null)).last;
}

test('a fetch is followed from another process, and its result is what the command prints', async () => {
  const { id } = started();
  const { last } = await seen(id);
  assert.deepEqual([last.state, last.error, last.by], ['done', null, 'ann@example.org']);
  assert.match(last.lines.join('\n'), /elm-city-ks: 200 rows in /);
  const result = elsewhere.result(id) as { runs: { counts: { new: number } }[] };
  assert.equal(result.runs[0]?.counts.new, 200);
  assert.equal(elsewhere.list(1)[0]?.id, id);
});

test('two fetches never run at once: a second is refused, by another process too, and by the command line', async () => {
  const { id } = await underWay();
  const second = elsewhere.start(fetchOrder);
  assert.ok('running' in second);
  assert.equal(second.running.id, id);
  const typed = startLintel(home, 'fetch', 'elm-city-ks');
  assert.match((await typed.ended).stderr, /Another process is writing into the raw store/);
  elsewhere.stop(id);
  const { last } = await seen(id);
  assert.deepEqual([last.state, elsewhere.find(id)?.state], ['stopped', 'stopped']);
  assert.match(last.error ?? '', /Interrupted/);
});

/** The process that started another one; slim images of Linux have no `ps`. */
function parentOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]);
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)]));
}

test('a killed fetch shows as failed, whichever of its processes was killed, and the next one runs', async () => {
  const first = await underWay();
  process.kill(first.pid ?? 0, 'SIGKILL');
  const { last } = await seen(first.id);
  assert.deepEqual([last.state, last.error], ['failed', 'Its process was ended by SIGKILL.']);
  const second = await underWay();
  process.kill(parentOf(second.pid ?? 0), 'SIGKILL');
  assert.deepEqual((await seen(second.id)).last.error, 'Its process was killed.');
  process.kill(second.pid ?? 0, 'SIGKILL');
  speak();
  assert.equal((await seen(started().id)).last.state, 'done');
});

test('a dead task stays dead while the next one of its kind runs', async () => {
  const dead = await underWay();
  process.kill(parentOf(dead.pid ?? 0), 'SIGKILL');
  process.kill(dead.pid ?? 0, 'SIGKILL');
  await seen(dead.id);
  const next = await underWay();
  assert.deepEqual([elsewhere.find(dead.id)?.state, elsewhere.find(next.id)?.state], ['failed', 'running']);
  elsewhere.stop(next.id);
  await seen(next.id);
});

test('a serving process that ends stops the tasks it began', async () => {
  const { id } = await underWay();
  here.close();
  assert.equal((await seen(id)).last.state, 'stopped');
});
