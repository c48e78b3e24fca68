/** Texts of the contract for readers who call tools instead of endpoints. */

const replacements: readonly (readonly [RegExp, string])[] = [
  [/GET \/v2\/(?:\{[^}]*\}|[a-z]+)\/search/g, 'find_place'],
  [/find_place or find_place/g, 'find_place'],
  [/`?GET \/v2\/list\/tags`?/g, 'the resource lintel://tags'],
  [/`?GET \/v2\/meta\/release`?/g, 'the tool release'],
  [/`?GET \/v2\/usage`?/g, 'the tool usage'],
  [/ ?\(see GET \/v2\/openapi\.json\)/g, ''],
  [/, as repeated keys or with commas between them/g, ''],
  [/, as repeated keys \(`id=a&id=b`\)/g, ''],
  [/Value error, /g, ''],
  // Said once in the description of the tool, not with each of its parameters.
  [/ Records of which it is not known are left out\./g, ''],
  [/ YYYY-MM-DD, from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\./g, ''],
  [/this endpoint takes/g, 'this tool takes'],
  [/(^|\. )the (tool|resource)/g, '$1The $2'],
];

/** The text with tools in place of endpoints. */
export function forAgents(text: string): string {
  return replacements.reduce((words, [pattern, by]) => words.replace(pattern, by), text);
}
