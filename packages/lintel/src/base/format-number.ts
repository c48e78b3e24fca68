/** Numbers and times as people read them. */

/** A count with thousands separators, for people. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Milliseconds since 1970 as `2026-06-30 14:05:09Z`. */
export function formatTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** A size on disk as `12 kB`, `356.7 MB` or `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.round(bytes / 1_000))} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
