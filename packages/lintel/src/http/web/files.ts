/**
 * The built files of the pages and of the documentation (the package `@lintel/web`), read at their first request and kept. Only files that the
 * build wrote can be named, so no path leaves the folder. Where the package was not built there are none. Texts are
 * stored by Brotli alone (docs/decisions/273-pages-stored-once.md): their other forms are made when first asked for.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, createBrotliDecompress, gzipSync } from 'node:zlib';
import type { Coding } from '../answer/compression.js';
import { entityTag } from '../answer/conditional.js';

export interface WebFile {
  readonly type: string;
  /** By its hash; the coding follows. */
  tag(coding: Coding): string;
  /** Without compression; of WebAssembly, which is large, its size is not known before. */
  readonly bytes: number;
  readonly codings: ReadonlySet<Coding>;
  /** WebAssembly is unpacked anew for each of the few who do not understand Brotli. */
  body(coding: Coding): Buffer | Readable;
  /** What a page says. */
  text(): string;
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
  '.png': 'image/png',
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
    if (file !== null) kept.set(path, file);
    return file;
  };
}

function builtFolder(of: string): string | null {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
    'dist',
    of,
  );
  return existsSync(join(folder, 'index.html.br')) ? folder : null;
}

/** Null where another build has taken its place since the service started. */
function readWebFile(path: string, type: string): WebFile | null {
  const stored = existsSync(`${path}.br`) ? 'br' : 'identity';
  if (stored === 'identity' && !existsSync(path)) return null;
  const content = readFileSync(stored === 'br' ? `${path}.br` : path);
  const about = { type, tag: (coding: Coding) => entityTag([content.toString('latin1')], coding) };
  if (stored === 'identity') {
    const { length: bytes } = content;
    return { ...about, bytes, codings: new Set([stored]), body: () => content, text: () => String(content) };
  }
  if (extname(path) === '.wasm') return packedProgram(content, about);
  const plain = brotliDecompressSync(content);
  let gzip: Buffer | null = null;
  return {
    ...about,
    bytes: plain.length,
    codings: new Set(['br', 'gzip', 'identity']),
    body(coding) {
      if (coding === 'br') return content;
      if (coding === 'identity') return plain;
      gzip ??= gzipSync(plain);
      return gzip;
    },
    text: () => String(plain),
  };
}

function packedProgram(content: Buffer, about: Pick<WebFile, 'type' | 'tag'>): WebFile {
  return {
    ...about,
    bytes: Number.POSITIVE_INFINITY,
    codings: new Set(['br', 'identity']),
    body(coding) {
      if (coding === 'br') return content;
      const unpacking = createBrotliDecompress();
      unpacking.end(content);
      return unpacking;
    },
    text: () => '',
  };
}
