/**
 * Says where a permit stands (C20) from the source's own words, a shared table of words, or a telling word in it.
 *
 * Where the source has no status column and publishes only issued permits, its dates are the evidence. A text
 * that none of this maps gives null and the defect `status_unknown`.
 */
import { readFileSync } from 'node:fs';
import type { PermitStatus } from '@lintel/contract';
import type { PermitDates } from './dates.js';
import { type DefectList, note } from './defects.js';
import type { RowContext } from './source-context.js';
import { oneLine } from './text.js';

interface StatusTable {
  readonly words: Readonly<Record<PermitStatus, readonly string[]>>;
  readonly unknown: readonly string[];
  readonly parts: readonly (readonly [PermitStatus, string])[];
}

const table = JSON.parse(
  readFileSync(new URL('./data/status-words.json', import.meta.url), 'utf8'),
) as StatusTable;
const sharedWords = new Map<string, PermitStatus | null>();
for (const [status, words] of Object.entries(table.words)) {
  for (const word of words) sharedWords.set(word, status as PermitStatus);
}
for (const word of table.unknown) sharedWords.set(word, null);
const parts = table.parts.map(([status, words]) => ({ status, pattern: new RegExp(`\\b(?:${words})\\b`) }));

/** What told the status: a table, a telling word in the text, or the dates; `nothing` where none of them did. */
export type StatusEvidence = 'source table' | 'shared table' | 'word in the text' | 'dates' | 'nothing';

export interface StatusFinding {
  readonly status: PermitStatus | null;
  readonly by: StatusEvidence;
  /** The word or pattern that told, as it stands in the table. */
  readonly word: string | null;
}

/** The status of a permit, or null where neither its text nor its dates tell. */
export function readStatus(
  text: string | undefined,
  dates: PermitDates,
  source: Pick<RowContext, 'statusWords' | 'statusWhenIssued'>,
  defects: DefectList,
): PermitStatus | null {
  const { status, by } = findStatus(text, dates, source);
  if (by === 'word in the text') note(defects, 'status_inferred', 'status');
  else if (by === 'nothing') note(defects, 'status_unknown', 'status');
  return status;
}

/** The status of a permit with what told it. */
export function findStatus(
  text: string | undefined,
  dates: PermitDates,
  source: Pick<RowContext, 'statusWords' | 'statusWhenIssued'>,
): StatusFinding {
  const word = text === undefined ? '' : oneLine(text).toLowerCase();
  if (word === '') return byDates(dates, source.statusWhenIssued);
  const own = Object.hasOwn(source.statusWords, word) ? source.statusWords[word] : undefined;
  if (own === null) return byDates(dates, source.statusWhenIssued);
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
  return { status: null, by: 'nothing', word: null };
}

function byDates(dates: PermitDates, whenIssued: PermitStatus | null): StatusFinding {
  return { status: statusOfDates(dates, whenIssued), by: 'dates', word: null };
}

/** Without punctuation around it, codes before it or a date after it: `(3) ISSUED - 5/1/2024` → `issued`. */
function plainWord(word: string): string {
  return word
    .replace(/^\W*\d*\W+|\W+$/g, '')
    .replace(/[\s:-]+\d[\d/.-]*$/, '')
    .replace(/[\u2013\u2014]/g, '-');
}

function statusOfDates(dates: PermitDates, whenIssued: PermitStatus | null): PermitStatus | null {
  if (whenIssued === null) return null;
  if (dates.final !== null) return 'final';
  if (dates.issue !== null) return whenIssued;
  return dates.file !== null ? 'in_review' : null;
}
