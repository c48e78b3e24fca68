/**
 * Builds the pages of `packages/web` and the documentation site, and compresses their files, unless nothing has changed
 * since the last build: the hash of everything that goes in lies beside what came out.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = 'packages/web';
const compressed = new Set(['.js', '.mjs', '.css', '.html', '.json', '.svg', '.md', '.txt']);
const shared = [
  'scripts/build-web.js',
  `${root}/src`,
  'packages/contract/src/openapi',
  `${root}/package.json`,
  'package-lock.json',
];

await update(
  `${root}/dist/site`,
  [
    ...shared,
    `${root}/index.html`,
    `${root}/account.html`,
    `${root}/vite.config.js`,
    'packages/client/dist/generated.js',
  ],
  async () => {
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
    // The dashboard is built apart from the explorer, which thus loads nothing that it does not need.
    await build({
      root,
      logLevel: 'warn',
      build: {
        emptyOutDir: false,
        manifest: false,
        license: { fileName: 'licenses-account.md' },
        rolldownOptions: { input: `${root}/account.html` },
      },
    });
  },
);

// What the service draws itself, with all that it needs in one file.
await update(
  `${root}/dist/embed`,
  [...shared, `${root}/vite.config.js`, 'packages/client/dist/generated.js'],
  async (outDir) => {
    const { build } = await import('vite');
    await build({
      root,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/embed/embed.tsx',
        manifest: false,
        outDir: outDir.slice(root.length + 1),
        minify: true,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
  },
);

const { inputs } = await import('../packages/web/dist/docs-build/site.js');
await update(`${root}/dist/docs`, [...shared, `${root}/docs`, ...inputs], async (folder) => {
  const { writeSite } = await import('../packages/web/dist/docs-build/write.js');
  await writeSite('.', folder);
});

/** Builds a folder if its inputs are others than those of the last build. */
async function update(folder, inputs, build) {
  const record = `${folder}/.inputs`;
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn)) hash.update(file).update('\0').update(readFileSync(file));
  const now = hash.digest('hex');
  if (existsSync(record) && readFileSync(record, 'utf8') === now) return;
  await build(folder);
  // What runs in the service is read by Node.
  if (folder !== `${root}/dist/embed`) for (const file of filesIn(folder)) compress(file);
  writeFileSync(record, now);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => !file.includes('node_modules') && statSync(file).isFile());
}

/** Replaces a file that the service sends by its compressed form. The licences are read where the package lies. */
function compress(file) {
  const large = extname(file) === '.wasm';
  if (!(large || compressed.has(extname(file))) || /\blicenses.*\.md$/.test(file)) return;
  const body = readFileSync(file);
  const params = {
    // A program of 34 MB takes 2 s at level 6, 10 s at level 9.
    [constants.BROTLI_PARAM_QUALITY]: large ? 6 : 9,
    [constants.BROTLI_PARAM_LGWIN]: large ? 24 : constants.BROTLI_DEFAULT_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
  rmSync(file);
}
