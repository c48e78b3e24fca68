/** `lintel tables`: the published release as Parquet files, for SQL, for other programs and for downloads. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandGroup } from '../terminal/define.js';
import { table } from '../terminal/outcome.js';

export function defineTables(root: CommandGroup): void {
  root
    .define('tables', 'Make Parquet files of a release, for SQL and downloads', 'lintel tables')
    .option('--release <id>', 'release to take (default: the published one)')
    .details(
      'They are made once and lie in tables/ID/ of the home, with a description and checksums.\nlintel sql asks them; with "release_files": "open" the service hands them out under /files/.',
    )
    .run(async ({ home, progress, signal }, options: { release?: string }) => {
      const [{ makeTables }, { tableNames }] = await Promise.all([
        import('../../tables/make-tables.js'),
        import('../../tables/layout.js'),
      ]);
      const { release, directory, isNew } = await makeTables(home, options.release, progress, signal);
      const files = tableNames.map((name) => {
        const path = join(directory, `${name}.parquet`);
        return { table: name, path, bytes: statSync(path).size };
      });
      const rows = files.map(({ table, bytes }) => [table, bytes]);
      const said = isNew ? 'Made' : 'There already:';
      return {
        data: { release, directory, files },
        text: `${said} the tables of release ${release} in ${directory}\n${table(['table', 'bytes'], rows)}`,
      };
    });
}
