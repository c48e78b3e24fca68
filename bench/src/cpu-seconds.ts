/** Processor time of a program, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time of a process and of all that it started, also of those that have ended. */
export function cpuSeconds(root: number): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      // The name of the program, in brackets, may contain spaces.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(Number(id), fields[1] ?? 0);
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
      ticks.set(Number(id), user + system + endedUser + endedSystem);
    } catch {
      // It has ended.
    }
  }
  const isBelow = (id: number): boolean => id === root || (id > 1 && isBelow(parents.get(id) ?? 0));
  return [...ticks].reduce((sum, [id, own]) => (isBelow(id) ? sum + own : sum), 0) / 100;
}
