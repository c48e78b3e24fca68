/**
 * Builds the pages of `packages/web` and the documentation site, and compresses the files, unless nothing has changed
 * since the last build: the hash of everything that goes in lies beside what came out.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = 'packages/web';
const shared = [`${root}/src`, 'packages/contract/src/openapi', `${root}/package.json`, 'package-lock.json'];

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
  for (const file of filesIn(folder)) compress(file);
  writeFileSync(record, now);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => !file.includes('node_modules') && statSync(file).isFile());
}

/** Writes the file's compressed forms beside it. */
function compress(file) {
  if (extname(file) === '.wasm') {
    // Nobody asks for it uncompressed: its 34 MB would weigh more than all else. Level 6 takes 2 s, level 9 10 s.
    const body = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
    rmSync(file);
  }
  if (!['.js', '.mjs', '.css', '.html', '.json', '.svg', '.md', '.txt'].includes(extname(file))) return;
  const body = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
}
