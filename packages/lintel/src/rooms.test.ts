/** The house rule: a room imports only the rooms that stand above it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const sourceRoot = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** What each room may import beside itself, `base` and the contract package (which every room may). */
const mayImport: Record<string, readonly string[]> = {
  base: [],
  geography: [],
  refine: ['geography'],
  raw: [],
  sources: ['refine', 'raw'],
  sample: ['geography', 'raw'],
  release: ['geography', 'refine', 'raw'],
  ledger: [],
  backup: ['raw', 'release', 'ledger'],
  http: ['geography', 'refine', 'raw', 'release', 'ledger'],
  cli: ['geography', 'refine', 'raw', 'sources', 'sample', 'release', 'ledger', 'backup', 'http'],
};

const files = readdirSync(sourceRoot, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'));

test('every file stands in a known room', () => {
  const strangers = files.filter((file) => file.includes(sep) && !((file.split(sep)[0] ?? '') in mayImport));
  assert.deepEqual(strangers, []);
});

test('a room imports only rooms above it', () => {
  const faults: string[] = [];
  for (const file of files) {
    const room = file.split(sep)[0] ?? '';
    const allowed = mayImport[room];
    if (!allowed) continue;
    const text = readFileSync(join(sourceRoot, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target =
        relative(sourceRoot, join(sourceRoot, dirname(file), specifier ?? '')).split(sep)[0] ?? '';
      if (target !== room && target !== 'base' && !allowed.includes(target)) {
        faults.push(`${file} imports ${specifier}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

/** Of these rooms the threads of a build are made. */
const plainRooms = [
  'base',
  'geography',
  'refine',
  'raw',
  'release/build',
  'release/filter',
  'release/metrics',
];
/** Needs the order of a permit's keys, which is that of its schema; only refining threads load it. */
const needsSchemas = 'release/build/permit-json.ts';

test('what runs in the threads of a build loads no schemas: of the contract types and its plain part', () => {
  const inRooms = files.filter((file) =>
    plainRooms.some((room) => file.split(sep).join('/').startsWith(`${room}/`)),
  );
  const faults = inRooms
    .filter((file) => !file.endsWith('.test.ts') && file.split(sep).join('/') !== needsSchemas)
    .filter((file) =>
      /^import \{[^}]*\} from '@lintel\/contract';/m.test(readFileSync(join(sourceRoot, file), 'utf8')),
    );
  assert.ok(inRooms.length > 100);
  assert.deepEqual(faults, []);
});
