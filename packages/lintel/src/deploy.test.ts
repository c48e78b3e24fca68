/** The files of deploy/ fit their readers and this program: images, units, manifests, dashboard and alerts. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { endpoints } from '@lintel/contract';
import { proof } from '@lintel/testing/base/rounds.js';
import { guides } from '@lintel/testing/docs/docs-blocks.js';
import { memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { Registry } from 'prom-client';
import { createProgram } from './cli/program.js';
import { prometheusCounters } from './http/process/prometheus-counters.js';
import type { NightRecord } from './releases/night-record.js';

const deploy = resolve('deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'lintel-deploy-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const isMissing = (program: string) => spawnSync(program, ['--version']).status !== 0;

const lastNight: NightRecord = {
  ended_at: '2026-06-30T03:00:00.000Z',
  seconds: 60,
  published: true,
  exit_status: 3,
  refused_nights: 1,
  problems: ['elm-city-ks stopped.'],
  sources: {
    'elm-city-ks': {
      last_success_at: '2026-06-29T03:00:00.000Z',
      every_seconds: 86_400,
      failures: 1,
      lost_share: 0.5,
      rows: 3096,
      newest_record: '2026-06-20',
      state: 'stalled',
      findings: ['lost_rows'],
    },
  },
};

/** The names in a PromQL expression or a template that may be metrics of this service or of its process. */
function metricsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:lintel|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
}

test('dashboard and alerts ask only for metrics that the service gives, and for each of its own', async () => {
  const registry = new Registry();
  const counters = prometheusCounters(registry, {
    releases: memoryReleaseStore(null),
    now: Date.now,
    lastNight: () => lastNight,
    lastBackup: () => ({ made_at: '2026-06-28T03:00:00.000Z', directory: '/mnt/backup' }),
    disk: () => ({ freeBytes: 1, bytes: 10 }),
    givenUp: async () => 2,
  });
  counters.observe({ route: '/v2/usage', status: 200, seconds: 0.1, credits: 1, isWhole: false });
  counters.connectionCut('slow');
  const text = await registry.metrics();
  const given = new Set(text.split('\n').map((line) => /^\w+/.exec(line)?.[0] ?? ''));
  const dashboard = read('monitoring/grafana.json');
  const alerts = read('monitoring/alerts.yaml');
  const asked = metricsIn(dashboard + alerts);
  assert.deepEqual(
    asked.filter((name) => !given.has(name)),
    [],
  );
  const own = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('lintel_'));
  const monitoring = readFileSync('docs/monitoring.md', 'utf8');
  for (const name of own) {
    assert.ok(
      metricsIn(dashboard).some((metric) => metric.startsWith(name)),
      `the dashboard does not show ${name}`,
    );
    assert.ok(monitoring.includes(`\`${name}\``), `docs/monitoring.md does not explain ${name}`);
  }
});

test('what is not known has no value: before the first night and backup, and while the ledger is away', async () => {
  const registry = new Registry();
  prometheusCounters(registry, {
    releases: memoryReleaseStore(null),
    now: Date.now,
    lastNight: () => null,
    lastBackup: () => null,
    disk: () => ({ freeBytes: 1, bytes: 10 }),
    givenUp: () => Promise.reject(new Error('the ledger is away')),
  });
  const lines = (await registry.metrics()).split('\n');
  const given = lines.filter((line) => /^lintel_(night|source|backup|watch|disk|release)/.test(line));
  assert.deepEqual(given, [
    'lintel_release_age_seconds -1',
    'lintel_disk_free_bytes 1',
    'lintel_disk_size_bytes 10',
  ]);
});

test('image, units and manifests start the program as it is, and probe paths that it answers', () => {
  const paths = new Set<string>(Object.values(endpoints).map(({ path }) => path));
  const files = ['docker', 'systemd', 'kubernetes'].flatMap((folder) =>
    readdirSync(join(deploy, folder)).map((name) => read(join(folder, name))),
  );
  const text = files.join('\n');
  const probed = [...text.matchAll(/path: (\/\w+)$|127\.0\.0\.1:8080(\/\w+)'/gm)].map(([, a, b]) => a ?? b);
  assert.ok(probed.length >= 4);
  for (const path of probed) assert.ok(path !== undefined && paths.has(path), path);
  const program = [...text.matchAll(/(packages\/lintel\/bin\/\w+\.js)/g)];
  assert.equal(program.length, 6);
  for (const [, path = ''] of program) assert.ok(existsSync(path), path);
  const { version } = JSON.parse(readFileSync('packages/lintel/package.json', 'utf8')) as { version: string };
  assert.ok(read('kubernetes/kustomization.yaml').includes(`newTag: ${version}\n`));
  assert.doesNotMatch(text, /^USER root|privileged: true|runAsUser: 0$/m);
});

test('units, jobs and services name commands, options and addresses that the program has', () => {
  const program = createProgram();
  const given = ['systemd', 'kubernetes', 'docker'].flatMap((folder) =>
    readdirSync(join(deploy, folder)).flatMap((name) => argumentsIn(read(join(folder, name)))),
  );
  assert.ok(given.length >= 11, String(given.length));
  for (const words of given) {
    let command = program;
    for (const word of words) {
      const below = command.commands.find((each) => each.name() === word);
      if (below !== undefined) command = below;
      else if (word.startsWith('--')) {
        assert.ok(
          command.options.some(({ long }) => long === word),
          words.join(' '),
        );
      }
    }
    assert.notEqual(command, program, words.join(' '));
  }
  const files = ['systemd', 'kubernetes', 'docker'].flatMap((folder) =>
    readdirSync(join(deploy, folder)).map((name) => read(join(folder, name))),
  );
  const documented = guides.map((page) => readFileSync(page, 'utf8')).join('\n');
  for (const [variable] of files.join('\n').matchAll(/\bLINTEL_[A-Z_]+/g)) {
    assert.ok(documented.includes(variable), variable);
  }
});

/** The command lines in a unit, a manifest, a compose file or a Dockerfile, without the program. */
function argumentsIn(text: string): string[][] {
  const ofUnits = [...text.matchAll(/^ExecStart=.*lintel\.js (.*)$/gm)].map(([, words = '']) =>
    words.split(' '),
  );
  const ofImages = [...text.matchAll(/^CMD (\[.*\])$/gm)].map(
    ([, list = '']) => JSON.parse(list) as string[],
  );
  const ofLists = [...text.matchAll(/^ *(?:args|command):\n((?: +- \S+\n)+)/gm)].map(([, list = '']) =>
    [...list.matchAll(/- "?([^\s"]+)/g)].map(([, word = '']) => word),
  );
  return [...ofUnits, ...ofImages, ...ofLists];
}

const notInstalled = !existsSync(join(deploy, 'check', 'node_modules'));

proof(
  'Dockerfile, compose file, manifests, dashboard and alerts are what their readers say',
  {
    skip: notInstalled && 'the schemas are missing: run `npm ci` in deploy/check',
  },
  () => {
    const run = spawnSync('npm', ['run', '--silent', 'check'], {
      cwd: join(deploy, 'check'),
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stdout + run.stderr);
    assert.equal(run.stdout.trim().split('\n').length, 8);
  },
);

test('systemd takes the units', {
  skip: isMissing('systemd-analyze') && 'systemd-analyze is missing',
}, () => {
  const names = readdirSync(join(deploy, 'systemd'));
  for (const name of names) {
    // Node may be elsewhere on this machine.
    const unit = read(join('systemd', name)).replace('/usr/bin/node', process.execPath);
    writeFileSync(join(directory, name), unit);
  }
  const units = names.map((name) => join(directory, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  const ours = stderr.split('\n').filter((line) => line.includes('lintel'));
  assert.deepEqual([status, ours], [0, []], stderr);
});

test('Prometheus takes the scrape job and the alerts, and each alert that pages fires in its time', {
  skip: isMissing('promtool') && 'promtool is missing: it comes with Debian’s package prometheus',
}, () => {
  const monitoring = join(directory, 'monitoring');
  cpSync(join(deploy, 'monitoring'), monitoring, { recursive: true });
  writeFileSync(join(monitoring, 'metrics_token'), 'made up');
  for (const command of [
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts-test.yaml'],
  ]) {
    execFileSync('promtool', command, { cwd: monitoring, stdio: 'pipe' });
  }
});
