/** Second pass over the decisions: newest first, each id once; their addresses are collected. */
import { join } from 'node:path';
import type { Decision } from '@lintel/contract';
import type { WrittenFile } from '../../base/files/file-writer.js';
import type { Ticker } from '../../base/ticker.js';
import { idsFile } from '../../format/layout.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import type { Collected } from '../collect/collect.js';
import { DecisionView } from '../entry/decision-view.js';
import type { AddressWriter } from './address-writer.js';
import type { IndexWriter } from './write-index.js';

/** Bytes of the brace that ends an address. */
const braceBytes = 1;

interface DecisionOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly memoryBytes: number;
  readonly ticker: Ticker;
  readonly addresses: AddressWriter;
  readonly index: IndexWriter;
}

export async function writeDecisions(
  { decisions, tallies }: Collected,
  outputs: DecisionOutputs,
): Promise<{ files: readonly WrittenFile[]; rows: number }> {
  const { ticker, directory } = outputs;
  const superseded = await decisions.duplicates.superseded(ticker, 'decisions', (source) => {
    const tally = tallies[source];
    if (tally !== undefined) tally.merged += 1;
  });
  const segment = new SegmentWriter(directory, 'decisions');
  const ids = new IdsWriter(
    join(directory, idsFile('decisions')),
    `${outputs.scratch}decision-places`,
    outputs.memoryBytes / 4,
  );
  const decision = new DecisionView();
  try {
    ticker.step('Writing decisions', decisions.rows.count, 'decisions');
    for (const entry of decisions.rows.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      decision.moveTo(entry);
      if (superseded.has(decision.row)) continue;
      const tally = tallies[decision.source];
      if (tally === undefined) throw new Error('a decision of no source');
      tally.records += 1;
      const { addressId, cityId, address, record } = decision;
      if (addressId !== null) {
        const json = { ...address, to: address.to - braceBytes };
        outputs.addresses.add({ id: addressId, city: cityId, json });
      }
      const text = record.bytes.toString('utf8', record.from, record.to);
      outputs.index.addDecision(JSON.parse(text) as Decision);
      segment.writeSpan(record);
      ids.add(decision.id, segment.endRow());
    }
    return {
      files: [...(await segment.finish()), await ids.finish(ticker, 'decisions')],
      rows: segment.rows,
    };
  } finally {
    segment.close();
    ids.close();
  }
}
