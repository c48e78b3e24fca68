import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataDirectory } from '../table.js';
import { buildTables } from './build-tables.js';
import { missingPackages } from './packages.js';

const missing = missingPackages();
const skip = missing.length > 0 && `not installed: ${missing.join(', ')} (npm install brings them)`;

test('the checked-in tables are what the packages give (npm run geography regenerates them)', {
  skip,
}, () => {
  for (const [name, text] of Object.entries(buildTables())) {
    const checkedIn = readFileSync(join(dataDirectory, `${name}.tsv`), 'latin1');
    assert.ok(text === checkedIn, `${name}.tsv differs from what the packages give`);
  }
});
