/**
 * How fast permits are exported, and with how much memory, against limits measured in the same run: copying the
 * records file, and parsing each of its lines. Each figure comes from a process of its own. Permits per second of
 * processor time do not depend on other work on the machine; those per second of the clock do.
 *
 *   node bench/dist/export.js [permits or directory of an installation] [--place TX] [--formats ndjson,parquet]
 *
 * Default: 50000 permits, every format. With `--place` a search of that place is exported instead of everything.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { Child } from './child.js';
import type { ExportAnswer, ExportQuestion } from './export-child.js';
import { figure, print } from './figures.js';
import { benchHome } from './home.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    place: { type: 'string' },
    formats: { type: 'string', default: 'ndjson,ndjson.gz,csv,geojson,parquet,directory' },
  },
});

interface Row extends ExportAnswer {
  readonly name: string;
  /** Null for a directory. */
  readonly bytes: number | null;
}

const home = benchHome(positionals[0] ?? '50000');
const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-export-'));

async function measured(name: string, work: ExportQuestion['work'], target: string): Promise<Row> {
  const child = new Child('export-child.js');
  try {
    const place = values.place === undefined ? {} : { place: values.place };
    const answer = await child.ask<ExportAnswer>({ release: home.release, work, target, ...place });
    const bytes = target.endsWith('/') || work === 'parse' ? null : statSync(target).size;
    return { ...answer, name, bytes };
  } finally {
    await child.stop();
    rmSync(target, { recursive: true, force: true });
  }
}

try {
  const rows = [
    await measured('copy of the records', 'copy', join(directory, 'copy')),
    await measured('JSON.parse of each line', 'parse', join(directory, 'parsed')),
  ];
  for (const format of values.formats.split(',')) {
    const target = join(directory, format === 'directory' ? 'permits/' : `permits.${format}`);
    rows.push(await measured(format, 'export', target));
  }
  print(`${figure(home.permits)} permits`);
  print(
    table(
      ['', 'permits', 'a CPU-second', 'a second', 'MiB at most', 'MB written'],
      rows.map(({ name, rows: exported, wallMs, cpuMs, peakBytes, bytes }) => {
        const permits = exported === 0 ? home.permits : exported;
        const rate = (ms: number) => figure((permits / ms) * 1000);
        const size = bytes === null ? '' : figure(bytes / 1e6);
        return [name, figure(permits), rate(cpuMs), rate(wallMs), figure(peakBytes / 2 ** 20), size];
      }),
    ),
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
  home.remove();
}
