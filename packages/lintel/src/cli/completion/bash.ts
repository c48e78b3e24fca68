/** Completion for bash 4 and later. */
import type { CompletedCommand, CompletedOption } from './tree.js';
import { valueLists } from './value-lists.js';

/** The script: `source <(lintel completion bash)`. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const lists = valueLists(commands);
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# Completion of lintel for bash. Made by: lintel completion bash
${lists.all.map(({ name, values }) => `${name}=${quoted(values.map(escaped).join('\n'))}`).join('\n')}

# Offers those of the lines that begin with what is typed.
_lintel_words() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -P "$2" -W "$1" -- "\${cur#"$2"}"))
}

# Completes the last of several values with commas between them.
_lintel_list() {
  local before=""
  case $cur in *,*) before="\${cur%,*}," ;; esac
  _lintel_words "$1" "$before"
  compopt -o nospace 2>/dev/null
}

# Ids that the home knows.
_lintel_ids() {
  _lintel_words "$(lintel completion bash --ids "$1" 2>/dev/null)"
}

_lintel() {
  local cur=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD - 1]} path="" word i
  if [ "$cur" = "=" ]; then cur=""; elif [ "$option" = "=" ]; then option=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${path:+$path }\${COMP_WORDS[i]}"
    case $word in
      ${paths.join(' | ')}) path=$word ;;
      *) break ;;
    esac
  done
  COMPREPLY=()
  case "$path/$option" in
${commands.flatMap((command) => command.options.flatMap((option) => valueCase(command, option, lists.nameOf))).join('\n')}
  esac
  case $path in
${commands.map(wordCase).join('\n')}
  esac
}

complete -F _lintel lintel
`;
}

/** What follows an option that takes a value; nothing is offered for free text. */
function valueCase(
  { path }: CompletedCommand,
  { long, takesValue, values, isList, ids, isPath }: CompletedOption,
  nameOf: (values: readonly string[]) => string,
): string[] {
  if (!takesValue) return [];
  const at = quoted(`${path}/${long}`);
  if (isPath) return [`    ${at}) compopt -o default 2>/dev/null; return ;;`];
  if (ids !== null && values.length === 0) return [`    ${at}) _lintel_ids ${ids}; return ;;`];
  if (values.length === 0) return [`    ${at}) return ;;`];
  const list = `"$${nameOf(values)}"`;
  return [`    ${at}) ${isList ? '_lintel_list' : '_lintel_words'} ${list}; return ;;`];
}

function wordCase({ path, below, choices, options, ids, takesFiles }: CompletedCommand): string {
  const words = [...below.map(({ name }) => name), ...choices, ...options.map(({ long }) => long)].join('\n');
  const asked = ids === null ? '' : `case $cur in -*) ;; *) _lintel_ids ${ids}; return ;; esac; `;
  const files = takesFiles ? 'case $cur in -*) ;; *) compopt -o default 2>/dev/null; return ;; esac; ' : '';
  return `    ${quoted(path)}) ${asked}${files}_lintel_words ${quoted(words)} ;;`;
}

/** A value as it is typed, with its spaces escaped; doubly, since `compgen` reads a list as the shell would. */
const escaped = (value: string) => value.replaceAll(' ', '\\\\ ');

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
