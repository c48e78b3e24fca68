/** Writes what an operator did on the command line into the audit log, after it was done. */
import { statSync } from 'node:fs';
import { UserError } from '../../base/user-error.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { printProblem } from '../terminal/print.js';

/**
 * Notes an act. The act itself stands: what keeps it out of the log is only printed. A home without a ledger has no
 * log, and gets none by this.
 */
export async function noteAct(
  installation: Installation,
  act: string,
  subject: string,
  detail = '',
): Promise<void> {
  const { config, home } = installation;
  const hasLog =
    config.ledger_url !== null || (statSync(home.ledger, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!hasLog) return;
  try {
    await (await installation.ledger()).note(act, subject, detail);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    printProblem(`Done, but it is not in the audit log. ${failureText(error)}`);
  }
}
