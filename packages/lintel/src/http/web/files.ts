/**
 * The built files of the pages and of the documentation (the package `@lintel/web`), read at their first request and kept. Only files that the
 * build wrote can be named, so no path leaves the folder. Where the package was not built there are none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Coding } from '../answer/compression.js';
import { entityTag } from '../answer/conditional.js';

export interface WebFile {
  readonly type: string;
  /** By its hash; the coding follows. */
  tag(coding: Coding): string;
  /** The body, and its compressed forms where the build made them; of large files by Brotli alone. */
  readonly bodies: ReadonlyMap<Coding, Buffer>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
};

/** Gives a file by its path inside a built folder, such as `assets/index-4f.js`; null for any other path. */
export type WebFiles = (path: string) => WebFile | null;

/** The files of the pages (`site`) or of the documentation (`docs`). */
export function webFiles(of: 'site' | 'docs'): WebFiles {
  const folder = builtFolder(of);
  const names = new Set(
    folder === null
      ? []
      : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
  );
  const kept = new Map<string, WebFile>();
  return (path) => {
    const type = types[extname(path)];
    if (folder === null || type === undefined || !(names.has(path) || names.has(`${path}.br`))) return null;
    const file = kept.get(path) ?? readWebFile(join(folder, path), type);
    kept.set(path, file);
    return file;
  };
}

function builtFolder(of: string): string | null {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
    'dist',
    of,
  );
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

function readWebFile(path: string, type: string): WebFile {
  const bodies = new Map<Coding, Buffer>();
  for (const [coding, ending] of [
    ['identity', ''],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (existsSync(path + ending)) bodies.set(coding, readFileSync(path + ending));
  }
  const content = (bodies.get('identity') ?? bodies.get('br') ?? Buffer.alloc(0)).toString('latin1');
  return { type, bodies, tag: (coding) => entityTag([content], coding) };
}
