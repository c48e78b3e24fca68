/**
 * How far packed files may unpack: far more than records of a city do, and far less than what is made to fill
 * memory and disks (a "bomb").
 */
import { UserError } from '../../base/user-error.js';

/** Bytes that a file, or all entries of an archive, may unpack to. */
const maxUnpackedBytes = 64 * 1024 ** 3;
/** Text packs to a tenth; what packs to less than this part of itself was made to do so. */
const maxRatio = 200;
/** Bytes up to which any ratio may be: a column of one word packs well. */
const smallBytes = 64 * 1024 ** 2;

/** Throws a UserError where `packed` bytes unpack to more than records do. `what` names the file. */
export function refuseBomb(what: string, packed: number, unpacked: number): void {
  if (unpacked > smallBytes && unpacked > packed * maxRatio) {
    throw new UserError(
      `${what} unpacks from ${packed} to more than ${unpacked - 1} bytes, which no records do.`,
    );
  }
  refuseSize(what, unpacked);
}

/** Throws a UserError where a file or archive unpacks to more bytes than are read. */
export function refuseSize(what: string, unpacked: number): void {
  if (unpacked <= maxUnpackedBytes) return;
  throw new UserError(`${what} unpacks to ${unpacked} bytes or more; at most ${maxUnpackedBytes} are read.`);
}
