/** The rule of the house: imports go one way, between rooms and between the folders of a room. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sourceRoot = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** What each room may import beside itself, `base` and the contract package, which every room may. */
const mayImport: Record<string, readonly string[]> = {
  base: [],
  geography: [],
  refine: ['geography'],
  raw: [],
  blds: [],
  sources: ['geography', 'refine', 'raw', 'blds'],
  format: ['geography'],
  areas: ['format'],
  official: ['geography'],
  tiles: [],
  builder: ['geography', 'refine', 'raw', 'format'],
  query: ['format'],
  search: ['geography', 'format'],
  releases: ['format', 'query', 'search'],
  replication: ['format', 'releases'],
  export: ['format', 'releases', 'blds'],
  tables: ['format', 'releases', 'export'],
  postgres: ['format', 'query', 'search', 'releases', 'export'],
  ledger: [],
  identity: ['ledger'],
  watch: ['format', 'releases', 'ledger'],
  backup: ['format', 'builder', 'releases', 'ledger'],
  installation: ['geography', 'raw', 'sources', 'ledger'],
  explain: [
    'geography',
    'refine',
    'raw',
    'sources',
    'format',
    'builder',
    'query',
    'search',
    'releases',
    'ledger',
    'installation',
  ],
  operate: ['refine', 'raw', 'sources', 'format', 'releases', 'ledger'],
  http: [
    'geography',
    'format',
    'query',
    'releases',
    'export',
    'tables',
    'postgres',
    'raw',
    'ledger',
    'watch',
    'identity',
    'explain',
    'operate',
  ],
  cli: [
    'areas',
    'tiles',
    'official',
    'blds',
    'geography',
    'refine',
    'raw',
    'sources',
    'format',
    'builder',
    'releases',
    'replication',
    'ledger',
    'identity',
    'backup',
    'installation',
    'explain',
    'export',
    'tables',
    'postgres',
    'watch',
    'http',
  ],
};

const files = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const roomOf = (file: string) => file.split('/')[0] ?? '';
const isOfTests = (file: string) => file.endsWith('.test.ts') || !file.includes('/');

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(sourceRoot, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].map(([, specifier]) => ({
    from: file,
    to: `${posix.join(posix.dirname(file), specifier ?? '')}.ts`,
  }));
});

test('every file lies in a known room', () => {
  const strangers = files.filter((file) => file.includes('/') && !(roomOf(file) in mayImport));
  assert.deepEqual(strangers, []);
});

test('a room imports only the rooms that the table allows', () => {
  const faults = imports.filter(({ from, to }) => {
    const [room, target] = [roomOf(from), roomOf(to)];
    if (isOfTests(from) || room === target || target === 'base') return false;
    return !(mayImport[room] ?? []).includes(target);
  });
  assert.deepEqual(faults, []);
});

test('the table allows no import that no file has', () => {
  const ofProduct = imports.filter(({ from }) => !isOfTests(from));
  const needless = Object.entries(mayImport).flatMap(([room, targets]) =>
    targets
      .filter((target) => !ofProduct.some(({ from, to }) => roomOf(from) === room && roomOf(to) === target))
      .map((target) => `${room} -> ${target}`),
  );
  assert.deepEqual(needless, []);
});

test('product code imports nothing that is made for tests', () => {
  const faults = files.filter(
    (file) =>
      !file.endsWith('.test.ts') && readFileSync(join(sourceRoot, file), 'utf8').includes("'@lintel/testing"),
  );
  assert.deepEqual(faults, []);
});

test('no folder imports another that imports it, directly or through others', () => {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (isOfTests(from)) continue;
    const [folder, target] = [posix.dirname(from), posix.dirname(to)];
    if (folder === target) continue;
    targets.set(folder, (targets.get(folder) ?? new Set()).add(target));
  }
  assert.ok(targets.size > 40);
  const circles = [...targets.keys()].filter((folder) => reaches(targets, folder, folder));
  assert.deepEqual(circles, []);
});

/** Whether `goal` is reached from `start` by at least one import. */
function reaches(targets: ReadonlyMap<string, ReadonlySet<string>>, start: string, goal: string): boolean {
  const seen = new Set<string>();
  const open = [...(targets.get(start) ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (folder === goal) return true;
    if (seen.has(folder)) continue;
    seen.add(folder);
    open.push(...(targets.get(folder) ?? []));
  }
  return false;
}

test('opening a release for reading loads only what reading needs', () => {
  const loaded = new Set(['releases/open-release.ts']);
  for (const file of loaded) for (const { from, to } of imports) if (from === file) loaded.add(to);
  const rooms = [...new Set([...loaded].map(roomOf))].sort();
  assert.deepEqual(rooms, ['base', 'format', 'geography', 'query', 'releases', 'search']);
  const ofGeography = [...loaded].filter((file) => roomOf(file) === 'geography').sort();
  assert.deepEqual(ofGeography, ['geography/table.ts', 'geography/usps/words.ts']);
  const indexers = [...loaded].filter((file) => /address-index\/.*(?:writer|sort)\.ts$/.test(file));
  assert.deepEqual(indexers, []);
});

test('what runs in the threads of a build loads no schemas: of the contract only types and its plain part', () => {
  const rooms = ['base', 'geography', 'refine', 'raw', 'format', 'builder'];
  /** Needs the order of a permit's keys, which is that of its schema; only refining threads load it. */
  const needsSchemas = 'builder/entry/pack-permit.ts';
  const inRooms = files.filter((file) => rooms.includes(roomOf(file)) && !isOfTests(file));
  assert.ok(inRooms.length > 100);
  const faults = inRooms
    .filter((file) => file !== needsSchemas)
    .filter((file) =>
      /^import \{[^}]*\} from '@lintel\/contract';/m.test(readFileSync(join(sourceRoot, file), 'utf8')),
    );
  assert.deepEqual(faults, []);
});

test('the command line loads no schemas before it knows the command: every command would wait for them', () => {
  const fromHere = new Map<string, string[]>();
  const schemaUsers: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(sourceRoot, file), 'utf8');
    const specifiers = [...text.matchAll(/^(?:import|export) (?!type\b)[^']*? from '([^']+)';/gm)].flatMap(
      ([, specifier]) => specifier ?? [],
    );
    if (specifiers.some((each) => each === '@lintel/contract' || each.startsWith('typebox'))) {
      schemaUsers.push(file);
    }
    const local = specifiers.filter((each) => each.startsWith('.'));
    fromHere.set(
      file,
      local.map((each) => posix.join(posix.dirname(file), each).replace(/\.js$/, '.ts')),
    );
  }
  assert.ok(schemaUsers.length > 20);
  const loaded = new Set(['cli/main.ts', 'cli/program.ts']);
  for (const file of loaded) for (const next of fromHere.get(file) ?? []) loaded.add(next);
  assert.ok(loaded.size > 40);
  assert.deepEqual(
    schemaUsers.filter((file) => loaded.has(file)),
    [],
  );
});
