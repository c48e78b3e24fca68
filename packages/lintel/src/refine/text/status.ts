/**
 * Finds the status of a permit (C20) from the source's own words, a shared table of words, or a phrase within
 * the text: what was completed decides, so `review completed` is in review and `inspections completed` final.
 *
 * Without a text, a final date proves that a permit is final. What an issue or file date means depends on
 * which permits the file holds, so it gives a status only if the source's definition says so. An unknown text
 * gives null and the defect `status_unknown`.
 */
import { readFileSync } from 'node:fs';
import type { PermitStatus } from '@lintel/contract';
import { memoize } from '../../base/memory/lru-cache.js';
import type { PermitDates } from '../record/dates.js';
import { type DefectList, note } from '../record/defects.js';
import { maxCachedText, textCache } from '../record/limits.js';
import type { RowContext } from '../record/source-context.js';
import { oneLine } from '../record/text.js';

interface StatusTable {
  readonly words: Readonly<Record<PermitStatus, readonly string[]>>;
  readonly unknown: readonly string[];
  /** Words that phrases share: `<name>` in a phrase stands for them. */
  readonly names: Readonly<Record<string, string>>;
  /** Regular expressions in the order in which they are tried. */
  readonly phrases: readonly (readonly [PermitStatus, readonly string[]])[];
}

const table = JSON.parse(
  readFileSync(new URL('../data/status-words.json', import.meta.url), 'utf8'),
) as StatusTable;
const sharedWords = new Map<string, PermitStatus | null>();
for (const [status, words] of Object.entries(table.words)) {
  for (const word of words) sharedWords.set(word, status as PermitStatus);
}
for (const word of table.unknown) sharedWords.set(word, null);
const phrases = table.phrases.map(([status, texts]) => ({
  status,
  pattern: new RegExp(`(?<!\\w)(?:${texts.join('|').replace(/<(\w+)>/g, namedWords)})(?!\\w)`),
}));

function namedWords(_: string, name: string): string {
  const words = table.names[name];
  if (words === undefined) throw new Error(`status-words.json: a phrase has <${name}>, which is no name`);
  return words;
}

/**
 * What gave the status: a table, a phrase within the text, or the dates. `unknown word` for a text that
 * nothing maps, `nothing` for no text.
 */
type StatusEvidence =
  | 'source table'
  | 'shared table'
  | 'phrase in the text'
  | 'dates'
  | 'unknown word'
  | 'nothing';

export interface StatusFinding {
  readonly status: PermitStatus | null;
  readonly by: StatusEvidence;
  /** The word that gave it, as the table has it. */
  readonly word: string | null;
}

/** What a source's definition says about its status words, and about rows without one. */
type StatusMeaning = Pick<RowContext, 'statusWords' | 'statusWhenIssued' | 'statusWhenFiled'>;

/** The status of a permit; null if neither its text nor its dates give one. */
export function readStatus(
  text: string | undefined,
  dates: PermitDates,
  source: StatusMeaning,
  defects: DefectList,
): PermitStatus | null {
  const { status, by } = findStatus(text, dates, source);
  if (by === 'phrase in the text') note(defects, 'status_inferred', 'status');
  else if (by === 'unknown word') note(defects, 'status_unknown', 'status');
  if (status === 'in_review' && dates.issue !== null) note(defects, 'status_before_issue', 'status');
  return status;
}

/** The status of a permit, and what gave it. */
export function findStatus(
  text: string | undefined,
  dates: PermitDates,
  source: StatusMeaning,
): StatusFinding {
  const word = text === undefined ? '' : oneLine(text).toLowerCase();
  if (word === '') return byDates(dates, source);
  const own = Object.hasOwn(source.statusWords, word) ? source.statusWords[word] : undefined;
  if (own === null) return byDates(dates, source);
  if (own !== undefined) return { status: own, by: 'source table', word };
  return readWord(word);
}

/** The status that a text in lower case has in every source. Cached, because few texts occur. */
const readWord = memoize((word): StatusFinding => {
  const bare = (sharedWords.get(word) ?? null) === null ? plainWord(word) : word;
  const shared = sharedWords.get(bare);
  if (shared !== undefined && shared !== null) return { status: shared, by: 'shared table', word: bare };
  if (!sharedWords.has(word)) {
    for (const { status, pattern } of phrases) {
      const phrase = pattern.exec(bare.slice(0, maxCachedText));
      if (phrase !== null) return { status, by: 'phrase in the text', word: phrase[0] };
    }
  }
  return { status: null, by: 'unknown word', word };
}, textCache);

function byDates(dates: PermitDates, source: StatusMeaning): StatusFinding {
  const status = statusOfDates(dates, source);
  return { status, by: status === null ? 'nothing' : 'dates', word: null };
}

/**
 * Without punctuation around it, codes before it or a date after it: `(3) ISSUED - 5/1/2024` → `issued`;
 * underscores are blanks.
 */
function plainWord(word: string): string {
  return word
    .replace(/_/g, ' ')
    .replace(/^\W*\d*\W+|\W+$/g, '')
    .replace(/[\s:-]+\d[\d/.-]*$/, '')
    .replace(/[\u2013\u2014]/g, '-');
}

function statusOfDates(
  { file, issue, final }: PermitDates,
  { statusWhenIssued, statusWhenFiled }: StatusMeaning,
): PermitStatus | null {
  if (final !== null) return 'final';
  if (issue !== null) return statusWhenIssued;
  return file === null ? null : statusWhenFiled;
}
