/**
 * `night.json` in the home: what the last night did, and how its sources are. `lintel nightly` writes it; the metrics of
 * a serving process read it.
 */
import { readFileSync } from 'node:fs';
import { writeWhole } from '../base/files/write-whole.js';
import type { Home } from '../base/home.js';

export interface NightRecord {
  /** ISO 8601. */
  readonly ended_at: string;
  readonly seconds: number;
  /** Whether the release of what was fetched is served. */
  readonly published: boolean;
  /** Of `lintel nightly`: 0, 3 (problems, but not of the release) or 1. */
  readonly exit_status: number;
  readonly problems: readonly string[];
  readonly sources: Readonly<Record<string, NightSource>>;
}

export interface NightSource {
  /** ISO 8601; null: it was never fetched whole. */
  readonly last_success_at: string | null;
  /** Fetches that failed since. */
  readonly failures: number;
  /** The share of its rows that it lost; null if not known. */
  readonly lost_share: number | null;
  /** What is the matter with it, such as `silent`. */
  readonly findings: readonly string[];
}

export function writeNight(home: Home, night: NightRecord): void {
  writeWhole(home.night, `${JSON.stringify(night, null, 2)}\n`);
}

/** The last night; null if there was none, or its record cannot be read. */
export function readNight(home: Pick<Home, 'night'>): NightRecord | null {
  try {
    return JSON.parse(readFileSync(home.night, 'utf8')) as NightRecord;
  } catch {
    return null;
  }
}
