/**
 * `npm run build` calls this when something of the site has changed: Vite builds what the pages load, the pages are
 * written beside it. The folder is made anew.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { base } from './addresses.js';
import { type BuiltAssets, makeSite } from './site.js';

/** Writes the site into `folder`. `root` is the repository. */
export async function writeSite(root: string, folder: string): Promise<void> {
  const built = await buildAssets(join(root, 'packages/web'), folder);
  for (const [path, body] of makeSite(root, built)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** Builds script and styles into `folder`, which is emptied. Returns their addresses. */
export async function buildAssets(web: string, folder: string): Promise<BuiltAssets> {
  const common = { root: web, base, configFile: false, publicDir: false, logLevel: 'warn' } as const;
  const output = { outDir: resolve(folder), target: 'es2022', assetsInlineLimit: 0 } as const;
  // On a busy machine it remarks on its own time.
  const checks = { pluginTimings: false } as const;
  await build({
    ...common,
    build: {
      ...output,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: { input: 'src/docs/docs.ts', checks },
    },
  });
  // A classic script: it runs before the page is drawn, which a module does not.
  await build({
    ...common,
    build: {
      ...output,
      emptyOutDir: false,
      rolldownOptions: { input: 'src/docs/theme-first.ts', output: { format: 'iife' }, checks },
    },
  });
  const names = readdirSync(join(folder, 'assets'));
  const address = (pattern: RegExp) => {
    const name = names.find((one) => pattern.test(one));
    if (name === undefined) throw new Error(`Vite built no ${pattern}`);
    return `${base}assets/${name}`;
  };
  return {
    script: address(/^docs-.*\.js$/),
    style: address(/\.css$/),
    theme: address(/^theme-first-.*\.js$/),
    fonts: names.filter((name) => name.endsWith('.woff2')).map((name) => `${base}assets/${name}`),
  };
}
