/**
 * How every command is made: the options that all share, an example in its help, one outcome printed as text
 * or as one JSON document, and the exit status (0 done, 1 refused or failed, 2 wrong usage, 130 Ctrl-C).
 */
import { type Command, CommanderError } from 'commander';
import { diskFull } from '../../base/disk-space.js';
import { printableLine } from '../../base/printable.js';
import { sqliteTrouble } from '../../base/sqlite-trouble.js';
import { UsageError } from '../../base/usage-error.js';
import { errorCode, messageOf, UnexpectedError, UserError } from '../../base/user-error.js';
import { openInstallation } from '../../installation/installation.js';
import { addTextBelow } from './help-page.js';
import type { Installation } from './installation.js';
import { Interruption } from './interruption.js';
import type { Outcome } from './outcome.js';
import { printJson, printNote, printProblem, printText, printTrace } from './print.js';
import { type CommandProgress, createProgress } from './progress.js';
import { Refusal } from './refusal.js';

type Action<Options> = (
  installation: Installation,
  options: Options,
  ...args: string[]
) => Outcome | null | Promise<Outcome | null>;

/** One command under definition. */
export interface CommandDefinition {
  option(flags: string, description: string, fallback?: string): CommandDefinition;
  requiredOption(flags: string, description: string): CommandDefinition;
  /** What its first argument may be. The command itself refuses others. */
  choices(description: string, choices: readonly string[]): CommandDefinition;
  /** It makes a home where there is none; others refuse a directory that is not one. */
  makesHome(): CommandDefinition;
  /** More about the command, below the example in its help. */
  details(text: string): CommandDefinition;
  /** A command below this one, which still runs by itself. */
  beneath(usage: string, summary: string, example: string): CommandDefinition;
  /**
   * What the command does. `args` are its arguments in order, a variadic one spread. A command that runs until it
   * is stopped prints for itself and returns null. `beforeSettings` runs before the settings are read.
   */
  run<Options extends object>(
    action: Action<Options>,
    beforeSettings?: (options: Options) => Promise<void>,
  ): void;
}

/** The program, or a group of commands such as `lintel keys`. */
export interface CommandGroup {
  define(usage: string, summary: string, example: string): CommandDefinition;
  group(name: string, summary: string): CommandGroup;
  /** A command that defines its arguments, options and action itself. */
  command(usage: string, summary: string): Command;
  /** Whether the command line may be about the command of this name; the options of others are never seen. */
  asks(name: string): boolean;
  /** The heading in the help for the commands that are defined after it. */
  heading(text: string): void;
}

/** A group whose commands go below `parent`. */
export function commandGroup(parent: Command, asks: (name: string) => boolean): CommandGroup {
  return {
    asks,
    define: (usage, summary, example) => definitionBelow(parent, usage, summary, example),
    group(name, summary) {
      const isAsked = asks(name);
      return commandGroup(parent.command(name).description(summary), () => isAsked);
    },
    command: (usage, summary) => parent.command(usage).description(summary),
    heading: (text) => {
      parent.commandsGroup(text);
    },
  };
}

function definitionBelow(
  parent: Command,
  usage: string,
  summary: string,
  example: string,
): CommandDefinition {
  const command = parent
    .command(usage)
    .description(summary)
    .option('--home <directory>', 'directory of all data (default: $LINTEL_HOME, or .lintel)')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', `\nExample:\n  ${example}`);
  let makesHome = false;
  const definition: CommandDefinition = {
    option(flags, description, fallback) {
      command.option(flags, description, fallback);
      return definition;
    },
    requiredOption(flags, description) {
      command.requiredOption(flags, description);
      return definition;
    },
    choices(description, choices) {
      const [argument] = command.registeredArguments;
      if (argument !== undefined) Object.assign(argument, { description, argChoices: choices });
      return definition;
    },
    makesHome() {
      makesHome = true;
      return definition;
    },
    details(text) {
      addTextBelow(command, text);
      return definition;
    },
    beneath: (below, itsSummary, itsExample) => definitionBelow(command, below, itsSummary, itsExample),
    run(action, beforeSettings) {
      command.action(() => execute(command, makesHome, action, beforeSettings));
    },
  };
  return definition;
}

async function execute<Options extends object>(
  command: Command,
  makesHome: boolean,
  action: Action<Options>,
  beforeSettings?: (options: Options) => Promise<void>,
): Promise<void> {
  // Options that a command above has too are read as that one's.
  const options = command.optsWithGlobals<Options & { home?: string; json?: boolean }>();
  await runToEnd(options.json === true, async (progress, interruption) => {
    await beforeSettings?.(options);
    const home = options.home ?? process.env.LINTEL_HOME ?? '.lintel';
    const watched = () => interruption.watched();
    const homeOption = options.home ?? null;
    const installation = await openInstallation(home, progress, watched, { homeOption, makesHome });
    try {
      return await action(installation, options, ...command.args);
    } finally {
      await installation.close();
    }
  });
}

/**
 * Runs the work of a command to its end: draws its progress, prints its outcome or its failure, and sets the exit
 * status. Work that prints for itself returns null.
 */
export async function runToEnd(
  json: boolean,
  work: (progress: CommandProgress, interruption: Interruption) => Promise<Outcome | null>,
): Promise<void> {
  const progress = createProgress();
  const interruption = new Interruption(() => progress.done());
  try {
    const outcome = await work(progress, interruption);
    progress.done();
    if (outcome) print(outcome, json);
    for (const problem of outcome?.problems ?? []) printProblem(problem);
    for (const trace of outcome?.traces ?? []) printTrace(trace);
    if (outcome?.problems?.length) process.exitCode = outcome.status ?? 1;
    process.exitCode = interruption.status(outcome === null) ?? process.exitCode;
  } catch (error) {
    progress.done();
    if (interruption.signal.aborted && !(error instanceof UserError)) printProblem('Interrupted.');
    else report(explained(error), json);
    process.exitCode = interruption.status(false) ?? statusOf(error);
  } finally {
    interruption.close();
  }
}

/** A full disk, or damage of a database that was met long after it was opened, as a failure that says what to do. */
function explained(error: unknown): unknown {
  if (error instanceof UserError) return error;
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error)) || sqliteTrouble(error) === 'full')
    return diskFull((error as NodeJS.ErrnoException).path ?? 'a file', error);
  if (errorCode(error) !== 'ERR_SQLITE_ERROR') return error;
  if (sqliteTrouble(error) !== 'damaged') return error;
  return new UserError(`A database of the home is damaged: ${messageOf(error)}.`, {
    hint: 'lintel doctor checks ledger and release; put a backup in the place of a damaged raw.sqlite (lintel restore).',
    cause: error,
  });
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  return error instanceof UsageError ? 2 : 1;
}

function print(outcome: Outcome, json: boolean): void {
  if (json) printJson(outcome.data);
  else if (outcome.text !== '') printText(outcome.text);
}

/** One line that says what to do; the stack only for our own bugs. */
function report(error: unknown, json: boolean): void {
  const known = error instanceof UserError;
  const message = error instanceof Error ? error.message : String(error);
  if (json) printJson({ error: message, hint: known ? error.hint : null });
  printProblem(known ? failureText(error) : message);
  for (const line of known ? error.list : []) printNote(`  ${line}`);
  if (!known && error instanceof Error && error.stack) printTrace(error.stack);
}

/** A failure as one line: what was wrong, and what to do. */
export function failureText({ message, hint }: UserError): string {
  return printableLine(hint === null ? message : `${message} ${hint}`);
}

/** The stacks of those failures that are defects of Lintel. */
export function tracesOf(failures: readonly (UserError | null)[]): string[] {
  return failures.flatMap((failure) => (failure instanceof UnexpectedError ? [failure.trace] : []));
}

/** The exit status for what the argument parser threw: 0 for help and version, 2 for wrong usage. */
export function usageStatus(error: unknown): number | null {
  if (!(error instanceof CommanderError)) return null;
  return error.exitCode === 0 ? 0 : 2;
}
