/** `lintel rollback`: serve the release that was published before the current one. */
import { rollback } from '../../release/shelf.js';
import type { CommandGroup } from '../define.js';

export function defineRollback(root: CommandGroup): void {
  root
    .define('rollback', 'Go back to the release published before', 'lintel rollback')
    .run(async ({ home, progress }) => {
      const { id, previous } = await rollback(home, progress);
      return { data: { id, previous }, text: `Serving ${id} again, instead of ${previous}.` };
    });
}
