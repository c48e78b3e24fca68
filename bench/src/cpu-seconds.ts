/** Processor time of a program, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time of a process and of all that it started. */
export function cpuSeconds(root: number): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(Number(id), fields[1] ?? 0);
      ticks.set(Number(id), (fields[11] ?? 0) + (fields[12] ?? 0));
    } catch {
      // It has ended.
    }
  }
  const isBelow = (id: number): boolean => id === root || (id > 1 && isBelow(parents.get(id) ?? 0));
  return [...ticks].reduce((sum, [id, own]) => (isBelow(id) ? sum + own : sum), 0) / 100;
}
