/** Files made to exhaust their reader, each followed by a good one in the same command. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { figure } from '../figures.js';
import type { Attack } from './attack.js';
import { defineSource, obeyed, runCommand } from './command.js';

const header = 'permit,work,address,issued,type\n';
const megabyte = 1024 * 1024;
/** Largest memory of a command, in megabytes: the program, its tables and batches need a third of it. */
const mostMegabytes = 700;
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

export const hostileFiles: Attack = {
  name: 'hostile-files',
  promise: 'no file ends a command, fills its memory or is obeyed by a terminal; the next file is read',
  async run({ directory, isShort, tell }) {
    const home = directory();
    defineSource(home, 'elm-city-ks');
    const folder = directory();
    const files = makeFiles(folder, isShort);
    const good = join(folder, 'good.csv');
    let peak = 0;
    const faults: string[] = [];
    for (const [index, file] of files.entries()) {
      writeFileSync(good, `${header}G${index},Roof,12 Elm St,2026-06-01,Roof\n`);
      const ended = await runCommand(home, 'ingest', file, good, '--source', 'elm-city-ks', '--json');
      const what = `${JSON.stringify(file.slice(folder.length + 1))}: status ${ended.status}, ${figure(ended.peakMegabytes)} MB, ${figure(ended.seconds)} s`;
      tell(what);
      peak = Math.max(peak, ended.peakMegabytes);
      const goodRun = runsOf(ended.stdout).at(-1);
      const isRead = goodRun?.input === good && goodRun.counts.new === 1;
      const isClean = !obeyed.test(ended.stdout + ended.stderr) && !/^ +at /m.test(ended.stderr);
      if (!isRead || !isClean || ended.peakMegabytes > mostMegabytes) faults.push(what);
    }
    const seen =
      faults.length === 0 ? `${files.length} files, at most ${figure(peak)} MB` : faults.join('; ');
    return { held: faults.length === 0, seen };
  },
};

interface Run {
  readonly input: string;
  readonly counts: { readonly new: number };
}

function runsOf(stdout: string): readonly Run[] {
  try {
    return (JSON.parse(stdout) as { runs: Run[] }).runs;
  } catch {
    return [];
  }
}

/** A Parquet file of a few kilobytes whose rows are all the same. */
function repeatedRows(rows: number): Uint8Array {
  const columnData = ['permit', 'work', 'address', 'issued', 'type'].map((name) => ({
    name,
    data: Array<string>(rows).fill('R'),
    type: 'STRING' as const,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function makeFiles(folder: string, isShort: boolean): string[] {
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const commas = file('commas.csv', header);
  const handle = openSync(commas, 'a');
  for (let written = 0; written < (isShort ? 8 : 300); written++)
    writeSync(handle, Buffer.alloc(megabyte, ','));
  closeSync(handle);
  const badRows = isShort ? 50_000 : 20_000_000;
  const hostile = { permit: 'H', work: '9'.repeat(900_000), address: 'NEW '.repeat(20_000) };
  return [
    commas,
    file('bad.csv.gz', gzipSync(header + ',\n'.repeat(badRows))),
    file('bomb.csv.gz', gzipSync(Buffer.alloc((isShort ? 100 : 1000) * megabyte, 'a'))),
    file('rows.parquet', repeatedRows(isShort ? 1_200_000 : 8_000_000)),
    file('deep.ndjson', `{"permit":"D","x":${deep(5_000)}}\n`),
    file('brackets.json', '['.repeat((isShort ? 1 : 50) * megabyte)),
    file('quotes.ndjson', `{"a":"\u0001${'\\"'.repeat(500_000)}\n`),
    file('texts.ndjson', JSON.stringify(hostile)),
    file('\u001b]0;owned\u0007\u001b[2J\nPublished.ndjson', `{"work":"\u202e no key"}\n`),
  ];
}
