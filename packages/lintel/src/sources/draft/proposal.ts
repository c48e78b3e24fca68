/** What is proposed of a dataset: which column holds which field, how sure that is, and what is left open. */
import type { ColumnProfile } from './columns/profile.js';

export interface ProposedField {
  readonly field: string;
  /** Mapping expression. */
  readonly expression: unknown;
  /** Columns that it reads. */
  readonly columns: readonly string[];
  /** 0 to 1: the share of such proposals that are right. */
  readonly confidence: number;
  /** Why it is not surer; null if names and values agree. */
  readonly doubt: string | null;
}

export interface Candidate {
  readonly column: string;
  readonly confidence: number;
  readonly example: string;
}

/** A field that was left out, though columns may hold it. */
export interface OpenField {
  readonly field: string;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  /** What the mapping says where the candidates are right; missing where that is the first of them. */
  readonly answer?: unknown;
}

export interface Proposal {
  readonly fields: readonly ProposedField[];
  readonly open: readonly OpenField[];
  /** Columns with values that the mapping does not read. */
  readonly unmapped: readonly ColumnProfile[];
}

/** A share for people. */
export const inHundredths = (share: number) => Math.round(share * 100) / 100;
