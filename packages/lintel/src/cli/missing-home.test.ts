/** No command makes a home in a mistyped directory, and every one that needs a home says that there is none. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import type { Command } from 'commander';
import { createProgram } from './program.js';

/** Commands that may make a home: they bring data, or serve. */
const makers = new Set([
  ...[
    'demo',
    'load',
    'nightly',
    'fetch',
    'ingest',
    'sample',
    'restore',
    'serve',
    'releases pull',
    'official fetch',
  ],
  ...['source add', 'source check', 'source discover', 'source new', 'source share', 'source verify'],
]);
/** Commands that do something without a home, or refuse what they are given for another reason. */
const others = new Set(['blds check', 'build-worker', 'refine', 'source list', 'source show']);
/** What arguments and options take, where any word would be refused before the home is looked at. */
const values: Readonly<Record<string, string>> = {
  '--changes': 'new',
  '--mail': 'ann@example.org',
  '--name': 'Acme',
  '--search': 'geo_id=TX',
  '--to': 'x.csv',
  email: 'ann@example.org',
};
/** The same for single commands, after their name. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  'explain permit': ['6045382b4d48c6bb'],
  'explain contractor': ['gMjoQYQelE'],
  'explain decision': ['00000000-0000-5000-8000-000000000000'],
  'map fetch': ['--place', 'Nashville, TN'],
  'raw copy': ['--to', 'postgres://127.0.0.1:1/none'],
};

const directory = mkdtempSync(join(tmpdir(), 'lintel-missing-home-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Every command with the words that name it. */
function commandsOf(parent: Command, names: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const words = [...names, command.name()];
    return command.commands.length > 0 ? commandsOf(command, words) : [[words.join(' '), command] as const];
  }) as [string, Command][];
}

function argumentsOf(command: Command): string[] {
  const given = command.registeredArguments.filter(({ required }) => required);
  const options = command.options.filter(({ mandatory }) => mandatory);
  return [
    ...given.map((argument) => argument.argChoices?.[0] ?? values[argument.name()] ?? 'x'),
    ...options.flatMap(({ long }) => [long ?? '', values[long ?? ''] ?? 'x']),
  ];
}

const env = { ...process.env, LINTEL_HOME: '', XDG_CONFIG_HOME: directory };

test('a command that only works with a home makes none in a mistyped directory, and says so', async () => {
  const commands = commandsOf(createProgram()).filter(
    ([name, { options }]) => options.some(({ long }) => long === '--home') && name !== 'mcp',
  );
  assert.ok(commands.length > 60);
  for (const [name, command] of commands.filter(([each]) => !makers.has(each))) {
    const given = fitting[name] ?? argumentsOf(command);
    const webhook = name === 'watch add' ? ['--webhook', 'https://example.org/hook'] : [];
    const args = [...name.split(' '), ...given, ...webhook, '--home', 'nowhere'];
    const input = name === 'refine' ? '' : undefined;
    const { status, stdout, stderr } = await lintelHere(args, { env, cwd: directory, input });
    assert.equal(existsSync(join(directory, 'nowhere')), false, name);
    if (others.has(name)) continue;
    assert.equal(status, 1, `${name} ${stderr}`);
    assert.match(stderr + stdout, /There is no (home|published release) (in )?\S*nowhere/, name);
  }
});

test('a directory that is no home stays as it is, and one with settings alone is a home', async () => {
  const photos = join(directory, 'photos');
  mkdirSync(photos);
  const list = (home: string) => lintelHere(['accounts', 'list', '--home', home], { env, cwd: directory });
  for (const command of ['accounts create --name A', 'operators add ann@example.org', 'keys list']) {
    const run = await lintelHere([...command.split(' '), '--home', photos], { env, cwd: directory });
    assert.equal(run.status, 1, command);
    assert.match(run.stderr, /photos is not a home of Lintel.*serve make one/, command);
  }
  assert.deepEqual(readdirSync(photos), []);
  writeFileSync(join(photos, 'lintel.json'), '{}');
  assert.equal((await list(photos)).status, 0);
});
