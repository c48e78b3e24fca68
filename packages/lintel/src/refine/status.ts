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
import type { SourceContext } from './source-context.js';
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

/** The status of a permit, or null where neither its text nor its dates tell. */
export function readStatus(
  text: string | undefined,
  dates: PermitDates,
  source: Pick<SourceContext, 'statusWords' | 'statusWhenIssued'>,
  defects: DefectList,
): PermitStatus | null {
  const word = text === undefined ? '' : oneLine(text).toLowerCase();
  if (word === '') return statusOfDates(dates, source.statusWhenIssued);
  const own = Object.hasOwn(source.statusWords, word) ? source.statusWords[word] : undefined;
  if (own !== undefined) return own ?? statusOfDates(dates, source.statusWhenIssued);
  const shared = sharedWords.get(word) ?? sharedWords.get(plainWord(word));
  if (shared !== undefined && shared !== null) return shared;
  if (!sharedWords.has(word)) {
    for (const { status, pattern } of parts) {
      if (!pattern.test(word)) continue;
      note(defects, 'status_inferred', 'status');
      return status;
    }
  }
  note(defects, 'status_unknown', 'status');
  return null;
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
