/** Files of the pages and the documentation, which the build leaves compressed. */
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

export const isStored = (path: string) => existsSync(`${path}.br`);

export const readStored = (path: string) => brotliDecompressSync(readFileSync(`${path}.br`)).toString();
