/** What a starting or reloaded service says of its ledger: the settings to the audit log, another ledger to its operator. */
import type { Config } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import { messageOf } from '../../base/user-error.js';
import { noteSettings } from '../../ledger/note-settings.js';
import { openLedgerOf } from '../../ledger/open-ledger.js';
import { otherLedger } from '../../ledger/other-ledger.js';
import { LedgerUnavailable } from '../../ledger/unavailable.js';
import { printProblem } from '../terminal/print.js';

/** Never throws: where the ledger is away, the log of the service says so, and the next start or command notes the settings. */
export async function lookAtLedger(home: Home, config: Config): Promise<void> {
  try {
    const ledger = await openLedgerOf(home.ledger, config, { mustExist: true });
    try {
      const other = await otherLedger(ledger, home.ledger, config);
      if (other !== null) printProblem(`Two ledgers: ${other}.`);
      await noteSettings(ledger, home);
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (error instanceof LedgerUnavailable) return;
    printProblem(`The settings are not in the audit log: ${messageOf(error)}`);
  }
}
