/** `lintel quarantine`: the rows that could not be used, each with its reason. */
import { join } from 'node:path';
import { formatCount } from '../../base/format-number.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';

/** Characters of a row that the text shows. */
const shownChars = 60;

interface RefusedRow {
  readonly source: string;
  /** `ingest`: the row could not be read or has no key. `build`: it could not become a record. */
  readonly step: 'ingest' | 'build';
  readonly input: string;
  /** Line or record number in the input; null for rows refused by the build. */
  readonly line: number | null;
  /** Row key of a row refused by the build. */
  readonly key: string | null;
  readonly reason: string;
  readonly body: string;
}

export function defineQuarantine(root: CommandGroup): void {
  root
    .define(
      'quarantine',
      'List rows that could not be used, with the reason',
      'lintel quarantine --source san-francisco-ca',
    )
    .option('--source <id>', 'only rows of this source')
    .option('--limit <rows>', 'rows to list', '100')
    .run(async (installation, options: { source?: string; limit: string }) => {
      if (options.source !== undefined) await checkSource(installation, options.source);
      const limit = wholeNumber('--limit', options.limit, 1, 1_000_000);
      const rows: RefusedRow[] = [];
      let total = 0;
      for await (const row of refusedRows(installation, options.source)) {
        if (rows.length < limit) rows.push(row);
        total += 1;
      }
      const cells = rows.map((row) => [
        row.source,
        row.step,
        row.line === null ? (row.key ?? '') : `${row.input}:${row.line}`,
        row.reason,
        row.body.slice(0, shownChars),
      ]);
      const more = total > rows.length ? `\n… and ${formatCount(total - rows.length)} more (--limit)` : '';
      const listed = `${table(['source', 'step', 'where', 'reason', 'row'], cells)}${more}`;
      return { data: { total, rows }, text: total === 0 ? 'No row is in quarantine.' : listed };
    });
}

/** Refuses a source that is neither in the catalog nor in the raw store. */
async function checkSource({ catalog, rawStore }: Installation, id: string): Promise<void> {
  const totals = await (await rawStore()).totals();
  const stored = totals.some(({ source }) => source === id);
  if (!stored) (await catalog()).require(id);
}

/** What reading refused, then what the build of the published release refused. */
async function* refusedRows({ home, rawStore }: Installation, source?: string): AsyncGenerator<RefusedRow> {
  const store = await rawStore();
  for await (const { source: id, input, line, reason, body } of store.quarantined(source)) {
    yield { source: id, step: 'ingest', input, line, key: null, reason, body };
  }
  const { currentReleaseId } = await import('../../format/published.js');
  const { readQuarantine } = await import('../../format/read-quarantine.js');
  const id = currentReleaseId(home);
  if (id === null) return;
  for await (const row of readQuarantine(join(home.releases, id))) {
    if (source !== undefined && row.source !== source) continue;
    const body = (await store.row(row.source, row.key))?.body ?? '';
    yield {
      source: row.source,
      step: 'build',
      input: id,
      line: null,
      key: row.key,
      reason: row.reason,
      body,
    };
  }
}
