/** What `lintel serve --follow` does beside serving: it brings and publishes what a store publishes, and says so. */
import { UserError } from '../../base/user-error.js';
import type { Objects } from '../../replication/objects.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { printNote, printProblem } from '../terminal/print.js';
import { openFiles } from './publish-built.js';

/** Follows until the signal is aborted. */
export async function followStore(
  installation: Installation,
  objects: Objects,
  signal: AbortSignal,
): Promise<void> {
  const { follow } = await import('../../replication/follow.js');
  const { retentionOf } = await import('../../releases/retention.js');
  const { home, config } = installation;
  await follow(home, objects, {
    signal,
    keep: retentionOf(config),
    async onPublished(id, previous) {
      printNote(
        `Following ${objects.name}: ${id} is published here${previous === null ? '' : `, after ${previous}`}.`,
      );
      await openFiles(installation);
    },
    onFault(error) {
      if (error === null) printNote(`Following ${objects.name} again.`);
      else if (error instanceof UserError) printProblem(`What is served stays. ${failureText(error)}`);
      else printProblem(`What is served stays. ${error.stack ?? error.message}`);
    },
  });
}
