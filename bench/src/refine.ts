/**
 * Refines the rows of a raw store in one thread, each row once, as a thread of a build does it: CPU
 * microseconds a row.
 *
 * node bench/dist/refine.js DIRECTORY [--rows 400000]
 *
 * DIRECTORY is an installation. The same share of each source is read, in the order of the store. Half of the
 * batches is refined and packed as a whole, the other half step by step (permits only), so that neither finds
 * rows of the other in the caches of refinement. Times are CPU time of the process, garbage collection
 * included, so other processes matter less; still compare the lowest of several runs.
 */
import { parseArgs } from 'node:util';
import { openHome } from 'lintel/dist/base/home.js';
import { prepareBatch } from 'lintel/dist/builder/entry/prepare.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import type { RowSpan } from 'lintel/dist/raw/raw-store.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { PermitRefiner } from 'lintel/dist/refine/permit.js';
import { permitStepNames } from 'lintel/dist/refine/record/canonical.js';
import type { Canonical, Source } from 'lintel/dist/refine/record/source.js';
import { cleanFields } from 'lintel/dist/refine/record/text.js';
import { refineRows } from 'lintel/dist/refine/refine.js';
import { loadCatalog } from 'lintel/dist/sources/source/load-catalog.js';
import { figure, print } from './figures.js';

const batchRows = 500;
const today = '2026-06-30';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '400000' } },
});
const [directory] = positionals;
if (directory === undefined) throw new Error('name the directory of an installation');
const store = openRawStore(openHome(directory).raw);
const catalog = loadCatalog();
const geography = loadGeography();

/** Milliseconds by step, and of batches as a whole. */
const steps = new Map<string, number>();
let steppedRows = 0;
let wholeMs = 0;
let wholeRows = 0;
let room: SharedArrayBuffer | undefined;

const totals = store.totals();
const stored = totals.reduce((sum, { rows }) => sum + rows, 0);
const part = Math.min(1, Number(values.rows) / stored);
for (const { source: id, rows } of totals) {
  const source = catalog.require(id);
  for (const [i, span] of [...store.spans(id, Math.floor(rows * part), batchRows)].entries()) {
    if (i % 2 === 0 && source.kind === 'permits') refineBySteps(source, span);
    else await refineWhole(source, span);
  }
}
store.close();
const total = [...steps.values()].reduce((sum, ms) => sum + ms, 0);
const cells = [...steps, ['all steps', total] as const].map(([name, ms]) => [
  name,
  figure((ms * 1000) / steppedRows),
]);
print(table(['step', 'µs a row'], cells));
print(
  `read, refined and packed as a whole: ${figure((wholeMs * 1000) / wholeRows)} µs a row (${wholeRows} rows)`,
);

async function refineWhole(source: Source, span: RowSpan): Promise<void> {
  const before = cpuMs();
  const { bytes } = await prepareBatch(
    source,
    { span, today, keeping: null, room },
    store,
    geography,
    refineRows,
  );
  room = bytes.buffer;
  wholeMs += cpuMs() - before;
  wholeRows += span.rows;
}

function refineBySteps(source: Source, span: RowSpan): void {
  for (const chunk of timed('read', () => [...store.read(span)])) {
    const rows = timed('parse', () => chunk.map(({ body }) => JSON.parse(body) as Record<string, unknown>));
    const mapped = timed('map', () => rows.map((row) => source.map(row)));
    const refiners = timed('clean', () => mapped.flatMap((row) => refinersOf(row, source)));
    for (const step of permitStepNames)
      timed(step, () => {
        for (const each of refiners) each.run(step);
      });
    timed('record', () => refiners.map((each) => each.refined()));
    steppedRows += chunk.length;
  }
}

function refinersOf(row: Canonical, source: Source): PermitRefiner[] {
  if (row.kind !== 'permits') return [];
  const context = { source: row.context ?? source.context, geography, today, defects: [] };
  return [new PermitRefiner(row.key, cleanFields(row.fields, context.defects), context)];
}

function timed<T>(name: string, work: () => T): T {
  const before = cpuMs();
  const made = work();
  steps.set(name, (steps.get(name) ?? 0) + cpuMs() - before);
  return made;
}

/** CPU time of this process so far, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
