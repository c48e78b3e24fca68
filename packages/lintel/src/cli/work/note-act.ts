/** Writes what an operator did into the audit log, after it was done. */
import { UserError } from '../../base/user-error.js';
import { failureText } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';

/** Notes an act; gives what kept it out of the log as a problem, since the act itself stands. */
export async function noteAct(
  installation: Installation,
  act: string,
  subject: string,
  detail = '',
): Promise<string[]> {
  try {
    await (await installation.ledger()).note(act, subject, detail);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [`Done, but not in the audit log. ${failureText(error)}`];
  }
}
