/** A build leaves nothing of sources that were moved or deleted. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';

const root = mkdtempSync(join(tmpdir(), 'lintel-stale-'));
after(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(content));
}

test('compiled files without a source are removed, and nothing else', () => {
  const options = { rootDir: 'src', outDir: 'dist' };
  write('tsconfig.json', {
    references: [{ path: 'one' }, { path: 'two/tsconfig.test.json' }, { path: 'unbuilt' }],
  });
  write('one/tsconfig.json', { compilerOptions: options });
  write('two/tsconfig.test.json', { compilerOptions: { rootDir: 'test', outDir: 'dist/test' } });
  write('unbuilt/tsconfig.json', { compilerOptions: options });
  const kept = ['one/src/a.ts', 'one/src/page.tsx', 'one/dist/a.js', 'one/dist/a.d.ts', 'one/dist/page.js'];
  kept.push(
    'one/dist/data/words.json',
    'one/dist/.tsbuildinfo',
    'two/test/b.test.ts',
    'two/dist/test/b.test.js',
  );
  kept.push('two/dist/site/bundle.js');
  const stale = ['one/dist/gone.js', 'one/dist/room/moved.test.js', 'one/dist/room/moved.test.d.ts'];
  stale.push('one/dist/gone.js.map', 'two/dist/test/gone.test.js');
  for (const path of [...kept, ...stale]) write(path);
  execFileSync(process.execPath, [resolve('scripts/remove-stale.js')], { cwd: root });
  assert.deepEqual(
    kept.filter((path) => !existsSync(join(root, path))),
    [],
  );
  assert.deepEqual(
    stale.filter((path) => existsSync(join(root, path))),
    [],
  );
});

test('a definition that was deleted is in the catalog no more', () => {
  for (const folder of [
    'geography/data',
    'sources/catalog',
    'sources/inventory/data',
    'sources/platforms',
    'refine/data',
  ]) {
    write(`packages/lintel/src/${folder}/kept.json`);
    write(`packages/lintel/dist/${folder}/gone.json`);
  }
  execFileSync(process.execPath, [resolve('scripts/copy-assets.js')], { cwd: root });
  assert.deepEqual(readdirSync(join(root, 'packages/lintel/dist/sources/catalog')), ['kept.json']);
});
