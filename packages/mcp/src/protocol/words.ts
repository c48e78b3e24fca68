/** Texts of the contract for readers who call tools instead of endpoints. */

const replacements: readonly (readonly [RegExp, string])[] = [
  [/GET \/v2\/(?:\{[^}]*\}|[a-z]+)\/search/g, 'find_place'],
  [/find_place or find_place/g, 'find_place'],
  [/`?GET \/v2\/list\/tags`?/g, 'the resource lintel://tags'],
  [/`?GET \/v2\/meta\/release`?/g, 'the tool release'],
  [/`?GET \/v2\/usage`?/g, 'the tool usage'],
  [/ ?\(see GET \/v2\/openapi\.json\)/g, ''],
  [/Value error, /g, ''],
  [/this endpoint takes/g, 'this tool takes'],
  [/(^|\. )the (tool|resource)/g, '$1The $2'],
];

/** The text with tools in place of endpoints. */
export function forAgents(text: string): string {
  return replacements.reduce((words, [pattern, by]) => words.replace(pattern, by), text);
}
