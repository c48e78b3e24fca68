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
  http: ['geography', 'refine', 'raw', 'release', 'ledger'],
  cli: ['geography', 'refine', 'raw', 'sources', 'sample', 'release', 'ledger', 'http'],
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
