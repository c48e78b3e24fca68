/**
 * Which of several rows of one source is the latest: the one that the source changed last, by its own account; where it
 * does not say or the times are equal, the one seen last. A row of which it says no time is older than those of which it
 * does.
 */

/** Milliseconds since 1970 UTC. */
export interface RowTimes {
  /** Latest time at which the source is known to have had the row. */
  readonly seenAt: number;
  /** When the source changed the row, by its own account (`row_as_of` of its definition); 0 if it does not say. */
  readonly changedAt: number;
}

/** Milliseconds fit into six bytes; inverted, the latest sorts first. */
const latestMs = 2 ** 48 - 1;
export const timesBytes = 12;

/** Writes times that sort as bytes, the latest first. */
export function writeLatestFirst({ seenAt, changedAt }: RowTimes, into: Buffer, at: number): void {
  const changed = Math.round(Math.max(0, Math.min(latestMs, changedAt)));
  into.writeUIntBE(latestMs - changed, at, 6);
  into.writeUIntBE(latestMs - seenAt, at + 6, 6);
}

/** The inverse of the time seen that `writeLatestFirst` wrote at `at`: the later, the less. */
export const seenAtOf = (bytes: Buffer, at: number): number => latestMs - bytes.readUIntBE(at + 6, 6);
