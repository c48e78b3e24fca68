/**
 * Builds the two documents of `packages/web` with Vite and compresses the files, unless nothing has changed since the last
 * build: the hash of everything that goes in lies beside what came out.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = 'packages/web';
const inputs = [
  `${root}/src`,
  `${root}/index.html`,
  `${root}/account.html`,
  `${root}/vite.config.js`,
  `${root}/package.json`,
];
const site = `${root}/dist/site`;
const record = `${site}/.inputs`;

const hash = createHash('sha256');
for (const file of [...inputs.flatMap(filesIn), 'packages/client/dist/generated.js', 'package-lock.json']) {
  hash.update(file).update('\0').update(readFileSync(file));
}
const now = hash.digest('hex');
if (!existsSync(record) || readFileSync(record, 'utf8') !== now) {
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
  for (const file of filesIn(site)) compress(file);
  writeFileSync(record, now);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}

/** Writes the file's compressed forms beside it. */
function compress(file) {
  if (!['.js', '.mjs', '.css', '.html', '.json', '.svg', '.md'].includes(extname(file))) return;
  const body = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
}
