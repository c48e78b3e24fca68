/**
 * The files of the changes between two releases, in `releases/changes/FROM..TO`.
 *
 * `changes.ndjson` and `changes.offsets` hold one line a change, without its record, which the current release
 * has: `changes.rows` says in which row. `changes.places` holds, sorted, the number of each change under every
 * place of its record, before and now. `changes.json`, written last, says which numbers belong to which kind
 * and type of change: they are neighbours, so that these filters are ranges.
 */
import { join } from 'node:path';
import { type ChangedKind, type ChangeType, changeTypes, geoIdPattern } from '@lintel/contract/plain';
import { readJsonObject } from '../../base/json-object.js';
import { UserError } from '../../base/user-error.js';
import { releaseIdPattern } from '../../format/layout.js';
import type { RecordKind } from '../../format/record.js';

export const changesFormat = 1;
export const summaryFile = 'changes.json';
export const rowsFile = 'changes.rows';
export const placesFile = 'changes.places';

/** What `changes.rows` holds for a vanished record. */
export const noRow = 0xffffffff;

/** An entry of `changes.places`: the key of the place, then the number of the change, big-endian. */
export const placeKeyBytes = 8;
export const placeEntryBytes = placeKeyBytes + 4;

/** The changes of one kind and type have the numbers `[start, end)`. */
export interface ChangeSection {
  readonly kind: RecordKind;
  readonly change: ChangeType;
  readonly start: number;
  readonly end: number;
}

export interface ChangesSummary {
  readonly format: typeof changesFormat;
  readonly from: string;
  readonly to: string;
  readonly sections: readonly ChangeSection[];
}

/** The directory of all changes, within that of the releases. */
export const changesDirectory = (releases: string) => join(releases, 'changes');

/** The directory of the changes between two releases. */
export function pairDirectory(releases: string, from: string, to: string): string {
  return join(changesDirectory(releases), `${from}..${to}`);
}

/** The two releases that the name of a directory says; null for any other name. */
export function pairOf(name: string): { readonly from: string; readonly to: string } | null {
  const [from = '', to = '', ...more] = name.split('..');
  const isPair = more.length === 0 && releaseIdPattern.test(from) && releaseIdPattern.test(to);
  return isPair ? { from, to } : null;
}

/** The summary in a directory. Throws a UserError that names a file which is missing or not one. */
export function readSummary(directory: string): ChangesSummary {
  const path = join(directory, summaryFile);
  const given: Partial<ChangesSummary> = readJsonObject(path, (cause) => {
    return new UserError(`${path} cannot be read.`, { cause });
  });
  if (given.format !== changesFormat || !Array.isArray(given.sections)) {
    throw new UserError(`${path} does not describe changes of format ${changesFormat}.`);
  }
  return given as ChangesSummary;
}

/**
 * The key of a geo_id, state or ZIP code. A geo_id is 64 bits; the shorter texts end in zero bytes, which no
 * hash does by accident.
 */
export function placeKey(geoId: string): Buffer {
  if (geoIdPattern.test(geoId)) return Buffer.from(geoId, 'base64url');
  const key = Buffer.alloc(placeKeyBytes);
  // Of a ZIP+4 the first five digits count.
  key.write(geoId.slice(0, 5), 'latin1');
  return key;
}

/** How many records of a kind changed in each way. */
export type ChangeCounts = Readonly<Partial<Record<ChangedKind, Readonly<Record<ChangeType, number>>>>>;

/** The number of changes by kind and type. */
export function countsOf({ sections }: ChangesSummary): ChangeCounts {
  const none = Object.fromEntries(changeTypes.map((type) => [type, 0])) as Record<ChangeType, number>;
  const counts: Partial<Record<ChangedKind, Record<ChangeType, number>>> = {};
  for (const { kind, change, start, end } of sections) {
    counts[kind] = { ...none, ...counts[kind], [change]: end - start };
  }
  return counts;
}
