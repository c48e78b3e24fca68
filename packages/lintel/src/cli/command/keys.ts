/** `lintel keys …`: API keys of an account. A key is shown once, at creation; only its hash is stored. */

import { formatTime } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import type { Key, NewKey } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { duration } from '../terminal/option-value.js';
import { type Outcome, table } from '../terminal/outcome.js';
import { accountId } from '../work/named-account.js';

interface CreateOptions {
  readonly account: string;
  readonly name?: string;
  readonly scopes?: string;
  readonly expires?: string;
}

export function defineKeys(group: CommandGroup): void {
  defineCreate(group);
  group
    .define('list', 'List API keys', 'lintel keys list --account acc_…')
    .option('--account <account>', 'only the keys of this account (id or name)')
    .run(async (installation, options: { account?: string }) => {
      const ledger = await installation.ledger();
      const account = options.account === undefined ? undefined : await accountId(ledger, options.account);
      return listing((await ledger.keys(account)).filter(({ kind }) => kind === 'key'));
    });

  group
    .define(
      'rotate <key>',
      'Replace a key; the old one stays valid for a while',
      'lintel keys rotate key_… --overlap 7d',
    )
    .option(
      '--overlap <time>',
      'how long the old key stays valid, such as 30m, 24h or 7d; 0 revokes it now',
      '24h',
    )
    .run(async ({ ledger }, options: { overlap: string }, id: string) => {
      const overlapMs = duration('--overlap', options.overlap);
      const key = await (await ledger()).rotateKey(id, overlapMs);
      return shown(
        key,
        `The old key ${id} ${overlapMs === 0 ? 'is revoked' : `stays valid for ${options.overlap}`}.`,
      );
    });

  group
    .define('revoke <key>', 'Revoke a key by its id, at once and for good', 'lintel keys revoke key_…')
    .run(async ({ ledger }, _options: object, id: string) => {
      const key = await (await ledger()).revokeKey(id);
      return { data: wire(key), text: `Revoked ${key.id}.` };
    });
}

function defineCreate(group: CommandGroup): void {
  group
    .define(
      'create',
      'Create an API key and show it, once',
      'lintel keys create --account acc_… --name laptop',
    )
    .requiredOption('--account <account>', 'id or name of an account of `lintel accounts list`')
    .option('--name <name>', 'what the key is for')
    .option('--scopes <list>', 'what the key may read, such as permits,addresses (default: all)')
    .option('--expires <time>', 'when it expires: 90d, 12h or a date such as 2027-01-31 (default: never)')
    .run(async (installation, options: CreateOptions) => {
      const ledger = await installation.ledger();
      const scopes = options.scopes?.split(',').map((scope) => scope.trim()) ?? null;
      const expiresMs = options.expires === undefined ? null : expiry(options.expires);
      const given = { name: options.name ?? null, scopes, expiresMs };
      return shown(await ledger.createKey(await accountId(ledger, options.account), given), '');
    });
}

/** The moment that `--expires` gives: a time from now, or the end of a day in UTC. */
export function expiry(text: string): number {
  const takes = '--expires takes a day to come, such as 2027-01-31, or a time from now, such as 90d or 12h';
  if (/^\d+[smhd]$/.test(text)) return Date.now() + duration('--expires', text);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new UsageError(`${takes}, not "${text}".`);
  const endMs = day + 24 * 60 * 60 * 1000;
  if (endMs <= Date.now()) throw new UsageError(`${takes}: ${text} is over.`);
  return endMs;
}

function shown(key: NewKey, more: string): Outcome {
  const note = `Save it now: only its hash is stored, so it cannot be shown again (id ${key.id}).`;
  return {
    data: { key: key.secret, ...wire(key) },
    text: [key.secret, note, more].filter(Boolean).join('\n'),
  };
}

function listing(keys: readonly Key[]): Outcome {
  const rows = keys.map((key) => [
    key.id,
    key.accountId,
    key.hint,
    key.name,
    key.scopes?.join(',') ?? 'all',
    formatTime(key.createdMs),
    key.lastUsedMs === null ? 'never' : formatTime(key.lastUsedMs),
    stateOf(key),
  ]);
  const headings = ['key', 'account', 'begins', 'name', 'scopes', 'created', 'last used', 'state'];
  return {
    data: keys.map(wire),
    text: keys.length > 0 ? table(headings, rows) : 'No keys yet: lintel keys create --account ID',
  };
}

export function stateOf({ revokedMs, expiresMs }: Key): string {
  if (revokedMs !== null) return `revoked ${formatTime(revokedMs)}`;
  if (expiresMs === null) return 'in use';
  return `${expiresMs <= Date.now() ? 'expired' : 'in use until'} ${formatTime(expiresMs)}`;
}

function wire(key: Key) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: key.id,
    account: key.accountId,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    created_at: time(key.createdMs),
    expires_at: time(key.expiresMs),
    last_used_at: time(key.lastUsedMs),
    revoked_at: time(key.revokedMs),
  };
}
