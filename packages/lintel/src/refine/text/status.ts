/**
 * Finds the status of a permit (C20) from the source's own words, a shared table of words, or a known word
 * within the text.
 *
 * Without a text, a final date proves that a permit is final. What an issue or file date means depends on
 * which permits the file holds, so it gives a status only if the source's definition says so. An unknown text
 * gives null and the defect `status_unknown`.
 */
import { readFileSync } from 'node:fs';
import type { PermitStatus } from '@lintel/contract';
import type { PermitDates } from '../record/dates.js';
import { type DefectList, note } from '../record/defects.js';
import type { RowContext } from '../record/source-context.js';
import { oneLine } from '../record/text.js';

interface StatusTable {
  readonly words: Readonly<Record<PermitStatus, readonly string[]>>;
  readonly unknown: readonly string[];
  readonly parts: readonly (readonly [PermitStatus, string])[];
}

const table = JSON.parse(
  readFileSync(new URL('../data/status-words.json', import.meta.url), 'utf8'),
) as StatusTable;
const sharedWords = new Map<string, PermitStatus | null>();
for (const [status, words] of Object.entries(table.words)) {
  for (const word of words) sharedWords.set(word, status as PermitStatus);
}
for (const word of table.unknown) sharedWords.set(word, null);
const parts = table.parts.map(([status, words]) => ({ status, pattern: new RegExp(`\\b(?:${words})\\b`) }));

/**
 * What gave the status: a table, a known word within the text, or the dates. `unknown word` for a text that
 * nothing maps, `nothing` for no text.
 */
type StatusEvidence =
  | 'source table'
  | 'shared table'
  | 'word in the text'
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
  if (by === 'word in the text') note(defects, 'status_inferred', 'status');
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
  const bare = (sharedWords.get(word) ?? null) === null ? plainWord(word) : word;
  const shared = sharedWords.get(bare);
  if (shared !== undefined && shared !== null) return { status: shared, by: 'shared table', word: bare };
  if (!sharedWords.has(word)) {
    for (const { status, pattern } of parts) {
      const part = pattern.exec(word);
      if (part !== null) return { status, by: 'word in the text', word: part[0] };
    }
  }
  return { status: null, by: 'unknown word', word };
}

function byDates(dates: PermitDates, source: StatusMeaning): StatusFinding {
  const status = statusOfDates(dates, source);
  return { status, by: status === null ? 'nothing' : 'dates', word: null };
}

/** Without punctuation around it, codes before it or a date after it: `(3) ISSUED - 5/1/2024` → `issued`. */
function plainWord(word: string): string {
  return word
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
