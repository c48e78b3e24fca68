/** Numbers and times as people read them. */

/** A count with thousands separators, for people. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Milliseconds since 1970 as `2026-06-30 14:05:09Z`. */
export function formatTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
