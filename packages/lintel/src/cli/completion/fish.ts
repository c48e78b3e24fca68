/** Completion for fish, with descriptions. */
import type { CompletedCommand, CompletedOption, IdKind } from './tree.js';
import { type ValueLists, valueLists } from './value-lists.js';

/** The script: `lintel completion fish | source`, or as a file in `~/.config/fish/completions`. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lists = valueLists(commands);
  return `# Completion of lintel for fish. Made by: lintel completion fish
${lists.all.map(({ name, values }) => `set -g ${name} ${values.map(word).join(' ')}`).join('\n')}

# Whether the line begins with these commands.
function __lintel_in
  set -l given (commandline -opc)[2..-1]
  test (count $given) -ge (count $argv); or return 1
  test (count $argv) -eq 0; and return 0
  test "$given[1..$(count $argv)]" = "$argv"
end

# Whether the line has these commands and nothing else yet.
function __lintel_at
  test (count (commandline -opc)) -eq (math (count $argv) + 1); and __lintel_in $argv
end

# The last of several values with commas between them.
function __lintel_list
  set -l token (string replace -r '^--[a-z-]+=' '' -- (commandline -ct))
  set -l given (string match -r '^.*,' -- $token; or echo '')
  for value in $argv
    echo $given$value
  end
end

complete -c lintel -f
${commands.flatMap((command) => linesOf(command, lists)).join('\n')}
`;
}

function linesOf(
  { path, below, choices, options, ids, takesFiles }: CompletedCommand,
  lists: ValueLists,
): string[] {
  const at = quoted(`__lintel_at ${path}`.trim());
  const within = quoted(`__lintel_in ${path}`.trim());
  const commands = below.map(
    ({ name, description }) => `complete -c lintel -n ${at} -a ${name} -d ${quoted(description)}`,
  );
  const words = choices.map((word) => `complete -c lintel -n ${at} -a ${word}`);
  const known = ids === null ? [] : [`complete -c lintel -n ${within} -a ${quoted(idsOf(ids))}`];
  const ofOptions = below.length > 0 ? [] : options.map((option) => optionLine(within, option, lists));
  return [
    ...commands,
    ...words,
    ...known,
    ...ofOptions,
    ...(takesFiles ? [`complete -c lintel -n ${within} -F`] : []),
  ];
}

function optionLine(
  within: string,
  { long, description, takesValue, values, isList, ids, isPath }: CompletedOption,
  lists: ValueLists,
): string {
  const option = `complete -c lintel -n ${within} -l ${long.slice(2)} -d ${quoted(description)}`;
  if (!takesValue) return option;
  if (isPath) return `${option} -r -F`;
  if (ids !== null && values.length === 0) return `${option} -x -a ${quoted(idsOf(ids))}`;
  if (values.length === 0) return `${option} -x`;
  const list = lists.nameOf(values);
  return `${option} -x -a ${quoted(isList ? `(__lintel_list $${list})` : `$${list}`)}`;
}

/** Ids that the home knows. */
const idsOf = (kind: IdKind) => `(lintel completion fish --ids ${kind} 2>/dev/null)`;

/** A value as a word of a list. */
const word = (value: string) => (value.includes(' ') ? quoted(value) : value);

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
