/**
 * Labels of real permits, kept as hashes with the code: the permits are found again by their texts.
 *
 *   npm run quality -- kept DIRECTORY [--misses]
 *
 * DIRECTORY holds a folder per city with the files of `data-files.ts`. A line of `permit-labels.tsv` is the hash of
 * source and texts, the round in which the permit was labelled, and its label; a damaged line is refused. A permit is
 * scored with its source's definition.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { loadGeography } from 'lintel/dist/geography/load.js';
import type { CanonicalPermit } from 'lintel/dist/refine/record/canonical.js';
import type { PermitRecord } from 'lintel/dist/refine/record/refined.js';
import { refine } from 'lintel/dist/refine/refine.js';
import { dataRows, permitFiles } from './data-files.js';
import { printLabels } from './print-labels.js';
import type { LabelledPermit } from './score-labels.js';

const kept = new URL('../../src/quality/permit-labels.tsv', import.meta.url);
/** The date of refinement: the score must not depend on the day. */
const today = '2026-11-01';
const textFields = ['type', 'work', 'subtype', 'use', 'description', 'status_raw'] as const;

type Label = LabelledPermit['label'];

/** The hash of a permit's source and texts. */
export function hashOf(source: string, fields: CanonicalPermit): string {
  const texts = textFields.map((field) => fields[field] ?? null);
  return createHash('sha256')
    .update(JSON.stringify([source, ...texts]))
    .digest('hex')
    .slice(0, 16);
}

/** Round and label of each hash in the text of a file. Throws with the line that cannot be read. */
export function readKeptLabels(
  text: string,
): ReadonlyMap<string, { readonly round: string; readonly label: Label }> {
  const labels = new Map<string, { round: string; label: Label }>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [hash, round, tags, type, status, unsure, ...more] = line.split('\t');
    if (hash === undefined || round === undefined || unsure === undefined || more.length > 0)
      throw new Error(`line ${index + 1}: not hash, round, tags, property type, status and unsure tags`);
    const list = (words = '') => words.split(' ').filter((word) => word !== '');
    const label = {
      tags: list(tags),
      property_type: type || null,
      status: status || null,
      unsure: list(unsure),
    };
    labels.set(hash, { round, label });
  }
  return labels;
}

/** Runs the command with the arguments after `kept`; false if it names no directory. */
export async function keptQuality(args: readonly string[], print: (line?: string) => void): Promise<boolean> {
  const [directory] = args.filter((word) => word !== '--misses');
  if (directory === undefined || !existsSync(directory)) return false;
  const labels = readKeptLabels(readFileSync(kept, 'utf8'));
  const geography = loadGeography();
  const records = new Map<string, PermitRecord>();
  const permits: LabelledPermit[] = [];
  for await (const { source, row } of dataRows(directory, permitFiles, print)) {
    if (row.kind !== 'permits') continue;
    const hash = hashOf(source.id, row.fields);
    const found = labels.get(hash);
    if (found === undefined || records.has(hash)) continue;
    const refined = refine(row, row.context ?? source.context, geography, { today });
    if (refined.kind !== 'permit') continue;
    records.set(hash, refined.record);
    const texts = Object.fromEntries(textFields.map((field) => [field, row.fields[field]]));
    permits.push({ key: hash, place: `${source.id}, round ${found.round}`, label: found.label, ...texts });
  }
  const recordOf = ({ key }: LabelledPermit): PermitRecord => {
    const record = records.get(key);
    if (record === undefined) throw new RangeError(`no permit ${key} was refined`);
    return record;
  };
  printLabels(directory, permits, recordOf, args.includes('--misses'), print);
  if (permits.length < labels.size) print(`${labels.size - permits.length} kept labels have no permit there`);
  return true;
}
