/**
 * The bank of questions: what people ask about permits of real cities, each asked by one request, one command, one call of
 * a tool of agents, one query in SQL and at one address of the pages, and each answer held against what a few plain lines
 * make of the raw rows. Needs Chromium.
 *
 *   node bench/dist/questions/run.js DIRECTORY [--only TEXT,…] [--by request,SQL] [--answers] [--home DIRECTORY]
 *
 * DIRECTORY holds a folder per city with the files of `raw-files.ts`. They are built into an installation in a temporary
 * directory, or in that of `--home`, which is kept and used again. `--only` asks the questions whose id contains one of the texts,
 * `--by` some of request, command, tool, SQL and page. `--answers` prints every row. Ends with status 1 when an answer
 * differs from the truth in other than what is known.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { openHome } from 'lintel/dist/base/home.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { askTables, type SqlSession } from 'lintel/dist/tables/ask-tables.js';
import { tablesDirectory } from 'lintel/dist/tables/layout.js';
import { figure, median, print } from '../figures.js';
import { benchPlan, lintelCommand } from '../home.js';
import { serve } from '../serve.js';
import { chicago } from './chicago.js';
import { differences, readAnswer, readSql } from './compare.js';
import { boulder, everywhere, newYork, philadelphia } from './eastern-cities.js';
import { Pages, pageAddress, shownOf } from './page.js';
import { commandWords, type Question, requestPath, toolArguments, wayOf } from './question.js';
import { missingFiles, sourceFiles } from './raw-files.js';
import { recordsElsewhere, recordsOfChicago } from './records.js';
import { sanFrancisco } from './san-francisco.js';
import { austin, nashville } from './southern-cities.js';
import { statedInChicago, statedInTheEast, statedInTheSouth } from './stated-words.js';
import type { Truth } from './truth.js';

/** How often each request is sent; the time is the median. */
const rounds = 9;

const run = promisify(execFile);

async function lintel(home: string, ...args: readonly string[]): Promise<unknown> {
  const words = [lintelCommand, ...args, '--json', '--home', home];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** Reads the files, builds and publishes. */
async function build(home: string, directory: string): Promise<void> {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ plans: { bench: benchPlan } }));
  const batches = new Map<string, string[]>();
  for (const { source, folder, file, asOf } of sourceFiles) {
    const batch = JSON.stringify(['--source', source, '--as-of', asOf]);
    batches.set(batch, [...(batches.get(batch) ?? []), join(directory, folder, file)]);
  }
  for (const [batch, paths] of batches)
    await lintel(home, 'ingest', ...paths, ...(JSON.parse(batch) as string[]));
  await lintel(home, 'build', '--publish');
}

/** The key of a new caller. */
async function callersKey(home: string): Promise<string> {
  const account = (await lintel(home, 'accounts', 'create', '--name', 'Bench', '--plan', 'bench')) as {
    id: string;
  };
  const { key } = (await lintel(home, 'keys', 'create', '--account', account.id)) as { key: string };
  return key;
}

/** The tables of the release, made by the command. */
async function tablesOf(home: string): Promise<string> {
  await lintel(home, 'sql', 'SELECT count(*) AS count FROM permits');
  const release = currentReleaseId(openHome(home));
  if (release === null) throw new Error('there is no release');
  return tablesDirectory(openHome(home), release);
}

/** Asks questions over HTTP, by the command, and in SQL by the engine of the command. */
class Asking {
  readonly #sql: SqlSession;
  readonly #home: string;
  readonly #url: string;
  readonly #key: string;
  readonly #ids = new Map<string, string>();

  constructor(home: string, url: string, key: string, sql: SqlSession) {
    [this.#home, this.#url, this.#key, this.#sql] = [home, url, key, sql];
  }

  async get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.#url}${path}`, { headers: { 'x-api-key': this.#key } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** The id of the city that issues permits: the one step before the question. */
  async place(name: string): Promise<string> {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const found = await this.get(`/v2/jurisdictions/search?q=${encodeURIComponent(name)}`);
    const [first] = (found as { items: { geo_id: string; name: string }[] }).items;
    if (first === undefined) throw new Error(`no jurisdiction ${name}`);
    this.#ids.set(name, first.geo_id);
    return first.geo_id;
  }

  async byRequest(path: string): Promise<{ answer: unknown; ms: number }> {
    const times: number[] = [];
    let answer: unknown;
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      answer = await this.get(path);
      times.push(performance.now() - begun);
    }
    return { answer, ms: median(times) };
  }

  /** The answer of the tool of agents, as it stands in the one event. */
  async byTool(name: string, args: object): Promise<unknown> {
    const params = { name, arguments: args };
    const answer = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': this.#key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const text = await answer.text();
    const { result } = JSON.parse(/^(?:data: )?(\{.*)$/m.exec(text)?.[1] ?? '{}') as {
      result?: { isError?: boolean; content: unknown; structuredContent?: unknown };
    };
    if (result === undefined || result.isError) throw new Error(`${name}: ${text}`);
    return result.structuredContent;
  }

  /** The rows as objects. */
  async bySql(query: string): Promise<unknown> {
    const { columns, rows } = await this.#sql.ask(query, 5_000);
    return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  }

  byCommand(words: readonly string[]): Promise<unknown> {
    return lintel(this.#home, ...words);
  }
}

const interfaces = ['request', 'command', 'tool', 'SQL', 'page'] as const;
type Interface = (typeof interfaces)[number];

/** What came of a question at an interface: the differences from the raw rows, or null where it cannot be asked at once. */
type Outcome = Readonly<Partial<Record<Interface, readonly string[] | null>>>;

/** Whether an answer is as the raw rows have it, wrong as is known, another, or not to be had. */
type Verdict = 'right' | 'open' | 'wrong' | 'not asked';

function verdictOf({ open }: Question, wrong: readonly string[] | null = null): Verdict {
  if (wrong === null) return 'not asked';
  if (open !== undefined)
    return isDeepStrictEqual([...wrong].sort(), [...open.differences].sort()) ? 'open' : 'wrong';
  return wrong.length === 0 ? 'right' : 'wrong';
}

/** Who is asked, at which interfaces, and whether answers are printed. */
interface Asked {
  readonly asking: Asking;
  readonly pages: Pages | null;
  readonly by: readonly Interface[];
  readonly areTold: boolean;
}

/** Asks a question at some interfaces and prints what came of it. */
async function ask({ asking, pages, by, areTold }: Asked, question: Question): Promise<Outcome> {
  const geoId = question.place === null ? null : await asking.place(question.place);
  const path = requestPath(question, geoId);
  const words = commandWords(question);
  const page = pageAddress(question, geoId);
  print(`${question.id}  ${question.by}: ${question.words}`);
  print(`  GET ${path}`);
  print(`  lintel ${words.map((word) => (/[ "]/.test(word) ? `'${word}'` : word)).join(' ')}`);
  print(`  lintel sql "${question.sql}"`);
  print(`  ${page ?? 'no page answers it at once'}`);
  const truth = question.truth();
  const read = (answer: unknown) => readAnswer(answer, question);
  let ms = Number.NaN;
  const ways: Readonly<Record<Interface, (() => Promise<Truth>) | null>> = {
    request: async () => {
      const asked = await asking.byRequest(path);
      ms = asked.ms;
      return read(asked.answer);
    },
    command: async () => read(await asking.byCommand(words)),
    tool: async () => read(await asking.byTool(wayOf(question).tool, toolArguments(question, geoId))),
    SQL: async () => readSql(await asking.bySql(question.sql), question),
    page: page === null || pages === null ? null : () => pages.answer(page, question),
  };
  const outcome: Partial<Record<Interface, readonly string[] | null>> = {};
  for (const each of by) outcome[each] = await held(ways[each], truth, each === 'page');
  const steps = geoId === null ? '1 step' : '1 step after the place';
  const told = by.map((each) => `${each} ${verdictOf(question, outcome[each])}`).join(', ');
  print(`  ${steps}; ${truth.size} rows; ${told}; ${figure(ms)} ms`);
  for (const each of by) for (const line of (outcome[each] ?? []).slice(0, 12)) print(`    ${each}: ${line}`);
  if (question.open !== undefined) print(`    known: ${question.open.why}`);
  if (areTold) for (const [name, figures] of truth) print(`    ${name}: ${figures.join(', ')}`);
  return outcome;
}

/** The differences of an answer from the truth; of a page in what was asked for. Null where it cannot be asked. */
async function held(
  way: (() => Promise<Truth>) | null,
  truth: Truth,
  isPage: boolean,
): Promise<readonly string[] | null> {
  if (way === null) return null;
  try {
    const answer = await way();
    if (!isPage) return differences(answer, truth);
    const { shown, truth: asked } = shownOf(answer, truth);
    return differences(shown, asked);
  } catch (error) {
    return [(error as Error).message.slice(0, 400)];
  }
}

/** How many of the questions are answered by each interface. */
function printCounts(
  questions: readonly Question[],
  outcomes: readonly Outcome[],
  by: readonly Interface[],
): void {
  const verdicts = ['right', 'open', 'wrong', 'not asked'] as const;
  const rows = by.map((each) => {
    const found = questions.map((question, i) => verdictOf(question, outcomes[i]?.[each]));
    return [each, ...verdicts.map((verdict) => String(found.filter((one) => one === verdict).length))];
  });
  print(table(['asked by', 'as the raw rows', 'wrong as known', 'DIFFERS', 'not at once'], rows));
  const isWrong = (question: Question, outcome: Outcome | undefined) =>
    by.some((each) => verdictOf(question, outcome?.[each]) === 'wrong');
  if (questions.some((question, i) => isWrong(question, outcomes[i]))) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      by: { type: 'string' },
      only: { type: 'string', default: '' },
      answers: { type: 'boolean', default: false },
    },
  });
  const [directory] = positionals;
  const missing = directory === undefined ? [] : missingFiles(directory);
  if (directory === undefined || missing.length > 0) {
    process.stderr.write(
      `name the directory of the permit files${missing.map((path) => `\nmissing: ${path}`).join('')}\n`,
    );
    process.exitCode = 2;
    return;
  }
  const cities = [
    sanFrancisco,
    chicago,
    nashville,
    austin,
    newYork,
    philadelphia,
    boulder,
    everywhere,
  ].concat([statedInChicago, statedInTheSouth, statedInTheEast, recordsOfChicago, recordsElsewhere]);
  const questions = cities
    .flatMap((questionsOf) => questionsOf(directory))
    .filter(({ id }) => values.only.split(',').some((text) => id.includes(text)));
  const home = values.home ?? mkdtempSync(join(tmpdir(), 'lintel-questions-'));
  try {
    if (!existsSync(join(home, 'releases'))) await build(home, directory);
    const key = await callersKey(home);
    const service = await serve(home);
    try {
      const by = interfaces.filter((each) => values.by === undefined || values.by.split(',').includes(each));
      const pages = by.includes('page') ? await Pages.open(service.url) : null;
      try {
        const signal = new AbortController().signal;
        await askTables(await tablesOf(home), signal, async (sql) => {
          const asking = new Asking(home, service.url, key, sql);
          const outcomes: Outcome[] = [];
          const asked = { asking, pages, by, areTold: values.answers };
          for (const question of questions) outcomes.push(await ask(asked, question));
          printCounts(questions, outcomes, by);
        });
      } finally {
        await pages?.close();
      }
    } finally {
      await service.stop();
    }
  } finally {
    if (values.home === undefined) rmSync(home, { recursive: true, force: true });
  }
}

await main();
