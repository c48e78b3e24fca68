/**
 * Limits of what is made of a file: far more than city records need, and far less than a decompression bomb. What an
 * archive or a page says that it unpacks to is checked before it is unpacked; the records of every format are counted
 * as they are made, since a few bytes may repeat a value a million times.
 */
import { UserError } from '../../base/user-error.js';
import type { FileListener, ReadItem, ReadItems } from './read-item.js';

/** Bytes that a file, or all entries of an archive, may unpack to. */
const maxUnpackedBytes = 64 * 1024 ** 3;
/** Text compresses to a tenth; whatever compresses to less than this share is an attack. */
const maxRatio = 200;
/** Up to this many bytes any ratio is allowed: a column of one word compresses well. */
const smallBytes = 64 * 1024 ** 2;
/** What a record counts for at least, in bytes: it takes memory and time however short it is. */
const recordBytes = 64;

/** Throws a UserError if `packed` bytes unpack to more than records could. `what` names the file. */
export function refuseBomb(what: string, packed: number, unpacked: number): void {
  if (unpacked > smallBytes && unpacked > packed * maxRatio) {
    throw new UserError(
      `${what} unpacks from ${packed} to more than ${unpacked - 1} bytes, which no records do.`,
    );
  }
  refuseSize(what, unpacked);
}

/** Throws a UserError if a file or archive unpacks to more bytes than allowed. */
export function refuseSize(what: string, unpacked: number): void {
  if (unpacked <= maxUnpackedBytes) return;
  throw new UserError(`${what} unpacks to ${unpacked} bytes or more; at most ${maxUnpackedBytes} are read.`);
}

/** Throws a UserError if `packed` bytes hold more records, of so many columns, than they could. */
export function refuseRecords(what: string, packed: number, records: number, columns: number): void {
  refuseBomb(what, packed, records * Math.max(recordBytes, columns));
}

/**
 * The items of a file of `packed` bytes, until they are more than it could hold: then throws a UserError. Each counts
 * for its values, or as much as there are columns to look at.
 */
export async function* withinFile(
  what: string,
  packed: number,
  listener: FileListener,
  read: (listener: FileListener) => ReadItems,
): ReadItems {
  let least = recordBytes;
  let made = 0;
  const items = read({
    ...listener,
    onColumns(names) {
      least = Math.max(recordBytes, names?.length ?? 0);
      listener.onColumns?.(names);
    },
  });
  for await (const batch of items) {
    for (const item of batch) made += least + sizeOfItem(item);
    refuseBomb(what, packed, made);
    yield batch;
  }
}

function sizeOfItem(item: ReadItem): number {
  return 'row' in item ? sizeOf(item.row) : item.body.length;
}

/** About the bytes of a value as text, without the names of its members. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 0;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) size += sizeOf(inner);
  return size;
}
