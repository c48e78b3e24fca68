/** `lintel rollback`: serve the release that was published before the current one. */
import { isDatabase } from '../../replication/objects.js';
import type { CommandGroup } from '../terminal/define.js';
import { noteAct } from '../work/note-act.js';
import { openStore, whoPublishes } from './releases-store.js';

export function defineRollback(root: CommandGroup): void {
  root
    .define('rollback', 'Publish the previous release again', 'lintel rollback')
    .option('--in <address>', 'in PostgreSQL (postgres://…), or in a store: a directory or s3://…')
    .run(async (installation, options: { in?: string }) => {
      const { progress, signal } = installation;
      if (options.in !== undefined && !isDatabase(options.in)) {
        const { rollbackInStore } = await import('../../replication/catalog.js');
        const objects = await openStore(installation, options.in);
        const data = await rollbackInStore(objects, whoPublishes());
        await noteAct(
          installation,
          'release.rollback',
          data.id,
          `instead of ${data.previous}, in ${objects.name}`,
        );
        return {
          data,
          text: `${data.id} is published again in ${objects.name}, instead of ${data.previous}.`,
        };
      }
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
