/** Completion for zsh, with descriptions. */
import type { CompletedCommand, CompletedOption, IdKind } from './tree.js';
import { type ValueLists, valueLists } from './value-lists.js';

/** The script: `source <(lintel completion zsh)` after `compinit`, or as `_lintel` in a directory of `fpath`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const lists = valueLists(commands);
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `#compdef lintel
# Completion of lintel for zsh. Made by: lintel completion zsh
${lists.all.map(({ name, values }) => `typeset -ga ${name}=(${values.map(word).join(' ')})`).join('\n')}

_lintel() {
  local at="" word
  while (( CURRENT > 2 )); do
    word="\${at:+$at }\${words[2]}"
    case $word in
      ${paths.join('|')}) at=$word ;;
      *) break ;;
    esac
    shift words
    (( CURRENT-- ))
  done
  case $at in
${commands.map((command) => commandCase(command, lists)).join('\n')}
  esac
}

if [ "$funcstack[1]" = _lintel ]; then _lintel "$@"; else compdef _lintel lintel; fi
`;
}

function commandCase(
  { path, below, choices, options, ids, takesFiles }: CompletedCommand,
  lists: ValueLists,
): string {
  if (below.length > 0) {
    const names = below.map(({ name, description }) => quoted(`${name}:${description}`));
    return `    ${quoted(path)}) local -a names=(${names.join(' ')}); _describe command names ;;`;
  }
  const specs = options.map((option) => quoted(specOf(option, lists)));
  const free = ids !== null ? `*:id:${idsOf(ids)}` : takesFiles ? '*:file:_files' : '*: :';
  const words = quoted(choices.length > 0 ? `1:choice:(${choices.join(' ')})` : free);
  return `    ${quoted(path)}) _arguments -s ${[...specs, words].join(' ')} ;;`;
}

/** An option as `_arguments` reads it. */
function specOf(
  { long, description, takesValue, values, isList, ids, isPath }: CompletedOption,
  lists: ValueLists,
): string {
  const named = `${long}[${description.replace(/[[\]\\:]/g, '\\$&')}]`;
  if (!takesValue) return named;
  if (isPath) return `${named}:file:_files`;
  if (ids !== null && values.length === 0) return `${named}:id:${idsOf(ids)}`;
  if (values.length === 0) return `${named}:value: `;
  const list = lists.nameOf(values);
  return `${named}:value:${isList ? `_sequence compadd - $${list}` : `compadd - $${list}`}`;
}

/** Ids that the home knows. */
const idsOf = (kind: IdKind) => `{compadd -- $(lintel completion zsh --ids ${kind} 2>/dev/null)}`;

/** A value as a word of a list. */
const word = (value: string) => (value.includes(' ') ? quoted(value) : value);

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
