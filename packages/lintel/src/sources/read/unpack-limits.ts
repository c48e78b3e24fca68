/** Limits of unpacking: far more than city records need, and far less than a decompression bomb. */
import { UserError } from '../../base/user-error.js';

/** Bytes that a file, or all entries of an archive, may unpack to. */
const maxUnpackedBytes = 64 * 1024 ** 3;
/** Text compresses to a tenth; whatever compresses to less than this share is an attack. */
const maxRatio = 200;
/** Up to this many bytes any ratio is allowed: a column of one word compresses well. */
const smallBytes = 64 * 1024 ** 2;

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
