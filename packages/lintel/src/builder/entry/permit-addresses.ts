/**
 * Further addresses of a permit as bytes. The wire text of all of them follows the origin of the row, then a
 * payload for each, with the places and property facts of its own row and everything else from the permit.
 */
import { widths } from '../../base/memory/byte-layout.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import { type permitFields, storedField } from '../../format/permit-fields.js';
import { headFields, locatedFields, permitAt, permitMembers } from './permit-entry.js';
import { PermitView } from './permit-view.js';

const lengthBytes = 4;

export interface OtherAddresses {
  /** What follows the last member of the record: `,"other_addresses":[…]`. */
  readonly text: ByteSpan;
  /** The permit at each of them; its JSON begins with the address. */
  readonly permits: readonly PermitView[];
}

/** Packs the wire text and the payloads. */
export function packOthers(text: string, payloads: readonly Buffer[]): Buffer {
  const parts = [Buffer.from(text), ...payloads];
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32LE(part.length);
      return [length, part];
    }),
  );
}

/** The inverse of `packOthers`. */
export function readOthers({ bytes, from, to }: ByteSpan): OtherAddresses {
  const textFrom = from + lengthBytes;
  const textTo = textFrom + bytes.readUInt32LE(from);
  const permits: PermitView[] = [];
  for (let at = textTo; at < to; ) {
    const start = at + lengthBytes;
    at = start + bytes.readUInt32LE(at);
    permits.push(new PermitView().moveTo(bytes, start, at));
  }
  return { text: { bytes, from: textFrom, to: textTo }, permits };
}

const isOfAddress = (name: keyof typeof permitFields) => storedField(name).of === 'address';
/** The offsets into the part of the JSON that each address has of its own. */
const placesOfAddress = locatedFields
  .filter(isOfAddress)
  .flatMap((name) => [permitAt[`${name}_from`], permitAt[`${name}_to`]]);

/** The numbers in a permit's head that each address has of its own, as (first byte, byte after the last). */
const ofAddress: readonly (readonly [from: number, to: number])[] = [
  ['facts', 'u16'] as const,
  ...headFields.filter(isOfAddress).map((name) => [name, permitMembers[name]] as const),
].map(([name, width]) => [permitAt[name], permitAt[name] + widths[width]]);

/** The payload of a further address: `own` is that of its row, `permit` that of the permit. */
export function otherPayload(own: Buffer, permit: Buffer, row: number): Buffer {
  const jsonFrom = own.readUInt32LE(permitAt.address_from);
  const json = own.subarray(permitAt.json + jsonFrom, permitAt.json + own.readUInt32LE(permitAt.stated));
  const payload = Buffer.concat([permit.subarray(0, permitAt.json), json]);
  for (const [from, to] of ofAddress) own.copy(payload, from, from, to);
  payload.writeUInt32LE(row, permitAt.row);
  for (const at of placesOfAddress) payload.writeUInt32LE(own.readUInt32LE(at) - jsonFrom, at);
  return payload;
}
