/**
 * Takes the permits of a release in result order and writes the properties: in this thread, or in one of its
 * own while this one writes permits, contractors and places.
 */

import type { WrittenFile } from '../../base/files/file-writer.js';
import { layOut } from '../../base/memory/byte-layout.js';
import { permitAt } from '../entry/permit-entry.js';
import { type EnrichedFacts, setFacts } from '../link/enrich-permit.js';
import { type BlockConsumer, BlockWriter } from './block-writer.js';
import { furtherAddress } from './filter-writer.js';
import type { FilterOutputs } from './permit-filter-writer.js';
import { PropertyWriter } from './property-writer.js';

interface WrittenProperties {
  readonly files: readonly WrittenFile[];
  /** Number of the property of each row plus one, 0 without an address. */
  readonly properties: Uint32Array<ArrayBuffer>;
  /** Keys and numbers of all places. */
  readonly places: Uint32Array;
}

/**
 * Layout of a permit in a block: bytes of its JSON, whether it is a further address of the permit before, its own
 * property type as in its head, the numbers of its payload with the facts that the property gets, JSON.
 */
const headAt = layOut({ length: 'u32', contractor: 'i32', type: 'u8' });
const entryAt = { ...headAt, payload: headAt.end, json: headAt.end + permitAt.json };

/** Bytes of the brace that ends an address. */
const brace = 1;

export class PropertiesWriter extends BlockWriter<FilterOutputs, WrittenProperties> {
  constructor({ directory, scratch, memoryBytes }: FilterOutputs, isThreaded: boolean) {
    const data = { directory, scratch, memoryBytes };
    super({ kind: 'properties', consumer, directory, data, isThreaded });
  }

  /**
   * Adds the next permit, whose payload is at `from`: its record from its address on up to `end`, or with the facts
   * for the property where these are not its own, without the address members that belong to the permit alone.
   * `contractor`: its number, negative without one, or `furtherAddress`.
   */
  add(
    bytes: Buffer,
    from: number,
    end: number,
    enriched: Pick<EnrichedFacts, 'from' | 'ofProperty'> | null,
    contractor: number,
  ): void {
    const place = (member: number) => from + permitAt.json + bytes.readUInt32LE(from + member);
    const building = place(permitAt.address_from);
    const buildingEnd = place(permitAt.latlng_to);
    const rest = place(permitAt.address_to) - brace;
    const restEnd = enriched?.from ?? end;
    const tail = enriched === null ? null : Buffer.from(`,${JSON.stringify(enriched.ofProperty).slice(1)}`);
    const length = buildingEnd - building + restEnd - rest + (tail?.length ?? 0);
    const { bytes: block, at } = this.entry(entryAt.json + length);
    block.writeUInt32LE(length, at + entryAt.length);
    block.writeInt32LE(contractor, at + entryAt.contractor);
    block.writeUInt8(bytes.readUInt8(from + permitAt.property_type), at + entryAt.type);
    bytes.copy(block, at + entryAt.payload, from, from + permitAt.json);
    if (enriched !== null) setFacts(block, at + entryAt.payload, enriched.ofProperty);
    let to = at + entryAt.json;
    to += bytes.copy(block, to, building, buildingEnd);
    to += bytes.copy(block, to, rest, restEnd);
    tail?.copy(block, to);
  }
}

export function consumer(outputs: FilterOutputs): BlockConsumer<WrittenProperties> {
  const properties = new PropertyWriter(outputs);
  return {
    take(block) {
      for (let at = 0; at < block.length; ) {
        const json = at + entryAt.json;
        const end = json + block.readUInt32LE(at + entryAt.length);
        const contractor = block.readInt32LE(at + entryAt.contractor);
        if (contractor === furtherAddress) properties.addOther(block, at + entryAt.payload, json, end);
        else {
          const type = block.readUInt8(at + entryAt.type);
          properties.add(block, at + entryAt.payload, json, end, { contractor, type });
        }
        at = end;
      }
    },
    async finish(ticker) {
      const { files } = await properties.finish(ticker);
      // A copy: sent between threads, a view would take its whole buffer along.
      return { files, properties: properties.properties.view().slice(), places: properties.places };
    },
    close: () => properties.close(),
  };
}
