/**
 * Writes the OpenAPI document into the package (`npm run openapi`), and adds what is new in it to what callers may
 * rely on. Both files are checked in; tests compare them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from './document.js';
import { promisesOf } from './promises.js';

const fileOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const path = fileOf('openapi.json');
const document = openApiDocument();
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
const kept = readFileSync(fileOf('promises.txt'), 'utf8').split('\n').filter(Boolean);
const promises = [...new Set([...kept, ...promisesOf(document)])].sort();
writeFileSync(fileOf('promises.txt'), `${promises.join('\n')}\n`);
process.stdout.write(`${path}\n`);
