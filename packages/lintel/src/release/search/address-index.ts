/** Searches the address index of a release. */
import { Failure } from '../../base/failure.js';
import type { AddressIndexInfo } from './address-index-writer.js';

export interface AddressMatches {
  /** Row numbers in addresses.ndjson, best first. */
  readonly rows: number[];
  /** Result number at which the next page begins, null at the end. */
  readonly next: number | null;
}

export interface ExplainedStep {
  readonly step: string;
  /** What the step made of its input, as JSON data. */
  readonly output: unknown;
  readonly micros: number;
}

export interface AddressIndex {
  readonly info: AddressIndexInfo;
  /** `size` results from result number `offset`. Never throws; at most the first 1,000 results of a query exist. */
  search(text: string, offset: number, size: number): AddressMatches;
  /** What each step of the search makes of the text, and how long it takes. */
  explain(text: string): ExplainedStep[];
  close(): void;
}

/** Opens a finished index. A file of another kind or format, or one cut short, is refused by name. */
export function openAddressIndex(path: string): AddressIndex {
  throw new Failure(`Cannot read the address index ${path} yet`);
}
