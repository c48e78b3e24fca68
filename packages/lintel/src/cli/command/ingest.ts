/** `lintel ingest`: rows of a source's files into the raw store. */

import { UsageError } from '../../base/usage-error.js';
import { type UserError, userErrorOf } from '../../base/user-error.js';
import type { RawStore, Run } from '../../raw/raw-store.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import { type CommandGroup, failureText, tracesOf } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { calendarDate } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';
import { columnLines } from '../text/runs-text.js';

interface IngestOptions {
  readonly source?: string;
  readonly asOf?: string;
}

export function defineIngest(root: CommandGroup): void {
  root
    .define(
      'ingest <file...>',
      'Read files of a source into the raw store',
      'lintel ingest permits-2026-06.csv --source san-francisco-ca',
    )
    .makesHome()
    .option(
      '--source <id>',
      'the source that the files come from (default: the one whose columns and place they have)',
    )
    .option('--as-of <date>', 'date of the data in the files (default: now); rows of a later date are kept')
    .run(async (installation, options: IngestOptions, ...files: string[]) => {
      const asOfMs = options.asOf === undefined ? null : pastDay('--as-of', options.asOf);
      const { runs, notes, problems, traces } = await ingestFiles(
        installation,
        options.source,
        files,
        asOfMs,
      );
      const isFilled = runs.some(({ counts }) => counts.read > counts.quarantined);
      const next = isFilled ? [nextStep(installation, 'build --publish')] : [];
      const read = runs.length > 0 ? [[runTable(runs), ...runs.flatMap(columnLines)].join('\n')] : [];
      const parts = [...read, ...notes, ...next];
      return { data: { runs, notes, problems }, text: parts.join('\n\n'), problems, traces };
    });
}

/** The outcome of files: a run each, notes for a person, and errors. */
export interface Ingested {
  readonly runs: readonly Run[];
  readonly notes: readonly string[];
  readonly problems: readonly string[];
  /** Stacks of what was a defect of Lintel among them. */
  readonly traces: readonly string[];
}

/**
 * Reads files into the raw store: of the source of that id, or each of the one that it fits. One bad file does not keep
 * the others out.
 */
export async function ingestFiles(
  installation: Installation,
  id: string | undefined,
  files: readonly string[],
  asOfMs: number | null,
): Promise<Ingested> {
  const { progress, signal } = installation;
  const catalog = await installation.catalog();
  const named = id === undefined ? null : catalog.require(id);
  const { betterSource, withMeantSource } = await import('../../sources/ingest/fitting-sources.js');
  const { ingestFile } = await import('../../sources/ingest/ingest.js');
  const store = await installation.rawStore();
  const runs: Run[] = [];
  const notes: string[] = [];
  const problems: string[] = [];
  const failures: UserError[] = [];
  for (const path of files) {
    if (signal.aborted) break;
    let source = named;
    try {
      if (source === null) {
        const choice = await chosenSource(installation, path, catalog);
        source = choice.source;
        notes.push(choice.reason);
      }
      const onLeftOut = (reason: string) => notes.push(`Note: of ${path}, ${reason}`);
      const dated = asOfMs !== null && { asOfMs };
      runs.push(await ingestFile({ store, source, path, progress, signal, onLeftOut, ...dated }));
      const better = named === null ? null : await betterSource(path, source, catalog.sources);
      if (better !== null) notes.push(betterText(path, source.id, better.id));
    } catch (error) {
      // What the file gave before its fault is stored and counted.
      const failure = userErrorOf(error, path);
      failures.push(failure);
      const told = source === null ? failure : await withMeantSource(failure, source, catalog.sources, path);
      problems.push(failureText(told));
      const failed = (await store.runs()).at(-1);
      if (failed?.input === path && failed.state === 'failed') runs.push(failed);
    }
  }
  notes.push(...(await overlapNotes(runs, catalog, store)));
  if (signal.aborted) problems.push('Interrupted: run the same command again to continue.');
  return { runs, notes, problems, traces: tracesOf(failures) };
}

/** What sources with rows here have in common with those that were read. */
async function overlapNotes(
  runs: readonly Run[],
  catalog: SourceCatalog,
  store: RawStore,
): Promise<string[]> {
  const { overlapTexts } = await import('../../sources/ingest/same-place.js');
  const stored = (await store.totals()).flatMap(({ source, rows }) => (rows > 0 ? [source] : []));
  const here = catalog.sources.filter(({ id }) => stored.includes(id));
  const read = new Set(runs.map(({ source }) => source));
  return here.filter(({ id }) => read.has(id)).flatMap((source) => overlapTexts(source, here));
}

async function chosenSource(installation: Installation, path: string, { sources }: SourceCatalog) {
  const { chooseSource } = await import('../../sources/ingest/choose-source.js');
  return chooseSource(path, sources, await installation.geography());
}

function betterText(path: string, named: string, better: string): string {
  return `Note: ${path} has far more of the columns of ${better} than of ${named}. Is it a file of ${better}?`;
}

/** The end of a day in UTC, or now when it has not ended yet; a day to come is wrong usage. */
function pastDay(option: string, text: string): number {
  const start = Date.parse(`${calendarDate(option, text)}T00:00:00Z`);
  const now = Date.now();
  if (start > now) throw new UsageError(`${option} takes today or an earlier date, not "${text}".`);
  return Math.min(now, start + 86_399_999);
}

/** Runs as a table: what was read, and what became of it. */
export function runTable(runs: readonly Run[]): string {
  const cells = runs.map((run) => [
    run.source,
    run.input,
    run.counts.read,
    run.counts.new,
    run.counts.changed,
    run.counts.unchanged,
    run.older,
    run.counts.quarantined,
    run.state,
  ]);
  return table(
    ['source', 'input', 'read', 'new', 'changed', 'unchanged', 'older than stored', 'quarantined', 'state'],
    cells,
  );
}
