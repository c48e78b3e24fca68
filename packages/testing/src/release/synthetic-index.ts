/**
 * Address indexes in a temporary directory, over addresses written as one line, for the tests of this folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@lintel/contract';
import { createAddressIndex } from 'lintel/dist/format/address-index/address-index-writer.js';
import { type AddressIndex, openAddressIndex } from 'lintel/dist/search/address-search.js';

interface SyntheticIndexes {
  readonly directory: string;
  /**
   * Writes and opens an index; the files are `0.idx`, `1.idx` and so on. `memoryBytes`: bytes of addresses
   * sorted at once.
   */
  indexOf(addresses: Iterable<Address>, memoryBytes?: number): AddressIndex;
  /** Closes the indexes and removes their files. */
  remove(): void;
}

/** A new temporary directory for indexes. */
export function syntheticIndexes(): SyntheticIndexes {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-search-'));
  const opened: AddressIndex[] = [];
  return {
    directory,
    indexOf(addresses, memoryBytes) {
      const path = join(directory, `${opened.length}.idx`);
      const writer = createAddressIndex(path, memoryBytes === undefined ? {} : { memoryBytes });
      for (const address of addresses) writer.add(address);
      writer.finish();
      const index = openAddressIndex(path);
      opened.push(index);
      return index;
    },
    remove() {
      for (const index of opened) index.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** `12 MAIN ST, SPRINGTON, TX 75001` as an address. */
export function addressOf(text: string): Address {
  const [line = '', city = '', last = ''] = text.split(', ');
  const match = /^(\d\S*(?: 1\/2)?)? ?(.*)$/.exec(line);
  const [state = '', zip] = last.split(' ');
  return {
    geo_id: 'AAAAAAAAAAA',
    name: text,
    street_no: match?.[1] ?? null,
    street: match?.[2] ?? null,
    city,
    county: null,
    zip_code: zip ?? null,
    zip_code_ext: null,
    state,
    jurisdiction: null,
    lat: null,
    long: null,
  };
}
