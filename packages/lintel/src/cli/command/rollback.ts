/** `lintel rollback`: serve the release that was published before the current one. */
import type { CommandGroup } from '../terminal/define.js';
import { noteAct } from '../work/note-act.js';

export function defineRollback(root: CommandGroup): void {
  root
    .define('rollback', 'Publish the previous release again', 'lintel rollback')
    .option('--in <address>', 'in PostgreSQL, where releases are published for SQL: postgres://…')
    .run(async (installation, options: { in?: string }) => {
      const { progress, signal } = installation;
      if (options.in !== undefined) {
        const { rollbackInDatabase } = await import('../../postgres/publish-release.js');
        const data = await rollbackInDatabase(options.in, signal);
        await noteAct(
          installation,
          'release.rollback',
          data.id,
          `instead of ${data.previous}, in the database`,
        );
        return { data, text: `Showing ${data.id} again in the database, instead of ${data.previous}.` };
      }
      const { rollback } = await import('../../releases/release-store.js');
      const { id, previous } = await rollback(installation.home, progress, signal);
      await noteAct(installation, 'release.rollback', id, `instead of ${previous}`);
      return { data: { id, previous }, text: `Serving ${id} again, instead of ${previous}.` };
    });
}
