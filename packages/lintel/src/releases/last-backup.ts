/** `backup.json` in the home: the last backup. `lintel backup` writes it; the metrics of a serving process read it. */
import { readFileSync } from 'node:fs';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';

export interface LastBackup {
  /** ISO 8601: what was written before is in it. */
  readonly made_at: string;
  readonly directory: string;
}

export function writeLastBackup(home: Pick<Home, 'lastBackup'>, backup: LastBackup): void {
  writeWhole(home.lastBackup, `${JSON.stringify(backup, null, 2)}\n`);
}

/** The last backup; null if there was none, or its record cannot be read. */
export function readLastBackup(home: Pick<Home, 'lastBackup'>): LastBackup | null {
  try {
    return JSON.parse(readFileSync(home.lastBackup, 'utf8')) as LastBackup;
  } catch {
    return null;
  }
}
