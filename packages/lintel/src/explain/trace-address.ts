/**
 * Traces an address text: the output of refinement, and of each step of the address search.
 */
import { join } from 'node:path';
import type { Address, FoundAddress } from '@lintel/contract';
import type { AddressIndexInfo } from '../format/address-index/layout.js';
import type { Installation } from '../installation/installation.js';
import type { FreeRecord } from '../refine/free-record.js';
import type { ExplainedStep } from '../search/address-search.js';
import { releaseToTrace } from './release-to-trace.js';

/** Addresses shown in a trace. */
const maxResults = 5;

export interface AddressTrace {
  readonly text: string;
  /** The output of refinement for the text without a source. */
  readonly parsed: Pick<FreeRecord, 'address' | 'geo_ids' | 'defects'>;
  /** Null when no release is published. */
  readonly search: {
    readonly release: string;
    readonly index: AddressIndexInfo;
    readonly steps: readonly ExplainedStep[];
    readonly results: readonly Pick<FoundAddress, 'name' | 'geo_id' | 'match' | 'matched_fields'>[];
  } | null;
}

/** The trace of a text, searched in the published release or in the one named. */
export async function traceAddress(
  installation: Installation,
  text: string,
  releaseId: string | undefined,
): Promise<AddressTrace> {
  return {
    text,
    parsed: await parse(installation, text),
    search: await search(installation, text, releaseId),
  };
}

async function parse(installation: Installation, text: string): Promise<AddressTrace['parsed']> {
  const { refineFreeRecord } = await import('../refine/free-record.js');
  const today = new Date().toISOString().slice(0, 10);
  const frame = { source: null, today };
  const record = refineFreeRecord({ address: text }, await installation.geography(), frame);
  return { address: record.address, geo_ids: record.geo_ids, defects: record.defects };
}

async function search(
  { home }: Installation,
  text: string,
  releaseId: string | undefined,
): Promise<AddressTrace['search']> {
  const { currentReleaseId } = await import('../format/published.js');
  if (releaseId === undefined && currentReleaseId(home) === null) return null;
  const { addressSearchFile } = await import('../format/layout.js');
  const { openAddressIndex } = await import('../search/address-search.js');
  const { RowReader } = await import('../format/segment/segment-reader.js');
  const { directory, release } = await releaseToTrace(home, releaseId);
  const index = openAddressIndex(join(directory, addressSearchFile));
  const addresses = new RowReader(directory, 'addresses');
  try {
    const { items } = index.search(text, 0, maxResults);
    const results = items.map((found) => {
      const { name, geo_id } = JSON.parse(addresses.row(found.row).toString()) as Address;
      return { name, geo_id, match: found.match, matched_fields: found.matchedFields };
    });
    // The search above has warmed the code, so that the times are those of a running service.
    return { release, index: index.info, steps: index.explain(text), results };
  } finally {
    addresses.close();
    index.close();
  }
}
