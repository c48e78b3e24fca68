/** The commands of the program as completions of shells need them. */
import type { Command, Option } from 'commander';
import { VocabularyOption } from '../api/parameters.js';

/** What has ids that a home knows: the scripts ask `lintel completion` for them when they are wanted. */
export const idKinds = ['release', 'source', 'account'] as const;
export type IdKind = (typeof idKinds)[number];

/** Commands whose arguments are ids and have another name than the kind. */
const idsOfCommands: Readonly<Record<string, IdKind>> = {
  diff: 'release',
  'source show': 'source',
  'accounts show': 'account',
  'accounts set-plan': 'account',
  'accounts give': 'account',
  'accounts suspend': 'account',
};

export interface CompletedOption {
  /** With its dashes. */
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Values to choose from; empty if they are free. */
  readonly values: readonly string[];
  /** Whether several values may be given, with commas. */
  readonly isList: boolean;
  /** Whose ids its value may be. */
  readonly ids: IdKind | null;
  /** Whether the value is a file or directory. */
  readonly isPath: boolean;
}

export interface CompletedCommand {
  /** Words after the name of the program, such as `permits search`; empty for the program. */
  readonly path: string;
  readonly description: string;
  /** Commands directly below it; none for a command that runs. */
  readonly below: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** What its first argument may be, if that is a choice. */
  readonly choices: readonly string[];
  /** Whose ids its arguments may be. */
  readonly ids: IdKind | null;
  /** Whether it has an argument that is a file. */
  readonly takesFiles: boolean;
}

/** All commands, the program first. */
export function commandTree(program: Command): readonly CompletedCommand[] {
  return commandsFrom(program, []);
}

function commandsFrom(command: Command, path: readonly string[]): CompletedCommand[] {
  const visible = command.createHelp().visibleCommands(command);
  const own: CompletedCommand = {
    path: path.join(' '),
    description: command.description(),
    below: visible.map((each) => ({ name: each.name(), description: each.description() })),
    options: command.createHelp().visibleOptions(command).flatMap(completedOption),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    ids:
      idsOfCommands[path.join(' ')] ??
      idKinds.find((kind) => command.registeredArguments[0]?.name() === kind) ??
      null,
    takesFiles: command.registeredArguments.some((argument) => /file|path|directory/.test(argument.name())),
  };
  return [own, ...command.commands.flatMap((each) => commandsFrom(each, [...path, each.name()]))];
}

function completedOption(option: Option): CompletedOption[] {
  const { long, description, flags, required, optional, argChoices } = option;
  if (long === undefined || long === null) return [];
  const isVocabulary = option instanceof VocabularyOption;
  return [
    {
      long,
      description,
      takesValue: required || optional,
      values: isVocabulary ? option.values : (argChoices ?? []),
      isList: isVocabulary && option.isList,
      ids: idKinds.find((kind) => long === `--${kind}`) ?? null,
      isPath: /<(?:file|path|directory)>/.test(flags),
    },
  ];
}
