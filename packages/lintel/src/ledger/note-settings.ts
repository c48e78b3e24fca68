/**
 * Keeps edits of `lintel.json` in the audit log: whoever opens the ledger next writes what has changed, key by key, since
 * the settings that were noted last. These lie in a file of the home, and no log tells the value of a key that may hold a
 * password.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mayBeSecret, readSettings } from '../base/config.js';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';
import type { Ledger } from './ledger.js';

/** Values by key, such as `plans.free.credits`: as JSON, or the digest of one that may hold a password. */
type Noted = Readonly<Record<string, string>>;

/** Acts among which the last change is looked for: two processes may see the same edit. */
const actsRead = 100;
/** Characters of a detail. */
const maxDetail = 1_000;

/** Notes the settings of a home as they are now. Throws a UserError where the log or the file cannot be written. */
export async function noteSettings(
  ledger: Pick<Ledger, 'audit' | 'note'>,
  { directory, settings, settingsNoted }: Home,
): Promise<void> {
  if (!existsSync(directory)) return;
  const now = existsSync(settings) ? Object.fromEntries(flattened(readSettings(settings), '')) : {};
  const before = existsSync(settingsNoted) ? (JSON.parse(readFileSync(settingsNoted, 'utf8')) as Noted) : {};
  const changes = changesBetween(before, now);
  if (changes.length === 0) return;
  const subject = `lintel.json ${digestOf(JSON.stringify(Object.entries(now).sort()))}`;
  const last = (await ledger.audit(actsRead)).find(({ act }) => act === 'settings.change');
  if (last?.subject !== subject) {
    const detail = changes.join('; ');
    const shown = detail.length > maxDetail ? `${detail.slice(0, maxDetail)} …` : detail;
    await ledger.note('settings.change', subject, shown);
  }
  writeWhole(settingsNoted, `${JSON.stringify(now)}\n`, 0o600);
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The keys of the innermost objects. */
function flattened(value: unknown, key: string): [string, string][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length > 0) {
    const path = key === '' ? '' : `${key}.`;
    return Object.entries(value).flatMap(([name, each]) => flattened(each, path + name));
  }
  if (key === '') return [];
  const text = JSON.stringify(value);
  return [[key, mayBeSecret(key) && value !== null ? digestOf(text) : text]];
}

/** `keep_releases: 3, now 5`, one for each key that is not what it was. */
function changesBetween(before: Noted, now: Noted): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return keys.flatMap((key) => {
    const [was, is] = [before[key], now[key]];
    if (was === is) return [];
    if (is === undefined) return [`${key}: removed`];
    if (mayBeSecret(key)) return [`${key}: ${was === undefined ? 'set' : 'changed'}`];
    return [was === undefined ? `${key}: ${is}` : `${key}: ${was}, now ${is}`];
  });
}
