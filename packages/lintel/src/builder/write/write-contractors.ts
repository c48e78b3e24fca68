/**
 * Writes the contractors, by most recent permit, newest first, those without a dated permit last, then by id;
 * how their sources write them, and the facts of their permits, from which their metrics are computed.
 */
import { join } from 'node:path';
import type { Contractor } from '@lintel/contract';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import { contractorFactsFile, contractorFactsPlacesFile, idsFile } from '../../format/layout.js';
import { recordKey } from '../../format/record-key.js';
import { factWords } from '../../format/roll-ups/permit-facts.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import { invertedDate } from '../entry/permit-entry.js';
import type { Mentions } from '../link/mentions.js';
import type { ContractorFilterWriter, FilteredContractor } from './contractor-filter-writer.js';
import { contractorJson, contractorRecord, PermitTotals } from './contractor-record.js';
import type { ContractorShares } from './contractor-shares.js';
import { contractorSpellings } from './contractor-spellings.js';

interface ContractorOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly memoryBytes: number;
  readonly ticker: Ticker;
  /** Receives each contractor in row order. */
  readonly filters: ContractorFilterWriter;
}

const idLength = 10;
const dateLength = 4;
/**
 * Precedes a record: the number of its first row of facts and how many it has, the contractor's number, and
 * the fields for filters as JSON with its length: parsing the whole record would take longer than making it. The
 * spellings follow the record; their length is here too.
 */
const placeBytes = 8;
const identityAt = {
  contractor: placeBytes,
  filtered: placeBytes + 4,
  spellings: placeBytes + 8,
  end: placeBytes + 12,
} as const;
const factBytes = factWords * 4;

export async function writeContractors(
  mentions: Mentions,
  shares: ContractorShares,
  outputs: ContractorOutputs,
): Promise<{ files: readonly WrittenFile[]; rows: number }> {
  const { directory, ticker } = outputs;
  const facts = new FileWriter(join(directory, contractorFactsFile));
  const places = new FileWriter(join(directory, contractorFactsPlacesFile));
  const ordered = await orderContractors(mentions, shares, facts, outputs);
  const segment = new SegmentWriter(directory, 'contractors');
  const spellings = new SegmentWriter(directory, 'spellings');
  const scratch = `${outputs.scratch}contractor-places`;
  const ids = new IdsWriter(join(directory, idsFile('contractors')), scratch, outputs.memoryBytes / 4);
  try {
    ticker.step('Writing contractors', ordered.count, 'contractors');
    for (const { bytes, key, payload, end } of ordered.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      const filtered = payload + identityAt.end;
      const json = filtered + bytes.readUInt32LE(payload + identityAt.filtered);
      places.write(bytes, payload, payload + placeBytes);
      const spelled = end - bytes.readUInt32LE(payload + identityAt.spellings);
      segment.write(bytes, json, spelled);
      spellings.write(bytes, spelled, end);
      spellings.endRow();
      const contractor = JSON.parse(bytes.toString('utf8', filtered, json)) as FilteredContractor;
      outputs.filters.add(bytes.readUInt32LE(payload + identityAt.contractor), contractor);
      const place = segment.endRow();
      const id = recordKey('contractors', bytes.toString('latin1', key + dateLength, payload));
      if (id === null) throw new Error('a contractor without an id');
      ids.add(id, place);
    }
    const files = [
      ...(await segment.finish()),
      ...(await spellings.finish()),
      await ids.finish(ticker, 'contractors'),
      facts.finish(),
      places.finish(),
    ];
    return { files, rows: segment.rows };
  } finally {
    facts.close();
    places.close();
    ordered.close();
    segment.close();
    spellings.close();
    ids.close();
  }
}

/** Makes all contractors' records and sorts them. */
async function orderContractors(
  mentions: Mentions,
  shares: ContractorShares,
  facts: FileWriter,
  { scratch, memoryBytes, ticker }: ContractorOutputs,
): Promise<ExternalSort> {
  ticker.step('Reading contractor mentions', mentions.count, 'mentions');
  for (const seen of mentions.counted()) {
    if (ticker.count()) await ticker.yieldToEventLoop();
    shares.addFacts(seen);
  }
  ticker.step('Describing contractors', null, 'contractors');
  const ordered = new ExternalSort({ path: `${scratch}contractors`, memoryBytes });
  const key = Buffer.alloc(dateLength + idLength);
  const identity = Buffer.alloc(identityAt.end);
  for (const { contractor, mentions: seen, permits } of shares.groups()) {
    if (ticker.count()) await ticker.yieldToEventLoop();
    const totals = new PermitTotals();
    for (let at = 0; at < permits.length; at += factWords) totals.add(permits, at);
    totals.further = shares.furtherCount(contractor);
    const id = mentions.identity.id(contractor);
    key.writeUInt32BE(invertedDate(totals.last));
    id.copy(key, dateLength);
    identity.writeUInt32LE(facts.position / factBytes);
    identity.writeUInt32LE(permits.length / factWords, 4);
    identity.writeUInt32LE(contractor, identityAt.contractor);
    facts.write(new Uint8Array(permits.buffer, permits.byteOffset, permits.byteLength));
    const record = contractorRecord(id.toString('latin1'), seen, totals);
    const { json, talliesFrom, talliesTo } = contractorJson(record);
    const filtered = JSON.stringify(filteredOf(record, [talliesFrom, talliesTo]));
    identity.writeUInt32LE(Buffer.byteLength(filtered), identityAt.filtered);
    const spelled = JSON.stringify(contractorSpellings(seen));
    identity.writeUInt32LE(Buffer.byteLength(spelled), identityAt.spellings);
    ordered.push(key, identity, Buffer.from(filtered + json + spelled));
  }
  return ordered;
}

function filteredOf(record: Contractor, tallies: FilteredContractor['tallies']): FilteredContractor {
  return {
    name: record.name,
    business_name: record.business_name,
    license: record.license,
    website: record.website,
    total_job_value: record.total_job_value,
    avg_inspection_pass_rate: record.avg_inspection_pass_rate,
    permit_count: record.permit_count,
    classification_derived: record.classification_derived,
    tallies,
  };
}
