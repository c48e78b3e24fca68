/** Lists of values that options choose from, each once, under a name that a shell takes. */
import type { CompletedCommand } from './tree.js';

export interface ValueLists {
  readonly all: readonly { readonly name: string; readonly values: readonly string[] }[];
  nameOf(values: readonly string[]): string;
}

export function valueLists(commands: readonly CompletedCommand[]): ValueLists {
  // By their text: a value may have a space in it, and none has a line end.
  const lists = new Map<string, { readonly name: string; readonly values: readonly string[] }>();
  for (const { options } of commands) {
    for (const { values } of options) {
      const key = values.join('\n');
      if (values.length > 0 && !lists.has(key))
        lists.set(key, { name: `_lintel_values_${lists.size + 1}`, values });
    }
  }
  return { all: [...lists.values()], nameOf: (values) => lists.get(values.join('\n'))?.name ?? '' };
}
