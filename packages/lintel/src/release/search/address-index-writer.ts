/** Builds the address index of a release. */
import type { Address } from '@lintel/contract';
import { Failure } from '../../base/failure.js';

export interface AddressIndexInfo {
  /** Addresses in the index. */
  readonly addresses: number;
  /** Distinct street names, streets (a name in a city and ZIP) and words. */
  readonly names: number;
  readonly streets: number;
  readonly words: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
}

export interface AddressIndexOptions {
  /** Addresses sorted in memory at once while finishing; bounds memory, does not change the result. */
  readonly sortRows?: number;
}

export interface AddressIndexWriter {
  /**
   * Adds the next address: the first call is row 0 of addresses.ndjson, the second row 1, and so on. Rows come most
   * important place first; `weight` (inhabitants of the place) decides between places of one name.
   */
  add(address: Address, weight: number): void;
  /** Sorts, writes the file and removes the scratch file. The bytes depend only on what was added. */
  finish(): AddressIndexInfo;
  /** Removes everything written so far: for a build that was interrupted. */
  discard(): void;
}

/** Begins an address index at `path` (and a scratch file beside it). */
export function createAddressIndex(path: string, _options: AddressIndexOptions = {}): AddressIndexWriter {
  throw new Failure(`Cannot write the address index ${path} yet`);
}
