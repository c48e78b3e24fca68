/** Whether another ledger than the one in use lies within reach, with the accounts that callers mean. */
import { existsSync } from 'node:fs';
import type { Config } from '../base/config.js';
import { formatCount } from '../base/format-number.js';
import { openDatabase } from '../base/sqlite.js';
import { copiedAct } from './copy-ledger.js';
import type { Ledger } from './ledger.js';
import { closeLedgerFile } from './sqlite-storage.js';

/** Acts of the audit log that are looked through. */
const actsRead = 10_000;

/** A sentence about the other ledger, with what to do; null if there is none. `path`: the file in the home. */
export async function otherLedger(
  ledger: Ledger,
  path: string,
  { ledger_url: url }: Pick<Config, 'ledger_url'>,
): Promise<string | null> {
  const copied = (await ledger.audit(actsRead)).find(({ act }) => act === copiedAct);
  if (copied !== undefined) {
    const at = new Date(copied.atMs).toISOString();
    return `this ledger was copied ${copied.detail} at ${at}: keys made there are unknown here. Use that one (ledger_url)`;
  }
  if (url === null || !existsSync(path)) return null;
  const left = accountsLeftIn(path);
  if (left === 0) return null;
  const count = `${formatCount(left)} ${left === 1 ? 'account' : 'accounts'}`;
  return `${path} has ${count} too, but ledger_url names another ledger: their keys get a 401 unless it has them. lintel ledger copy moves them`;
}

/** Accounts in a file that was not copied elsewhere; 0 where it cannot be read. */
function accountsLeftIn(path: string): number {
  try {
    const database = openDatabase(path, { busyMs: 0 });
    try {
      const moved = database.prepare('SELECT 1 FROM audit WHERE act = ? LIMIT 1').get(copiedAct);
      if (moved !== undefined) return 0;
      return Number(database.prepare('SELECT count(*) AS accounts FROM account').get()?.accounts);
    } finally {
      closeLedgerFile(database);
    }
  } catch {
    return 0;
  }
}
