/** `lintel sql`: questions in SQL to the published release, on DuckDB. */
import { existsSync } from 'node:fs';
import { formatCount } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { SqlAnswer } from '../../tables/ask-tables.js';
import type { CommandGroup } from '../terminal/define.js';
import { answerText, chartOf } from '../text/sql-text.js';

interface Options {
  readonly to?: string;
  readonly chart?: true;
  readonly rows: string;
  readonly release?: string;
  readonly force?: true;
}

export function defineSql(root: CommandGroup): void {
  root
    .define(
      'sql [query]',
      'Ask the published release in SQL',
      'lintel sql "SELECT year(issue_date) AS year, count(*) AS permits FROM permits GROUP BY 1 ORDER BY 1"\n  lintel sql --chart "SELECT status, count(*) FROM permits GROUP BY 1"\n  lintel sql --to roofers.csv "FROM contractors WHERE list_contains(tags, \'roofing\')"\n  lintel sql',
    )
    .option('--to <file>', 'write all rows into FILE.csv, .json, .ndjson or .parquet')
    .option('--chart', 'draw bars: the first column names them, the last one is their length')
    .option('--rows <number>', 'rows to print at most', '100')
    .option('--release <id>', 'release to ask (default: the published one)')
    .option('--force', 'replace an existing file')
    .details(
      "Tables are permits, contractors, decisions, properties, addresses and places, with the columns of\ndocs/fields.md. Without a query, and on a terminal, a prompt that completes names (Tab). A query may\ncome on standard input. The tables are made at first use; files of your own can be joined:\nFROM read_csv('districts.csv').",
    )
    .run(async ({ home, progress, signal }, options: Options, given?: string) => {
      const limit = rowsOf(options.rows);
      const { to } = options;
      if (to !== undefined && existsSync(to) && options.force !== true) {
        throw new UserError(`${to} exists already.`, {
          hint: 'Choose another name, or --force to replace it.',
        });
      }
      const [{ makeTables }, { askTables }] = await Promise.all([
        import('../../tables/make-tables.js'),
        import('../../tables/ask-tables.js'),
      ]);
      const query = given ?? (process.stdin.isTTY ? null : await readAll(process.stdin));
      if (query?.trim() === '') throw new UsageError('There is no query on standard input.');
      const { directory, release } = await makeTables(home, options.release, progress, signal);
      progress.done();
      return await askTables(directory, signal, async (session) => {
        if (query === null) {
          const { askAtPrompt } = await import('../work/sql-prompt.js');
          await askAtPrompt(session, release, limit, signal);
          return null;
        }
        if (to !== undefined) {
          const rows = await session.copy(query, to);
          return { data: { rows, path: to }, text: `${formatCount(rows)} rows in ${to}` };
        }
        const answer = await session.ask(query, limit);
        return {
          data: objectsOf(answer),
          text: options.chart ? chartOf(answer) : answerText(answer),
        };
      });
    });
}

function rowsOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--rows ${text} is not a number of rows.`, { hint: 'It is 1 to 999999.' });
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += String(part);
  return text;
}

function objectsOf({ columns, rows }: SqlAnswer): object[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}
