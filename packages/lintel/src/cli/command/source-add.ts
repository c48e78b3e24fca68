/** `lintel source add`: puts definitions into the home, so that `ingest`, `fetch` and `build` know them. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';

export function defineSourceAdd(group: CommandGroup): void {
  group
    .define(
      'add <file...>',
      'Add definitions to the sources of this home',
      'lintel source add elm-city-ks.json',
    )
    .makesHome()
    .option('--replace', 'replace a definition of the same id')
    .run(async (installation, options: { readonly replace?: boolean }, ...files: string[]) => {
      const { readDefinition } = await import('../../sources/source/load-catalog.js');
      const added = files.map((file) => {
        if (!existsSync(file)) throw new UserError(`There is no file ${file}.`);
        const { id, fetch } = readDefinition(file);
        const path = join(installation.ownSources, `${id}.json`);
        if (existsSync(path) && options.replace !== true) {
          throw new UserError(`${path} exists already.`, { hint: 'Say --replace if this one is right.' });
        }
        return { id, path, text: readFileSync(file, 'utf8'), isFetched: fetch !== null };
      });
      // Nothing is written before all are valid.
      mkdirSync(join(installation.home.directory, 'sources'), { recursive: true });
      for (const { path, text } of added) writeWhole(path, text);
      const fetched = added.filter(({ isFetched }) => isFetched).map(({ id }) => id);
      const next = fetched.length > 0 ? `fetch ${fetched.join(' ')}` : `ingest FILE --source ${added[0]?.id}`;
      return {
        data: added.map(({ id, path }) => ({ id, path })),
        text: [...added.map(({ path }) => `${path} was written.`), nextStep(installation, next)].join('\n'),
      };
    });
}
