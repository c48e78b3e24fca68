/**
 * The permits of one address that are compared with each other, as bytes: each one's position in the output,
 * its source and what it states. The memory is reused from one address to the next, since a build looks at
 * each permit once.
 */
import { at } from '../../base/memory/at.js';
import { compareBytes } from '../../base/memory/bytes.js';
import { GrowableBytes } from '../../base/memory/growable.js';
import { invertedDate } from '../entry/permit-entry.js';

export const addressBytes = 8;
/** Bytes of a permit's position in the output: its sort key, which ends with its id, then its row. */
export const placeBytes = 16;
const idAt = 4;
const idBytes = 8;
const statedAt = placeBytes + 2;

export class AddressBlock {
  readonly address = Buffer.alloc(addressBytes);
  /** Whether permits of the same address came before. */
  isContinued = false;
  readonly #bytes = new GrowableBytes();
  /** Where each permit begins, and the end of the last. */
  readonly #starts: number[] = [0];

  /** Permits in the block. */
  get count(): number {
    return this.#starts.length - 1;
  }

  isAddress(bytes: Buffer, at: number): boolean {
    return compareBytes(this.address, 0, bytes, at, addressBytes) === 0;
  }

  /** Empties the block, for the address at an offset. */
  begin(bytes: Buffer, at: number): void {
    this.isContinued = this.count > 0 && this.isAddress(bytes, at);
    bytes.copy(this.address, 0, at, at + addressBytes);
    this.#bytes.clear();
    this.#starts.length = 1;
  }

  /** Adds a permit: its position, its source (u16) and what it states, as `packStated` made it. */
  add(bytes: Buffer, from: number, to: number): void {
    this.#bytes.push(bytes, from, to);
    this.#starts.push(this.#bytes.length);
  }

  /** Whether all permits state exactly the same. */
  isAlike(): boolean {
    const bytes = this.#bytes.view();
    const from = this.#start(0) + statedAt;
    const length = this.#start(1) - from;
    for (let i = 1; i < this.count; i++) {
      const other = this.#start(i) + statedAt;
      if (this.#start(i + 1) - other !== length) return false;
      if (compareBytes(bytes, from, bytes, other, length) !== 0) return false;
    }
    return true;
  }

  /** Valid until the block is emptied. */
  place(permit: number): Buffer {
    return this.#bytes.view(this.#start(permit), this.#start(permit) + placeBytes);
  }

  /** The id of a permit, as it is published. */
  id(permit: number): string {
    return this.place(permit).toString('hex', idAt, idAt + idBytes);
  }

  /** The day on which a permit starts, YYYYMMDD, 0 when unknown. */
  day(permit: number): number {
    return invertedDate(this.place(permit).readUInt32BE(0));
  }

  source(permit: number): number {
    return this.#bytes.view().readUInt16LE(this.#start(permit) + placeBytes);
  }

  stated(permit: number): string {
    return this.#bytes.view(this.#start(permit) + statedAt, this.#start(permit + 1)).toString();
  }

  #start(permit: number): number {
    return at(this.#starts, permit, 'the permits of an address');
  }
}
