/**
 * Goes through the pages of a list as far as the user wants, and writes its records. What it will cost is known after
 * the first page: a walk that the credits do not suffice for ends there, before it pays for the rest.
 */
import type { Answer, Answered } from '@lintel/client';
import { formatCount } from '../../base/format-number.js';
import { isReaderGone } from '../../export/sinks.js';
import { creditsText } from '../terminal/credits-text.js';
import type { CommandProgress } from '../terminal/progress.js';
import { Refusal } from '../terminal/refusal.js';
import type { RecordWriter } from './output.js';

export interface Walk {
  readonly pages: AsyncIterable<Answered<WalkedPage>>;
  /** Records wanted at most; Infinity for all, 0 where one page is wanted. */
  readonly limit: number;
  /** The plural noun for the records. */
  readonly noun: string;
  readonly writer: RecordWriter;
  readonly progress: CommandProgress;
  /** Tells the user what the whole walk will cost, once that is known. */
  readonly say: (message: string) => void;
  readonly signal: AbortSignal;
}

/** A page of either kind, by cursor or by number. */
export interface WalkedPage {
  readonly items: object[];
  readonly next_cursor?: string | null;
  readonly total_count?: { readonly value: number; readonly relation: 'eq' | 'gte' } | null;
}

export interface Walked {
  readonly records: number;
  readonly credits: number;
  /** The head of the first answer, which says why a list is empty. */
  readonly first: Answer | null;
  /** The head of the last answer, which says how many credits are left. */
  readonly last: Answer | null;
  /** How many records there are in all, where the service counted them. */
  readonly total: { readonly value: number; readonly relation: 'eq' | 'gte' } | null;
  readonly nextCursor: string | null;
}

/** Writes the records of the walk. Ended by the signal, it leaves no file. */
export async function walk({ pages, limit, noun, writer, progress, say, signal }: Walk): Promise<Walked> {
  let walked: Walked = { records: 0, credits: 0, first: null, last: null, total: null, nextCursor: null };
  let more: Readonly<Record<string, unknown>> = {};
  try {
    for await (const page of pages) {
      const { items, next_cursor: nextCursor = null, total_count: total, answer } = page;
      const credits = walked.credits + (answer.credits?.used ?? 0);
      if (walked.first === null) {
        more = furtherKeys(page);
        walked = { ...walked, first: answer, total: total ?? null };
        const wanted = wantedOf(walked.total?.value ?? null, limit);
        if (limit > items.length && nextCursor !== null) {
          if (wanted !== null) checkCredits(answer, items.length, wanted, noun, say);
          progress.step(`Fetching ${noun}`, wanted, noun);
        }
      }
      for (const item of items) await writer.add(item);
      walked = { ...walked, records: walked.records + items.length, credits, last: answer, nextCursor };
      progress.advance(items.length);
      signal.throwIfAborted();
    }
    progress.done();
    await writer.finish({ next_cursor: walked.nextCursor, more });
    return walked;
  } catch (error) {
    writer.abandon();
    if (isReaderGone(error)) return walked;
    throw error;
  }
}

/** Keys of the first page besides its items, its size and its cursor. */
function furtherKeys(page: object): Readonly<Record<string, unknown>> {
  const { items: _, size: _size, next_cursor: _cursor, ...more } = page as Record<string, unknown>;
  return more;
}

/** Records of the whole walk; null if they were not counted. */
function wantedOf(total: number | null, limit: number): number | null {
  if (total === null) return Number.isFinite(limit) ? limit : null;
  return Math.min(total, limit);
}

/** Says what the walk costs, and refuses one that would end in the middle because credits run out. */
function checkCredits(
  { credits }: Answer,
  size: number,
  wanted: number,
  noun: string,
  say: (message: string) => void,
): void {
  if (!credits?.used || size === 0) return;
  const price = credits.used / size;
  const { remaining } = credits;
  const further = (wanted - size) * price;
  if (remaining === null || further <= remaining) {
    const left = remaining === null ? '' : `, ${formatCount(remaining - further)} will be left`;
    say(`${formatCount(wanted)} ${noun} cost ${creditsText(wanted * price)}${left}.`);
    return;
  }
  throw new Refusal(
    'limit',
    `${formatCount(wanted)} ${noun} cost ${creditsText(wanted * price)}, and ${formatCount(remaining)} are left.`,
    { hint: `${creditsText(credits.used)} used so far. --limit ${Math.floor(remaining / price)} fits.` },
  );
}
