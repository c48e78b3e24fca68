/** The records of a release as objects, for naive searches. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contractor, Permit, Property } from '@lintel/contract';
import { recordsFile, type SegmentKind } from 'lintel/dist/format/layout.js';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { checkProperties } from './check-properties.js';
import type { AllRecords } from './naive-search.js';

/**
 * All records of the release in a directory, its properties checked. Only for releases that fit into memory
 * as objects.
 */
export function readAllRecords(directory: string): AllRecords {
  const read = <T>(kind: SegmentKind) => readLines(join(directory, recordsFile(kind))) as T[];
  const permits = read<Permit>('permits');
  const properties = read<Property>('properties');
  checkProperties(permits, properties);
  return {
    releasedAt: readManifest(directory).info.released_at,
    permits,
    contractors: read<Contractor>('contractors'),
    properties,
  };
}

/** The JSON lines of a file, which may be longer than a string can be. Repeated texts are held once. */
function readLines(path: string): unknown[] {
  const bytes = readFileSync(path);
  const records: unknown[] = [];
  const known = new Map<string, string>();
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    records.push(withKnownTexts(JSON.parse(bytes.toString('utf8', from, end)), known));
    from = end + 1;
  }
  return records;
}

/** Longer texts rarely recur. */
const maxKnownLength = 60;

function withKnownTexts(value: unknown, known: Map<string, string>): unknown {
  if (typeof value === 'string') {
    if (value.length > maxKnownLength) return value;
    const same = known.get(value);
    if (same === undefined) known.set(value, value);
    return same ?? value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const name of Object.keys(parts)) parts[name] = withKnownTexts(parts[name], known);
  return value;
}
