/**
 * Edit distance with swaps of neighbours (optimal string alignment) between two short words of bytes. Works in
 * three reused rows, gives up as soon as the limit is passed, so that a call costs well under a microsecond.
 */

const width = 64;
let before = new Uint8Array(width);
let last = new Uint8Array(width);
let row = new Uint8Array(width);

/** Errors between the words, or `limit + 1` when there are more than `limit`. Words are shorter than 64 bytes. */
export function editDistance(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
  limit: number,
): number {
  const m = aEnd - aStart;
  const n = bEnd - bStart;
  if (Math.abs(m - n) > limit || m >= width || n >= width) return limit + 1;
  for (let j = 0; j <= n; j++) last[j] = j;
  for (let i = 1; i <= m; i++) {
    row[0] = i;
    let best = i;
    const x = a[aStart + i - 1];
    for (let j = 1; j <= n; j++) {
      const y = b[bStart + j - 1];
      let cost = (last[j - 1] ?? 0) + (x === y ? 0 : 1);
      cost = Math.min(cost, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && x === b[bStart + j - 2] && a[aStart + i - 2] === y) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return limit + 1;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[n] ?? limit + 1, limit + 1);
}
