/** Runs of the raw store as text for people: a table, what changed in columns, and all of one run. */
import { formatCount, formatTime } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';
import type { Run } from '../../raw/raw-store.js';
import { type Drift, driftText, isDrift } from '../../sources/ingest/drift.js';
import { table } from '../terminal/outcome.js';

const headings = [
  'run',
  'source',
  'started',
  'state',
  'read',
  'new',
  'changed',
  'unchanged',
  'vanished',
  'quarantined',
];

/** Runs as a table. */
export function runSummary(runs: readonly Run[]): string {
  return table(
    headings,
    runs.map((run) => [
      String(run.id),
      run.source,
      formatTime(run.startedMs),
      run.state,
      run.counts.read,
      run.counts.new,
      run.counts.changed,
      run.counts.unchanged,
      run.vanished,
      run.counts.quarantined,
    ]),
  );
}

function changesText({ counts, vanished, older }: Run): string {
  const parts = [
    `${formatCount(counts.new)} new`,
    `${formatCount(counts.changed)} changed`,
    `${formatCount(counts.unchanged)} unchanged`,
  ];
  if (older > 0) parts.push(`${formatCount(older)} older than what is stored`);
  parts.push(`${formatCount(vanished)} vanished`, `${formatCount(counts.quarantined)} quarantined`);
  return parts.join(', ');
}

/** What changed in the columns of a fetched dataset, as lines; none when nothing did. */
function driftLines(run: Run): string[] {
  const drift = run.details.drift as Drift | undefined;
  return drift === undefined || !isDrift(drift) ? [] : [`${run.source}: columns ${driftText(drift)}`];
}

/** The same under the number of the run, with how many rows keep values of columns that it does not have. */
export function columnLines(run: Run): string[] {
  const lines = driftLines(run).map((line) => `run ${run.id}, ${line}`);
  const { unshown } = run.details;
  if (typeof unshown === 'string') lines.push(`run ${run.id}, ${run.source}: ${unshown}`);
  return [...lines, ...keptLines(run).map((line) => `run ${run.id}, ${run.source}: ${line}`)];
}

/** How many rows of a run keep values of earlier inputs, as a line; none if no row does. */
function keptLines({ details: { rows_kept_fuller: kept } }: Run): string[] {
  if (typeof kept !== 'number') return [];
  return [`${formatCount(kept)} rows keep earlier values of columns that this input does not have`];
}

/** All that is known of one run. */
export function runText(run: Run): string {
  const { keys, drift: _drift, rows_kept_fuller: _kept, ...rest } = run.details;
  const lines: (readonly [string, string])[] = [
    ['run', `${run.id}, ${run.kind}, ${run.state}`],
    ['source', run.source],
    ['input', run.input],
    ['started', formatTime(run.startedMs)],
    ['ended', run.endedMs === null ? '-' : formatTime(run.endedMs)],
    ['as of', formatTime(run.asOfMs)],
    ['read', `${formatCount(run.counts.read)}: ${changesText(run)}`],
    ...driftLines(run).map((line) => ['drift', line.slice(run.source.length + 2)] as const),
    ...keptLines(run).map((line) => ['kept', line] as const),
    ...keyLines(keys),
    ...Object.entries(rest).map(([name, value]) => [name.replaceAll('_', ' '), shownValue(value)] as const),
  ];
  if (run.message !== null) lines.push(['message', run.message]);
  return lines.map(([name, value]) => `${name.padEnd(17)} ${printableLine(value)}`).join('\n');
}

/** The first keys of new, changed and vanished rows. */
function keyLines(keys: unknown): (readonly [string, string])[] {
  const entries = Object.entries((keys ?? {}) as Record<string, string[]>);
  return entries.flatMap(([what, some]) =>
    some.length === 0 ? [] : [[`${what} keys`, some.join(', ')] as const],
  );
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
