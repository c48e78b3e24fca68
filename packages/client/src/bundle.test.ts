/** The client as a browser gets it: one small file that needs nothing of Node. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('index.js', import.meta.url));
const { outputFiles, metafile } = await build({
  entryPoints: [entry],
  bundle: true,
  minify: true,
  format: 'esm',
  // A module of Node that is imported anywhere fails the build.
  platform: 'browser',
  write: false,
  metafile: true,
});
const bundle = outputFiles[0]?.contents ?? new Uint8Array();

test('the bundle for browsers is less than 10 kB when compressed', () => {
  const size = gzipSync(bundle, { level: 9 }).length;
  assert.ok(size > 1_000 && size < 10_000, `${size} bytes`);
});

test('the client imports nothing but its own files', () => {
  const foreign = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, original }) => external || !original?.startsWith('./'));
  assert.deepEqual(foreign, []);
});

test('the bundle loads where no global of Node exists', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lintel-bundle-'));
  writeFileSync(join(directory, 'client.mjs'), bundle);
  const { Lintel } = (await import(join(directory, 'client.mjs'))) as typeof import('./index.js');
  const { process: node, Buffer: bytes } = globalThis;
  try {
    Object.assign(globalThis, { process: undefined, Buffer: undefined });
    const said: string[] = [];
    const lintel = new Lintel({
      baseUrl: '',
      key: 'lk_',
      fetch: (url) => {
        said.push(url);
        return Promise.resolve(new Response('{"items": [], "size": 0, "next_cursor": null}'));
      },
    });
    assert.deepEqual(await lintel.tags({ size: 3 }).toArray(), []);
    assert.deepEqual(said, ['/v2/list/tags?size=3']);
  } finally {
    Object.assign(globalThis, { process: node, Buffer: bytes });
    await rm(directory, { recursive: true });
  }
});
