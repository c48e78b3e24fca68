/** Second pass over the decisions: newest first, each id once; their addresses are collected. */
import { join } from 'node:path';
import type { Decision } from '@lintel/contract';
import type { WrittenFile } from '../../base/files/file-writer.js';
import type { Ticker } from '../../base/ticker.js';
import { idsFile } from '../../format/layout.js';
import type { RecordKey } from '../../format/record-key.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import type { Collected } from '../collect/collect.js';
import { decisionAt, isZero, keyDateBytes } from '../entry/permit-entry.js';
import type { AddressWriter } from './address-writer.js';
import type { IndexWriter } from './write-index.js';

/** Bytes of the brace that ends an address. */
const brace = 1;

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
  try {
    ticker.step('Writing decisions', decisions.rows.count, 'decisions');
    for (const { bytes, key, payload, end } of decisions.rows.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      if (superseded.has(bytes.readUInt32LE(payload + decisionAt.row))) continue;
      const tally = tallies[bytes.readUInt16LE(payload + decisionAt.source)];
      if (tally === undefined) throw new Error('a decision of no source');
      tally.records += 1;
      const addressFrom = payload + decisionAt.end;
      const json = addressFrom + bytes.readUInt32LE(payload + decisionAt.addressLength);
      const address = payload + decisionAt.address;
      if (!isZero(bytes, address)) {
        outputs.addresses.add(bytes, address, payload + decisionAt.city, addressFrom, json - brace);
      }
      outputs.index.addDecision(JSON.parse(bytes.toString('utf8', json, end)) as Decision);
      segment.write(bytes, json, end);
      ids.add(keyOf(bytes, key + keyDateBytes), segment.endRow());
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

/** The first half of the UUID: its high and its low word. */
function keyOf(bytes: Buffer, id: number): RecordKey {
  return { high: bytes.readUInt32BE(id), low: bytes.readUInt32BE(id + 4) };
}
