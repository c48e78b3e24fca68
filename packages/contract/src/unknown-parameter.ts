/**
 * Query parameters that an endpoint does not have (C39). One that is similar to a parameter is refused,
 * because a mistyped filter would return, and charge for, everything. All others are ignored, and the answer
 * names them.
 *
 * Names are compared without case, brackets and separators, so that `permitTags`, `permit-tags` and
 * `permit_tags[]` match `permit_tags`. After that, singular matches plural (`permit_tag`), the first words of
 * an optional filter may be missing (`tags`), and a few letters may be wrong, fewer in a shorter name.
 */

import { editDistance } from './edit-distance.js';
import type { Parameter } from './endpoint.js';

/** The parameter that the unknown name was probably meant to be; null if none is similar. */
export function meantParameter(name: string, parameters: Readonly<Record<string, Parameter>>): string | null {
  const given = fold(name);
  const known = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'query');
  const names = known.map(([each]) => each);
  const filters = known
    .filter(([, { required, paging }]) => !required && paging !== true)
    .map(([each]) => each);
  return (
    names.find((each) => fold(each) === given) ??
    names.find((each) => singular(fold(each)) === singular(given)) ??
    filters.find((each) => isTail(given, each)) ??
    nearestName(given, names)
  );
}

/** Lower-case letters and digits only, without brackets at the end. */
function fold(name: string): string {
  return name
    .replace(/\[[^[\]]*\]$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function singular(folded: string): string {
  return folded.replace(/ies$/, 'y').replace(/(..)s$/, '$1');
}

/** Whether the folded name is the parameter without its first words. */
function isTail(given: string, parameter: string): boolean {
  const words = parameter.split('_');
  return words.some((_, i) => i > 0 && singular(words.slice(i).join('')) === singular(given));
}

function nearestName(given: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, folded: fold(name) }))
    .filter(({ folded }) => Math.abs(folded.length - given.length) <= allowedSlips(folded))
    .map(({ name, folded }) => ({ name, wrong: editDistance(given, folded), allowed: allowedSlips(folded) }))
    .filter(({ wrong, allowed }) => wrong <= allowed)
    .sort((a, b) => a.wrong - b.wrong);
  return near[0]?.name ?? null;
}

/** How many letters may be wrong. Nearly every word of three letters is within two edits of any other. */
function allowedSlips(folded: string): number {
  if (folded.length < 4) return 0;
  return folded.length < 6 ? 1 : 2;
}
