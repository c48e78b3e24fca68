/**
 * The folder that a search of the catalogs writes: `report.md` for people, `report.json` for programs, and a definition
 * a dataset in `sources/`. A definition that is there already is never overwritten: somebody may have edited it.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import type { Candidate, Discovery, LeftOut } from '../../sources/discover/discovery.js';
import { addressOf, type FoundDataset } from '../../sources/discover/found-dataset.js';
import { inWords } from '../../sources/mapping/in-words.js';
import {
  discoveryReport,
  type ListedDataset,
  type Report,
  type ReportEntry,
  type SearchedFor,
} from '../text/discovery-report.js';

/** Identity → draft of the search before, if it was the same; empty without one. */
export function earlierReport(
  directory: string,
  search: SearchedFor,
): ReadonlyMap<string, Pick<ReportEntry, 'id' | 'first_found'>> {
  const path = join(directory, 'report.json');
  if (!existsSync(path)) return new Map();
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  if (report.search.kind !== search.kind || report.search.area !== search.area) return new Map();
  return new Map(report.drafts.map((entry) => [entry.identity, entry]));
}

/** Writes the folder; gives the drafts as `report.json` has them. */
export function writeDiscovery(
  directory: string,
  search: SearchedFor,
  discovery: Discovery,
  earlier: ReadonlyMap<string, Pick<ReportEntry, 'id' | 'first_found'>>,
  today: string,
): readonly ReportEntry[] {
  mkdirSync(join(directory, 'sources'), { recursive: true });
  const drafts = discovery.candidates.map((candidate) => {
    const known = earlier.get(candidate.identity);
    const entry = entryOf(candidate, known?.first_found ?? today, earlier.size > 0 && known === undefined);
    const path = join(directory, entry.file);
    if (!existsSync(path)) writeWhole(path, `${JSON.stringify(candidate.draft.definition, null, 2)}\n`);
    return entry;
  });
  const report: Report = {
    search,
    on: today,
    catalogs: discovery.catalogs,
    known: [...new Set(discovery.known.values())].sort(),
    drafts,
    left_out: discovery.leftOut.map((one) => ({ ...listed(one), reason: one.reason })),
    not_read: discovery.waiting.map(listed),
  };
  writeWhole(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeWhole(join(directory, 'report.md'), discoveryReport(report));
  return drafts;
}

function listed({
  identity,
  dataset,
  score,
}: Pick<LeftOut, 'identity' | 'dataset' | 'score'>): ListedDataset {
  const { title, publisher, catalogs } = dataset;
  return {
    identity,
    title,
    publisher,
    address: addressOf(dataset),
    catalogs,
    score,
    updated: dayOf(dataset),
  };
}

function dayOf({ updatedMs }: FoundDataset): string | null {
  return updatedMs === null ? null : new Date(updatedMs).toISOString().slice(0, 10);
}

function entryOf(candidate: Candidate, firstFound: string, isNew: boolean): ReportEntry {
  const { draft, trial, rows, faults } = candidate;
  const { id, jurisdiction, license } = draft.definition as {
    id: string;
    jurisdiction: { name: string; state: string };
    license: string | null;
  };
  const filled = new Map(trial.fields.map((field) => [field.field, field.filled]));
  return {
    ...listed(candidate),
    id,
    file: join('sources', `${id}.json`),
    rows,
    first_found: firstFound,
    is_new: isNew,
    same_place: candidate.neighbours,
    place: `${jurisdiction.name}, ${jurisdiction.state}`,
    license,
    fields: draft.fields.map(({ field, expression, confidence, doubt }) => ({
      field,
      from: inWords(expression),
      sure: confidence,
      doubt,
      filled: trial.read === 0 ? 0 : Math.round(((filled.get(field) ?? 0) / trial.read) * 100) / 100,
    })),
    open: draft.open.map(({ field, reason, candidates }) => ({
      field,
      reason,
      candidates: candidates.map(({ column }) => column),
    })),
    questions: draft.questions,
    faults,
    unread: draft.unmapped.map(({ name }) => name),
    sample: {
      read: trial.read,
      usable: trial.usable,
      rows: trial.rows.map(({ raw, record, refused }) => ({ raw, record, refused })),
    },
  };
}
