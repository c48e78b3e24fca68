/**
 * The frame of every command that asks a service or a release: its common options, the connection, failures in plain
 * words, and what is said on standard error, which is only said to a terminal.
 */
import { type Command, Option } from 'commander';
import { printable } from '../../base/printable.js';
import type { CommandGroup } from '../terminal/define.js';
import { runToEnd } from '../terminal/define.js';
import { addTextBelow, pageOfHelp } from '../terminal/help-page.js';
import { fitting } from '../terminal/print.js';
import type { CommandProgress } from '../terminal/progress.js';
import { columnNames } from './column-names.js';
import type { Connection, ConnectionOptions } from './connection.js';
import type { EndpointFacts } from './facts.js';
import { facts } from './generated.js';
import type { Output, OutputOptions } from './output.js';
import {
  describedOption,
  optionOf,
  type ParameterOption,
  parameterOptions,
  VocabularyOption,
} from './parameters.js';

/** What a command works with. */
export interface Asking {
  readonly connection: Connection;
  readonly output: Output;
  readonly progress: CommandProgress;
  readonly signal: AbortSignal;
  /** The options that stand for parameters, and all values by commander's names. */
  readonly parameters: readonly ParameterOption[];
  readonly values: Readonly<Record<string, unknown>>;
  /** A line for the user, if standard error is a terminal. */
  say(message: string): void;
}

interface AskDefinition {
  readonly usage: string;
  readonly summary: string;
  /** Where its options come from; the first of several endpoints that have the same. */
  readonly endpoint: EndpointFacts;
  readonly example: string;
  /** Whether it walks a list: then it takes `--limit` and `--all`. */
  readonly isList: boolean;
  /** Whether its argument names the place that `--geo` would. */
  readonly hasPlaceArgument?: true;
  /** Further options. */
  readonly options?: readonly Option[];
  readonly details?: string;
  run(asking: Asking, args: readonly string[]): Promise<void>;
}

/** The endpoint of an operation. */
export function endpointOf(id: string): EndpointFacts {
  const endpoint = facts.endpoints[id];
  if (endpoint === undefined) throw new Error(`the interface has no endpoint ${id}`);
  return endpoint;
}

export function defineAsk(group: CommandGroup, definition: AskDefinition): void {
  const { usage, summary, endpoint, example, isList, options = [], details, run } = definition;
  const command = group
    .command(usage, summary)
    .configureHelp({ ...pageOfHelp, optionDescription: describedOption });
  if (!group.asks(command.name())) return;
  const parameters = parameterOptions(endpoint).filter(
    ({ name }) => name !== 'geo' || definition.hasPlaceArgument !== true,
  );
  const add = (heading: string, added: readonly Option[]) => {
    for (const option of added) command.addOption(option.helpGroup(heading));
  };
  add('What to find:', [...options, ...parameters.map((parameter) => optionOf(parameter, endpoint))]);
  if (isList) add('How much:', howMuch(endpoint));
  add('How to show it:', showing(endpoint));
  add('Where to ask:', connecting);
  command.addHelpText('after', `\nExample:\n  ${example}`);
  if (details !== undefined) addTextBelow(command, details);
  command.action(() => ask(command, parameters, run));
}

async function ask(
  command: Command,
  parameters: readonly ParameterOption[],
  run: AskDefinition['run'],
): Promise<void> {
  const values = command.opts<ConnectionOptions & OutputOptions>();
  await runToEnd(values.json === true, async (progress, interruption) => {
    const say = (message: string) => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r\x1b[2K${fitting(printable(message), process.stderr)}\n`);
    };
    const signal = interruption.watched();
    const [{ connect }, { failureOf }, { outputOf }] = await Promise.all([
      import('./connection.js'),
      import('./failure.js'),
      import('./output.js'),
    ]);
    const output = await outputOf(values, process.stdout.isTTY === true);
    const connection = await connect(values, say);
    try {
      await run(
        { connection, output, progress, signal, parameters, values: { ...values }, say },
        command.args,
      );
    } catch (error) {
      throw await failureOf(error, connection, parameters);
    } finally {
      await connection.close();
    }
    return null;
  });
}

function howMuch({ gives, parameters }: EndpointFacts): Option[] {
  const options = [
    new Option('--limit <number>', 'records at most (default: one page)'),
    new Option('--all', 'all records, page by page; says first what they cost'),
  ];
  if (parameters.some(({ name }) => name === 'count'))
    options.push(new Option('--exact', 'count all that match, also beyond 10,000; takes longer'));
  if (gives === 'numbered_pages') return options;
  return [...options, new Option('--cursor <cursor>', 'continue after a page: its next_cursor')];
}

function showing({ item }: EndpointFacts): Option[] {
  const formats = [new Option('--json', 'JSON, as the service answers; the default when piped')];
  if (item === null) return formats;
  return [
    new Option('--table', 'a table; the default on a terminal'),
    new VocabularyOption('--columns <list>', 'columns of tables and files', columnNames(item), true),
    ...formats,
    new Option('--ndjson', 'one JSON object per line'),
    new Option('--csv', 'CSV, all columns'),
    new Option('--geojson', 'one GeoJSON feature per record'),
    new Option('--parquet', 'GeoParquet; needs --to'),
    new Option('--to <file>', 'write into a file; its ending says the format'),
    new Option('--force', 'replace an existing file'),
  ];
}

export const connecting = [
  new Option('--url <address>', 'a service, such as https://permits.example.org'),
  new Option('--key <key>', 'its API key'),
  new Option('--home <directory>', 'the release of this home, without a service'),
];
