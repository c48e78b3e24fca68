/**
 * Refining the rows of a raw store in one thread, each row once, as a thread of a build does it: microseconds a row.
 *
 *   node bench/dist/refine.js DIRECTORY [--rows 400000]
 *
 * DIRECTORY is an installation. Of each source as large a part is read, in the order of the store. Half of the batches is
 * refined and packed as a whole, the other half step by step (permits only), so that neither meets rows that the other
 * has left in the memories of refinement. Times are by the clock: nothing else should run.
 */
import { parseArgs } from 'node:util';
import { openHome } from 'lintel/dist/base/home.js';
import { prepareBatch } from 'lintel/dist/builder/entry/prepare.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import type { RowSpan } from 'lintel/dist/raw/raw-store.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { PermitReading } from 'lintel/dist/refine/permit.js';
import type { Canonical, Source } from 'lintel/dist/refine/record/source.js';
import { cleanFields } from 'lintel/dist/refine/record/text.js';
import { refineRows } from 'lintel/dist/refine/refine.js';
import { permitStepNames } from 'lintel/dist/refine/steps.js';
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
    else refineWhole(source, span);
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

function refineWhole(source: Source, span: RowSpan): void {
  const before = performance.now();
  room = prepareBatch(source, { span, today, room }, store, geography, refineRows).bytes.buffer;
  wholeMs += performance.now() - before;
  wholeRows += span.rows;
}

function refineBySteps(source: Source, span: RowSpan): void {
  for (const chunk of timed('read', () => [...store.read(span)])) {
    const rows = timed('parse', () => chunk.map(({ body }) => JSON.parse(body) as Record<string, unknown>));
    const mapped = timed('map', () => rows.map((row) => source.map(row)));
    const readings = timed('clean', () => mapped.flatMap((row) => reading(row, source)));
    for (const step of permitStepNames)
      timed(step, () => {
        for (const each of readings) each.take(step);
      });
    timed('record', () => readings.map((each) => each.refined()));
    steppedRows += chunk.length;
  }
}

function reading(row: Canonical, source: Source): PermitReading[] {
  if (row.kind !== 'permits') return [];
  const frame = { source: row.context ?? source.context, geography, today, defects: [] };
  return [new PermitReading(row.key, cleanFields(row.fields, frame.defects), frame)];
}

function timed<T>(name: string, work: () => T): T {
  const before = performance.now();
  const made = work();
  steps.set(name, (steps.get(name) ?? 0) + performance.now() - before);
  return made;
}
