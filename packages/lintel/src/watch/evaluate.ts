/**
 * Evaluates watches: what changed between the release that a watch saw last and the one that is published now,
 * and matches its search, becomes messages. Storing them and moving the watch on is one transaction, so that
 * each change reaches a watch once, however many processes evaluate.
 */
import { gzipSync } from 'node:zlib';
import { UserError, userErrorOf } from '../base/user-error.js';
import type { RecordBytes } from '../format/record.js';
import type { Ledger } from '../ledger/ledger.js';
import type { NewDelivery, Watch } from '../ledger/watches.js';
import type { Release } from '../releases/release.js';
import { maxItems, maxMatches } from './limits.js';
import { matchesOf, type WatchMessage } from './saved-search.js';

/** What the evaluation of a watch found. */
export interface Evaluated {
  readonly watch: Watch;
  /** Records that matched. */
  readonly matched: number;
  /** Messages stored. */
  readonly messages: number;
  /** What was wrong; null if nothing was. */
  readonly fault: UserError | null;
}

/** Evaluates all watches that have not seen the release; paused ones wait until they are resumed. */
export async function evaluateWatches(ledger: Ledger, release: Release, nowMs: number): Promise<Evaluated[]> {
  const evaluated: Evaluated[] = [];
  for (const watch of await ledger.watches.list()) {
    if (watch.pausedMs !== null || watch.seenRelease === release.id) continue;
    try {
      const result = await evaluate(ledger, release, watch, nowMs);
      if (result !== null) evaluated.push(result);
    } catch (error) {
      // A search that a new version does not know any more must not stop the others.
      const fault = userErrorOf(error, `watch ${watch.id}`);
      evaluated.push({ watch, matched: 0, messages: 0, fault });
    }
  }
  return evaluated;
}

/** Null if another process has evaluated the watch. */
async function evaluate(
  ledger: Ledger,
  release: Release,
  watch: Watch,
  nowMs: number,
): Promise<Evaluated | null> {
  const { id, seenRelease } = watch;
  const changes = seenRelease === null ? null : release.changesSince(seenRelease);
  const items: RecordBytes[] = [];
  let matched = 0;
  for (const item of changes === null ? [] : matchesOf(watch, changes)) {
    if (items.length < limitOf(watch)) items.push(item);
    matched += 1;
  }
  const messages = messagesOf(watch, release.id, items, matched, nowMs);
  if (!(await ledger.watches.store(id, seenRelease, release.id, messages))) return null;
  const isLost = changes === null && seenRelease !== null;
  const fault = isLost
    ? new UserError(
        `The changes since ${seenRelease}, which the watch ${id} saw last, are not known; it goes on at ${release.id}.`,
      )
    : null;
  return { watch, matched, messages: messages.length, fault };
}

/** A mail is one digest; a webhook gets as many messages as it takes. */
const limitOf = ({ channel }: Watch) => (channel === 'mail' ? maxItems : maxMatches);

function messagesOf(
  watch: Watch,
  to: string,
  items: readonly RecordBytes[],
  total: number,
  nowMs: number,
): NewDelivery[] {
  const messages: NewDelivery[] = [];
  for (let start = 0; start < items.length; start += maxItems) {
    const part = items.slice(start, start + maxItems);
    messages.push({ records: part.length, body: gzipSync(bodyOf(watch, to, part, total, nowMs)) });
  }
  return messages;
}

/** The message with the bytes of its items as they are. */
function bodyOf(
  { id, name, kind, seenRelease }: Watch,
  to: string,
  items: readonly RecordBytes[],
  total: number,
  nowMs: number,
): Buffer {
  const message: WatchMessage = {
    type: `${kind}.changed`,
    timestamp: new Date(nowMs).toISOString(),
    data: { watch: { id, name }, from: seenRelease, to, total, items: [] },
  };
  const head = JSON.stringify(message).slice(0, -']}}'.length);
  return Buffer.from(`${head}${items.map((item) => item.toString()).join(',')}]}}`);
}
