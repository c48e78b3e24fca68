/** Below so many bytes a loop is done before a view of the source is made, which `set` needs. */
const fewBytes = 48;

/** Copies `source[from, to)` to where `at` is in the target. */
export function copyBytes(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
): void {
  const count = to - from;
  if (count <= fewBytes) for (let i = 0; i < count; i++) target[at + i] = source[from + i] ?? 0;
  else target.set(count === source.length ? source : source.subarray(from, to), at);
}
