/** `npm run test:changed` finds the tests that a change can reach, the nearest first. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

interface Reach {
  importers(): ReadonlyMap<string, ReadonlySet<string>>;
  reached(changed: readonly string[], graph: ReturnType<Reach['importers']>): ReadonlyMap<string, number>;
}

const { importers, reached }: Reach = await import(pathToFileURL(resolve('scripts/testing/reach.js')).href);
const graph = importers();

/** Steps from a changed file to a test; infinite when it cannot be reached. */
function stepsTo(changed: string, file: string): number {
  return reached([changed], graph).get(`packages/${file}.test.js`) ?? Number.POSITIVE_INFINITY;
}

test('imports, threads, data, pages of documentation and bundled pages lead to tests', () => {
  for (const [changed, file] of [
    ['packages/lintel/src/refine/record/dates.ts', 'lintel/dist/builder/build-release'],
    ['packages/lintel/src/builder/write/block-thread.ts', 'lintel/dist/builder/build-release'],
    ['packages/lintel/src/refine/data/tag-rules.json', 'lintel/dist/refine/text/rule-set'],
    ['packages/lintel/src/cli/command/build.ts', 'lintel/dist/cli/lintel'],
    ['docs/api.md', 'lintel/dist/docs-requests'],
    ['packages/web/src/explorer/list.tsx', 'web/dist/test/explorer'],
  ] as const) {
    assert.ok(Number.isFinite(stepsTo(changed, file)), `${changed} does not reach ${file}`);
  }
});

test('the test of a file is nearer than those of what imports it; a test of something else is not reached', () => {
  const changed = 'packages/lintel/src/refine/record/dates.ts';
  const near = stepsTo(changed, 'lintel/dist/refine/record/dates');
  assert.equal(near, 1);
  assert.ok(near < stepsTo(changed, 'lintel/dist/refine/refine'));
  assert.ok(stepsTo(changed, 'lintel/dist/refine/refine') < stepsTo(changed, 'lintel/dist/cli/lintel'));
  assert.equal(stepsTo(changed, 'lintel/dist/ledger/window'), Number.POSITIVE_INFINITY);
});
