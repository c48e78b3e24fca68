/** Proposes the meaning of the status words of a sample that the shared table does not know. */
import type { PermitStatus } from '@lintel/contract';
import { findStatus } from '../../refine/text/status.js';
import type { SourceRow } from '../mapping/value.js';
import { textIn } from './columns/profile.js';

interface StatusProposal {
  readonly words: Readonly<Record<string, PermitStatus | null>>;
  /** Words of unknown meaning. */
  readonly unknown: readonly string[];
}

const noDates = { file: null, issue: null, final: null };
/** A column with more different texts than this holds no status words. */
const maxStatusWords = 80;

/** The columns with a permit's status, the first one with a value decides, and words whose meaning is known. */
export interface StatusColumns {
  readonly columns: readonly string[];
  readonly known: Readonly<Record<string, PermitStatus>>;
}

/** The words of the rows, or those that are `listed` where there are no rows. */
export function proposeStatusWords(
  { columns, known }: StatusColumns,
  rows: readonly SourceRow[],
  listed: readonly string[] = [],
): StatusProposal {
  const ofRows = rows.flatMap((row) => {
    const [text] = columns.flatMap((column) => textIn(row, column) ?? []);
    return text ?? [];
  });
  const seen = new Set([...ofRows, ...listed].map((text) => text.toLowerCase()));
  const words: Record<string, PermitStatus | null> = { ...known };
  const unknown: string[] = [];
  if (seen.size > maxStatusWords) return { words, unknown: [] };
  for (const word of seen) {
    const { status, by } = findStatus(word, noDates, {
      statusWords: known,
      statusWhenIssued: null,
      statusWhenFiled: null,
    });
    if (by === 'shared table' || by === 'source table') continue;
    words[word] = status;
    if (status === null) unknown.push(word);
  }
  return { words, unknown };
}
