/** What `npm publish` would put into each package. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const packed = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspaces'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  }),
) as readonly Packed[];

const published = packed.filter(({ name }) => !['@lintel/testing', '@lintel/bench'].includes(name));

test('no package publishes a test, a fixture, a source map or a build record', () => {
  assert.ok(published.length >= 3);
  const faults = published.flatMap(({ name, files }) =>
    files
      .filter(({ path }) => /\.test\.|(^|\/)fixture\/|tsbuildinfo|\.js\.map$|\.d\.ts\.map$/.test(path))
      .map(({ path }) => `${name}: ${path}`),
  );
  assert.deepEqual(faults, []);
});

test('a package publishes the data that its code reads', () => {
  const paths = published.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
  for (const needed of [
    ...published.map(({ name }) => `${name}/README.md`),
    '@lintel/mcp/bin/lintel-mcp.js',
    '@lintel/sample/data/works.json',
    'lintel/dist/geography/data/',
    'lintel/dist/builder/write/geography-files/index.sqlite.gz',
    'lintel/dist/sources/catalog/austin-tx.json',
    'lintel/dist/refine/data/tag-rules.json',
    '@lintel/client/dist/generated.js',
    'lintel/dist/cli/api/generated.js',
    '@lintel/web/dist/site/index.html.br',
    '@lintel/web/dist/site/licenses.md',
    '@lintel/web/dist/docs/index.html.br',
  ]) {
    assert.ok(
      paths.some((path) => path.startsWith(needed)),
      needed,
    );
  }
});

test('every dependency is an exact version: a published package has no lock file', () => {
  const folders = ['.', 'bench', ...packed.map(({ name }) => `packages/${name.replace('@lintel/', '')}`)];
  let exact = 0;
  for (const folder of folders.filter((each) => each !== 'packages/bench')) {
    const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, unknown>;
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        assert.match(String(version), /^\d+\.\d+\.\d+(-r\.\d+)?$/, `${folder}: ${name}`);
        exact += 1;
      }
  }
  assert.ok(exact > 80, String(exact));
});
