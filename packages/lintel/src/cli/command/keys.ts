/** `lintel keys …`: API keys of an account. A key is shown once, at creation; only its hash is stored. */
import type { Key } from '../../ledger/ledger.js';
import type { CommandGroup } from '../define.js';
import { formatTime, table } from '../outcome.js';

export function defineKeys(group: CommandGroup): void {
  group
    .define(
      'create',
      'Create an API key and show it, once',
      'lintel keys create --account acc_… --name laptop',
    )
    .requiredOption('--account <account>', 'account id')
    .option('--name <name>', 'what the key is for')
    .run(async ({ ledger }, options: { account: string; name?: string }) => {
      const key = (await ledger()).createKey(options.account, options.name ?? null);
      return {
        data: { key: key.secret, ...wire(key) },
        text: `${key.secret}\nKeep it now: it is stored as a hash and cannot be shown again (id ${key.id}).`,
      };
    });

  group
    .define('list', 'List API keys', 'lintel keys list --account acc_…')
    .option('--account <account>', 'only the keys of this account')
    .run(async ({ ledger }, options: { account?: string }) => {
      const keys = (await ledger()).keys(options.account);
      const rows = keys.map((key) => [
        key.id,
        key.accountId,
        key.hint,
        key.name,
        formatTime(key.createdMs),
        key.revokedMs === null ? 'in use' : `revoked ${formatTime(key.revokedMs)}`,
      ]);
      return {
        data: keys.map(wire),
        text:
          keys.length > 0
            ? table(['key', 'account', 'begins', 'name', 'created', 'state'], rows)
            : 'No keys yet: lintel keys create --account ID',
      };
    });

  group
    .define('revoke <key>', 'Revoke a key by its id, at once and for good', 'lintel keys revoke key_…')
    .run(async ({ ledger }, _options: object, id: string) => {
      const key = (await ledger()).revokeKey(id);
      return { data: wire(key), text: `Revoked ${key.id}.` };
    });
}

function wire(key: Key) {
  return {
    id: key.id,
    account: key.accountId,
    name: key.name,
    hint: key.hint,
    created_at: new Date(key.createdMs).toISOString(),
    revoked_at: key.revokedMs === null ? null : new Date(key.revokedMs).toISOString(),
  };
}
