/**
 * The manual of the program, made of its commands: a page in the language mdoc (https://mandoc.bsd.lv/man/mdoc.7.html)
 * for `lintel` and one for each command below it, with the commands of a group as sections.
 */
import { type Command, Help, type Option } from 'commander';
import { describedOption } from '../api/parameters.js';
import { version } from '../terminal/version.js';

/** The pages by their names, such as `lintel-build`. `day`: the date that they bear, YYYY-MM-DD. */
export function manualPages(program: Command, day: string): ReadonlyMap<string, string> {
  const pages = new Map([['lintel', programPage(program, day)]]);
  for (const command of program.commands) {
    pages.set(pageName(command), [...head(pageName(command), command, day), ...body(command)].join('\n'));
  }
  return new Map([...pages].map(([name, text]) => [name, `${text}\n`]));
}

const pageName = (command: Command) => `lintel-${command.name()}`;
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

function head(name: string, command: Command, day: string): string[] {
  const [year, month = 1, date] = day.split('-').map(Number);
  return [
    `.Dd ${months[month - 1]} ${date}, ${year}`,
    `.Dt ${name.toUpperCase()} 1`,
    `.Os Lintel ${version}`,
    '.Sh NAME',
    `.Nm ${name}`,
    `.Nd ${escaped(command.description()).replace(/\.$/, '')}`,
  ];
}

function programPage(program: Command, day: string): string {
  const help = new Help();
  const groups = new Map<string, Command[]>();
  for (const command of help.visibleCommands(program)) {
    const heading = command.helpGroup() || 'Other commands:';
    groups.set(heading, [...(groups.get(heading) ?? []), command]);
  }
  const lists = [...groups].flatMap(([heading, commands]) => [
    `.Ss ${escaped(heading.replace(/:$/, ''))}`,
    ...list(commands.map((command) => [`.It Ic ${escaped(command.name())}`, text(command.description())])),
  ]);
  const pages = help
    .visibleCommands(program)
    .filter((command) => program.commands.includes(command))
    .map((command) => `.Xr ${pageName(command)} 1`)
    .sort();
  return [
    ...head('lintel', program, day),
    '.Sh SYNOPSIS',
    '.Nm',
    '.Ar command',
    '.Op Ar argument ...',
    '.Sh DESCRIPTION',
    text(program.description()),
    '.Pp',
    'Each command has a page of its own.',
    ...lists,
    '.Sh ENVIRONMENT',
    ...list(variables.map(([name, meaning]) => [`.It Ev ${name}`, text(meaning)])),
    '.Sh FILES',
    ...list([['.It Pa .lintel', text('The home, where neither --home nor LINTEL_HOME names another one.')]]),
    '.Sh EXIT STATUS',
    ...exitStatus,
    '.Sh SEE ALSO',
    pages.join(' ,\n'),
  ].join('\n');
}

const variables: readonly (readonly [string, string])[] = [
  ['COLUMNS', 'The width of what is printed, in characters.'],
  ['LINTEL_ACCELA_APP_ID', 'The app id for the interface of Accela; overrides app_tokens of fetch.'],
  ['LINTEL_ACCELA_TOKEN', 'An access token for it; overrides access_tokens of fetch.'],
  ['LINTEL_HOME', 'The directory of all data, unless --home names one.'],
  ['LINTEL_KEY', 'The key for commands that ask a service.'],
  ['LINTEL_LEDGER_URL', 'The address of the ledger in PostgreSQL; overrides ledger_url of the settings.'],
  ['LINTEL_PROGRESS_SECONDS', 'Seconds between two lines of progress in a log.'],
  ['LINTEL_RAW_URL', 'The address of the raw store in PostgreSQL; overrides raw_url.'],
  ['LINTEL_RELEASE_URL', 'The address of releases in PostgreSQL; overrides release_url.'],
  ['LINTEL_SMTP_URL', 'The mail server; overrides smtp_url of watch.'],
  ['LINTEL_URL', 'The service that commands ask.'],
  ['NO_COLOR', 'No colors, whatever the terminal can show.'],
];

const exitStatus = list([
  ['.It 0', 'Done.'],
  ['.It 1', 'Refused, or failed: the reason is on standard error.'],
  ['.It 2', 'Wrong usage.'],
  ['.It 3', 'A night published a release, but a source failed, or is to be looked at.'],
  ['.It 130', 'Ended by Ctrl-C.'],
  ['.It 143', 'Ended by SIGTERM.'],
]);

/** What a page says below its name: of a command, or of all commands of a group. */
function body(command: Command): string[] {
  const leaves = leavesOf(command);
  const sections = leaves.flatMap((leaf) => [
    ...(leaf === command ? [] : [`.Ss ${escaped(pathOf(leaf))}`, text(leaf.description())]),
    ...optionList(leaf),
    ...more(leaf),
  ]);
  return [
    '.Sh SYNOPSIS',
    ...leaves.flatMap((leaf) => synopsis(leaf)),
    '.Sh DESCRIPTION',
    ...(leaves.length === 1 && leaves[0] === command ? [text(command.description())] : []),
    ...sections,
    '.Sh EXIT STATUS',
    ...exitStatus,
    '.Sh SEE ALSO',
    '.Xr lintel 1',
  ];
}

/** Commands that run, in the order of the help. */
function leavesOf(command: Command): Command[] {
  if (command.commands.length === 0) return [command];
  const below = command.commands.flatMap(leavesOf);
  return command.registeredArguments.length === 0 && !isRun(command) ? below : [command, ...below];
}

/** Whether a command with others below it also runs by itself: only such a one has options of its own. */
const isRun = (command: Command) => command.options.length > 0;

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

function synopsis(command: Command): string[] {
  const words = command.registeredArguments.map((argument) => {
    const name = `Ar ${escaped(argument.name())}${argument.variadic ? ' ...' : ''}`;
    return argument.required ? `.${name}` : `.Op ${name}`;
  });
  const needed = command.options.filter(({ mandatory }) => mandatory).map((option) => `.${flagOf(option)}`);
  return [`.Nm lintel ${escaped(pathOf(command))}`, ...words, ...needed, '.Op Ar options'];
}

/** `Fl -as-of Ar date`. */
function flagOf({ long, short, flags }: Option): string {
  const [, value = ''] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  const names = [short, long].flatMap((name) => (name ? [`Fl ${escaped(name.slice(1))}`] : []));
  return `${names.join(' , ')}${value === '' ? '' : ` Ar ${escaped(value)}`}`;
}

function optionList(command: Command): string[] {
  const options = new Help().visibleOptions(command);
  return list(
    options.map((option) => [
      `.It ${flagOf(option)}`,
      text(describedOption(option).replace(/ \(default: "(.*)"\)$/, ' (default: $1)')),
    ]),
  );
}

/** Example and details, which follow the options in the help. */
function more(command: Command): string[] {
  let help = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({
    writeOut: (written) => {
      help += written;
    },
  });
  command.outputHelp();
  command.configureOutput(writeOut === undefined ? {} : { writeOut });
  const after = help.slice(command.helpInformation().length).trim();
  return after === '' ? [] : after.split(/\n\n+/).flatMap(paragraph);
}

/** A paragraph; lines that are indented, such as an example, stay as they are. */
function paragraph(lines: string): string[] {
  const [first = '', ...typed] = lines.split('\n');
  if (!typed.some((line) => line.startsWith(' '))) return ['.Pp', text(lines)];
  const shown = typed.map((line) => escaped(line.replace(/^ {1,2}/, '')).replace(/^(?=[.])/, '\\&'));
  return ['.Pp', text(first), '.Bd -literal -offset indent', ...shown, '.Ed'];
}

/** A list of terms, each with its explanation. */
function list(items: readonly (readonly [string, string])[]): string[] {
  return ['.Bl -tag -width Ds', ...items.flat(), '.El'];
}

/** A text as lines that begin with no control character, a sentence each, as mdoc wants it. */
function text(plain: string): string {
  return escaped(plain.replace(/\s+/g, ' ').trim())
    .replace(/([.!?]) (?=[A-Z])/g, '$1\n')
    .split('\n')
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n');
}

/** Characters that mdoc would read as its own; what is typed keeps its hyphens and quotes. */
function escaped(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('"', '\\(dq');
}
