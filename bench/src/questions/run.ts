/**
 * The bank of questions: what people ask about permits of real cities, each answered by one request, one command, one call of the
 * tool of agents and, where it has one, a query in SQL, and held against what a few plain lines make of the raw rows.
 *
 *   node bench/dist/questions/run.js DIRECTORY [--only TEXT] [--answers]
 *
 * DIRECTORY holds a folder per city with the files of `raw-files.ts`. They are built into an installation in a temporary
 * directory. `--only` asks the questions whose id contains the text, `--answers` prints every row. Ends with status 1
 * when an answer differs from the truth in other than what is known, or the others answer other than the request.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { figure, median, print } from '../figures.js';
import { benchPlan, lintelCommand } from '../home.js';
import { chicago } from './chicago.js';
import { differences, readAnswer, readSql } from './compare.js';
import { boulder, everywhere, newYork, philadelphia } from './eastern-cities.js';
import { commandWords, type Question, requestPath, toolArguments } from './question.js';
import { missingFiles, sourceFiles } from './raw-files.js';
import { sanFrancisco } from './san-francisco.js';
import { austin, nashville } from './southern-cities.js';
import { statedInChicago, statedInTheEast, statedInTheSouth } from './stated-words.js';

/** How often each request is sent; the time is the median. */
const rounds = 9;

const run = promisify(execFile);

async function lintel(home: string, ...args: readonly string[]): Promise<unknown> {
  const words = [lintelCommand, ...args, '--json', '--home', home];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** Reads the files, builds and publishes; gives the key of a caller. */
async function build(home: string, directory: string): Promise<string> {
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ plans: { bench: benchPlan } }));
  const batches = new Map<string, string[]>();
  for (const { source, folder, file, asOf } of sourceFiles) {
    const batch = JSON.stringify(['--source', source, '--as-of', asOf]);
    batches.set(batch, [...(batches.get(batch) ?? []), join(directory, folder, file)]);
  }
  for (const [batch, paths] of batches)
    await lintel(home, 'ingest', ...paths, ...(JSON.parse(batch) as string[]));
  await lintel(home, 'build', '--publish');
  const account = (await lintel(home, 'accounts', 'create', '--name', 'Bench', '--plan', 'bench')) as {
    id: string;
  };
  const { key } = (await lintel(home, 'keys', 'create', '--account', account.id)) as { key: string };
  return key;
}

/** Starts the service; gives its address once it answers. */
async function serve(home: string) {
  const words = [lintelCommand, 'serve', '--port', '0', '--json', '--home', home];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, stop: () => child.kill() };
  }
  throw new Error(`the service ended with ${child.exitCode}`);
}

/** Asks questions over HTTP and by the command. */
class Asking {
  readonly #home: string;
  readonly #url: string;
  readonly #key: string;
  readonly #ids = new Map<string, string>();

  constructor(home: string, url: string, key: string) {
    [this.#home, this.#url, this.#key] = [home, url, key];
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
  async byTool(args: object): Promise<unknown> {
    const params = { name: 'aggregate_permits', arguments: args };
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
    if (result === undefined || result.isError) throw new Error(`aggregate_permits: ${text}`);
    return result.structuredContent;
  }

  bySql(query: string): Promise<unknown> {
    return lintel(this.#home, 'sql', query, '--rows', '5000');
  }

  byCommand(words: readonly string[]): Promise<unknown> {
    return lintel(this.#home, ...words);
  }
}

/** What came of a question: an answer as the raw rows have it, one that is known to be wrong, or another. */
type Verdict = 'right' | 'open' | 'wrong';

function verdictOf({ open }: Question, wrong: readonly string[], other: readonly string[]): Verdict {
  if (other.length > 0) return 'wrong';
  if (open !== undefined)
    return isDeepStrictEqual([...wrong].sort(), [...open.differences].sort()) ? 'open' : 'wrong';
  return wrong.length === 0 ? 'right' : 'wrong';
}

/** Asks a question by request and by command, and prints it with its answer. */
async function ask(asking: Asking, question: Question, isTold: boolean): Promise<Verdict> {
  const geoId = question.place === null ? null : await asking.place(question.place);
  const path = requestPath(question, geoId);
  const words = commandWords(question, geoId);
  const { answer, ms } = await asking.byRequest(path);
  const rows = readAnswer(answer, question);
  const wrong = differences(rows, question.truth());
  const byCommand = readAnswer(await asking.byCommand(words), question);
  const byTool = readAnswer(await asking.byTool(toolArguments(question, geoId)), question);
  const bySql = question.sql === undefined ? rows : readSql(await asking.bySql(question.sql), question);
  const other = [
    ...differences(byCommand, rows).map((line) => `the command: ${line}`),
    ...differences(byTool, rows).map((line) => `the tool: ${line}`),
    ...differences(bySql, rows).map((line) => `SQL: ${line}`),
  ];
  print(`${question.id}  ${question.by}: ${question.words}`);
  print(`  GET ${path}`);
  print(`  lintel ${words.join(' ')}`);
  if (question.sql !== undefined) print(`  lintel sql "${question.sql}"`);
  const verdict = verdictOf(question, wrong, other);
  const held = wrong.length === 0 ? 'as in the raw rows' : `${wrong.length} DIFFER`;
  const same = other.length === 0 ? 'the same' : `${other.length} DIFFER`;
  const steps = geoId === null ? '1 step' : '1 step after the place';
  print(
    `  ${steps}; ${rows.size} rows, ${held}; command, tool of agents${question.sql === undefined ? '' : ' and SQL'}: ${same}; ${figure(ms)} ms`,
  );
  for (const line of wrong) print(`    ${line}`);
  if (verdict === 'open') print(`    known: ${question.open?.why}`);
  else if (question.open !== undefined) print('    other than what is known to differ');
  for (const line of other) print(`    ${line}`);
  if (isTold) for (const [name, figures] of rows) print(`    ${name}: ${figures.join(', ')}`);
  return verdict;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, answers: { type: 'boolean', default: false } },
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
  ].concat([statedInChicago, statedInTheSouth, statedInTheEast]);
  const questions = cities
    .flatMap((questionsOf) => questionsOf(directory))
    .filter(({ id }) => id.includes(values.only));
  const home = mkdtempSync(join(tmpdir(), 'lintel-questions-'));
  try {
    const key = await build(home, directory);
    const service = await serve(home);
    try {
      const asking = new Asking(home, service.url, key);
      const counts: Record<Verdict, number> = { right: 0, open: 0, wrong: 0 };
      for (const question of questions) counts[await ask(asking, question, values.answers)] += 1;
      print(`${counts.right} of ${questions.length} questions answered as the raw rows have it`);
      if (counts.open > 0) print(`${counts.open} wrong as known`);
      if (counts.wrong > 0) process.exitCode = 1;
    } finally {
      service.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

await main();
