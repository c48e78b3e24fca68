/** The client as a browser gets it: one small file that needs nothing of Node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

const entry = fileURLToPath(new URL('index.js', import.meta.url));
const options = {
  bundle: true,
  minify: true,
  // A module of Node that is imported anywhere fails the build.
  platform: 'browser',
  write: false,
  metafile: true,
} as const satisfies BuildOptions;
const { outputFiles, metafile } = await build({ ...options, entryPoints: [entry], format: 'esm' });
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

test('the bundle works where nothing is global but what browsers have', async () => {
  const said: string[] = [];
  const browser = {
    AbortController,
    TextDecoder,
    URLSearchParams,
    clearTimeout,
    crypto,
    setTimeout,
    fetch: (url: string) => {
      said.push(url);
      const page = '{"items": [{"id": "solar"}], "size": 1, "next_cursor": null}';
      const headers = { 'X-Export-Cursor': 'c' };
      return Promise.resolve(new Response(url.includes('/export/') ? '{"id": "1"}\n' : page, { headers }));
    },
  };
  const { outputFiles: asScript } = await build({
    ...options,
    entryPoints: [entry],
    format: 'iife',
    globalName: 'client',
  });
  const script = `${new TextDecoder().decode(asScript[0]?.contents)}; const lintel = new client.Lintel({ baseUrl: '', key: 'lk_' }); Promise.all([lintel.tags({ size: 3 }).toArray(), lintel.permits.export().toArray()])`;
  const records: unknown = await runInNewContext(script, browser);
  assert.equal(JSON.stringify(records), '[[{"id":"solar"}],[{"id":"1"}]]');
  assert.deepEqual(said.sort(), ['/v2/export/permits', '/v2/list/tags?size=3']);
});
