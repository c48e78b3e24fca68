/** Texts of the contract for readers who call tools instead of endpoints. */
import { withArgumentNames } from './names.js';

const replacements: readonly (readonly [RegExp, string])[] = [
  [/GET \/v2\/(?:\{[^}]*\}|[a-z]+)\/search/g, 'find_place'],
  [/find_place or find_place/g, 'find_place'],
  [/`?GET \/v2\/list\/tags`?/g, 'the resource lintel://tags'],
  [/`?GET \/v2\/meta\/release`?/g, 'the tool about'],
  [/`?GET \/v2\/usage`?/g, 'the tool about'],
  [/ ?\(see GET \/v2\/openapi\.json\)/g, ''],
  [/Value error, /g, ''],
  [/this endpoint takes/g, 'this tool takes'],
  [/(^|\. )the (tool|resource)/g, '$1The $2'],
];

/** The text with tools in place of endpoints. */
export function forAgents(text: string): string {
  return withArgumentNames(replacements.reduce((words, [pattern, by]) => words.replace(pattern, by), text));
}
