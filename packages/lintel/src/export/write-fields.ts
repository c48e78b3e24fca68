/** Writes `docs/fields.md`, the data dictionary of all exports: `npm run fields`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dictionaryOf } from './dictionary.js';
import { exportKinds } from './kinds.js';

const head = `# Fields

The columns of every [export](exports.md), made from the schemas of the interface by \`npm run fields\`. Unknown
values are empty in CSV and null elsewhere. Money is in US cents, time in whole days, area in square feet, rates in
whole percent. Lists of texts are joined by \`;\` in CSV. What the values mean in full:
[the interface](api.md), [the data](data-model.md).
`;

/** The text of the page. */
export const fieldsPage = (): string =>
  `${head}\n${exportKinds.map((kind) => dictionaryOf(kind)).join('\n')}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync('docs/fields.md', fieldsPage());
