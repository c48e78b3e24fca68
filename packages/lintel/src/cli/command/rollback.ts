/** `lintel rollback`: serve the release that was published before the current one. */
import type { CommandGroup } from '../define.js';

export function defineRollback(root: CommandGroup): void {
  root
    .define('rollback', 'Go back to the release published before', 'lintel rollback')
    .run(async ({ home, progress, signal }) => {
      const { rollback } = await import('../../release/shelf.js');
      const { id, previous } = await rollback(home, progress, signal);
      return { data: { id, previous }, text: `Serving ${id} again, instead of ${previous}.` };
    });
}
