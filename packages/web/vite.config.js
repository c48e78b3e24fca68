/**
 * The build of the pages: one document and files named by their content. Nothing is inlined, because the pages'
 * security policy allows neither inline scripts nor `data:` fonts.
 */
import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const scripts = ['main.tsx', 'account/main.tsx'].map((name) => join(import.meta.dirname, 'src', name));
let start;

/** `start` for a module that the first script of a document imports, however far down; nothing for others. */
function startOf(id, modules) {
  if (start === undefined) {
    start = new Set(scripts.filter((script) => modules.getModuleInfo(script) !== null));
    for (const module of start)
      for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) start.add(imported);
  }
  return start.has(id) ? 'start' : null;
}

export default defineConfig({
  plugins: [
    react(),
    // The component library brings its words in thirty languages; the pages are in one.
    optimizeLocales.vite({ locales: ['en-US'] }),
    // Comments of the documents are for us.
    { name: 'documents', transformIndexHtml: (html) => html.replace(/\s*<!--.*?-->/gs, '') },
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/site',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    // By it the service names the files of a page in its document.
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      // What a document needs at once is one file: twenty small ones would each wait for the network.
      output: { codeSplitting: { groups: [{ name: startOf }] } },
    },
  },
  server: {
    // `npx vite packages/web` shows changes at once; the service answers requests for data.
    proxy: { '/v2': 'http://127.0.0.1:8080', '/web.json': 'http://127.0.0.1:8080' },
  },
});
