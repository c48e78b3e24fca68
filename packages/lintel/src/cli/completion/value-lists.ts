/** Lists of values that options choose from, each once, under a name that a shell takes. */
import type { CompletedCommand } from './tree.js';

export interface ValueLists {
  readonly all: readonly { readonly name: string; readonly values: readonly string[] }[];
  nameOf(values: readonly string[]): string;
}

export function valueLists(commands: readonly CompletedCommand[]): ValueLists {
  const names = new Map<string, string>();
  for (const { options } of commands) {
    for (const { values } of options) {
      const key = values.join(' ');
      if (values.length > 0 && !names.has(key)) names.set(key, `_lintel_values_${names.size + 1}`);
    }
  }
  return {
    all: [...names].map(([key, name]) => ({ name, values: key.split(' ') })),
    nameOf: (values) => names.get(values.join(' ')) ?? '',
  };
}
