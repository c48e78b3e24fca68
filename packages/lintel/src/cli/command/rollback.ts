/** `lintel rollback`: serve the release that was published before the current one. */
import type { CommandGroup } from '../terminal/define.js';

export function defineRollback(root: CommandGroup): void {
  root
    .define('rollback', 'Publish the previous release again', 'lintel rollback')
    .run(async ({ home, progress, signal }) => {
      const { rollback } = await import('../../releases/release-store.js');
      const { id, previous } = await rollback(home, progress, signal);
      return { data: { id, previous }, text: `Serving ${id} again, instead of ${previous}.` };
    });
}
