/**
 * Takes the permits of a release in result order and writes the properties: in this thread, or in one of its
 * own while this one writes permits, contractors and places.
 */

import type { WrittenFile } from '../../base/files/file-writer.js';
import { layOut } from '../../base/memory/byte-layout.js';
import { copyBytes } from '../../base/memory/bytes.js';
import { permitAt } from '../entry/permit-entry.js';
import { PermitView } from '../entry/permit-view.js';
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

export class PropertiesWriter extends BlockWriter<FilterOutputs, WrittenProperties> {
  readonly #copied = new PermitView();

  constructor({ directory, scratch, memoryBytes }: FilterOutputs, isThreaded: boolean) {
    const data = { directory, scratch, memoryBytes };
    super({ kind: 'properties', consumer, directory, data, isThreaded });
  }

  /**
   * Adds the next permit: its record from its address on, or with the facts for the property where these are not its
   * own, without the address members that belong to the permit alone. `contractor`: its number, negative without one,
   * or `furtherAddress`.
   */
  add(permit: PermitView, enriched: EnrichedFacts | null, contractor: number): void {
    const { bytes, building, addressBrace: rest } = permit;
    const restEnd = enriched === null ? permit.to : permit.factsFrom;
    const tail = enriched === null ? null : Buffer.from(`,${JSON.stringify(enriched.ofProperty).slice(1)}`);
    const length = building.to - building.from + restEnd - rest + (tail?.length ?? 0);
    const { bytes: block, at } = this.entry(entryAt.json + length);
    block.writeUInt32LE(length, at + entryAt.length);
    block.writeInt32LE(contractor, at + entryAt.contractor);
    block.writeUInt8(permit.propertyType, at + entryAt.type);
    copyBytes(bytes, permit.from, permit.json, block, at + entryAt.payload);
    if (enriched !== null) setFacts(this.#copied.moveTo(block, at + entryAt.payload), enriched.ofProperty);
    const json = at + entryAt.json;
    copyBytes(bytes, building.from, building.to, block, json);
    copyBytes(bytes, rest, restEnd, block, json + building.to - building.from);
    tail?.copy(block, json + length - tail.length);
  }
}

export function consumer(outputs: FilterOutputs): BlockConsumer<WrittenProperties> {
  const properties = new PropertyWriter(outputs);
  const permit = new PermitView();
  return {
    take(block) {
      for (let at = 0; at < block.length; at = permit.to) {
        const end = at + entryAt.json + block.readUInt32LE(at + entryAt.length);
        permit.moveTo(block, at + entryAt.payload, end);
        const contractor = block.readInt32LE(at + entryAt.contractor);
        if (contractor === furtherAddress) properties.addOther(permit);
        else properties.add(permit, { contractor, type: block.readUInt8(at + entryAt.type) });
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
