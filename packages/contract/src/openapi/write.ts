/**
 * Writes the OpenAPI document into the package (`npm run openapi`). The file is checked in; a test compares
 * it.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from './document.js';

const path = fileURLToPath(new URL('../../openapi.json', import.meta.url));
writeFileSync(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
process.stdout.write(`${path}\n`);
