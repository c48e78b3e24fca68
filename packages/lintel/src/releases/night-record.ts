/**
 * `night.json` in the home: what the last night did, and how its sources are. `lintel nightly` writes it; the metrics of
 * a serving process read it.
 */
import { readFileSync } from 'node:fs';
import type { SourceState } from '@lintel/contract';
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
  /** Nights in a row, with this one, whose release the gate refused; absent in records of earlier versions. */
  readonly refused_nights?: number;
  readonly problems: readonly string[];
  readonly sources: Readonly<Record<string, NightSource>>;
}

export interface NightSource {
  /** ISO 8601; null: it was never fetched whole. */
  readonly last_success_at: string | null;
  /** Seconds between two renewals by its publisher; absent in records of earlier versions. */
  readonly every_seconds?: number;
  /** Fetches that failed since. */
  readonly failures: number;
  /** The share of its rows that it lost; null if not known. */
  readonly lost_share: number | null;
  /** Its rows in the published release; absent where that does not have it. */
  readonly rows?: number;
  /** Date of its newest record there; null without one, absent where the release does not have the source. */
  readonly newest_record?: string | null;
  /** How it is by its portal and that record, on the day of the night; absent in records of earlier versions. */
  readonly state?: SourceState | null;
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
