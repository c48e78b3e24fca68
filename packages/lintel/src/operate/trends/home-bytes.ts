/** How many bytes each part of the home takes on its disk, and how many are free there. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytes } from '../../base/disk-space.js';
import type { Home } from '../../base/home.js';
import type { Measures } from '../../ledger/trends.js';

/** The parts, of which each is a file with its journals, or a directory. */
export const homeParts = ['raw', 'releases', 'tables', 'ledger', 'other'] as const;
export type HomePart = (typeof homeParts)[number];

const freeMeasure = 'bytes free';
const partMeasure = (part: HomePart) => `bytes ${part}`;

/** Looks at every file of the home, which takes some microseconds for each. */
export function homeBytes(home: Home): Measures {
  const parts = new Map<string, number>(homeParts.map((part) => [partMeasure(part), 0]));
  const seen = new Set<number>();
  for (const path of filesIn(home.directory)) {
    const file = statSync(path, { throwIfNoEntry: false });
    // Releases share files: what lies on the disk once counts once.
    if (file === undefined || (file.nlink > 1 && seen.has(file.ino))) continue;
    if (file.nlink > 1) seen.add(file.ino);
    const measure = partMeasure(partOf(home, path));
    parts.set(measure, (parts.get(measure) ?? 0) + file.size);
  }
  return parts.set(freeMeasure, freeBytes(home.directory));
}

function partOf(home: Home, path: string): HomePart {
  const names = ['raw', 'releases', 'tables', 'ledger'] as const;
  return names.find((name) => path.startsWith(home[name])) ?? 'other';
}

/** The files below a directory. One that is removed meanwhile is passed over. */
function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? [path] : [];
    });
  } catch {
    return [];
  }
}

/** Bytes by part and free ones; null where the day has none. */
export function bytesOf(measures: Measures) {
  const free = measures.get(freeMeasure);
  if (free === undefined) return null;
  const parts = homeParts.map((part) => [part, measures.get(partMeasure(part)) ?? 0] as const);
  return { ...(Object.fromEntries(parts) as Record<HomePart, number>), free };
}
