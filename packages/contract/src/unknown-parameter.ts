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

interface KnownName {
  readonly name: string;
  readonly folded: string;
  readonly singular: string;
  /** What remains of an optional filter without its first words; empty for other parameters. */
  readonly tails: readonly string[];
}

/** What other interfaces call parameters of this one (C57). */
const elsewhere: ReadonlyMap<string, readonly string[]> = new Map([
  ['limit', ['size']],
  ['perpage', ['size']],
  ['pagesize', ['size']],
  // Of searches over other records than permits (C92).
  ['area', ['within', 'geoid']],
]);

/** Prepared once for each endpoint: one request may have hundreds of unknown names. */
const prepared = new WeakMap<Readonly<Record<string, Parameter>>, readonly KnownName[]>();

/** The parameter that the unknown name was probably meant to be; null if none is similar. */
export function meantParameter(name: string, parameters: Readonly<Record<string, Parameter>>): string | null {
  const known = prepared.get(parameters) ?? knownNames(parameters);
  prepared.set(parameters, known);
  const given = fold(name);
  const one = singular(given);
  const find = (wanted: string) => known.find(({ folded }) => folded === wanted);
  const found =
    find(given) ??
    elsewhere
      .get(given)
      ?.map(find)
      .find((each) => each !== undefined) ??
    known.find((each) => each.singular === one) ??
    known.find(({ tails }) => tails.includes(one));
  return found?.name ?? nearestName(given, known);
}

function knownNames(parameters: Readonly<Record<string, Parameter>>): KnownName[] {
  return Object.entries(parameters)
    .filter(([, parameter]) => parameter.in === 'query')
    .map(([name, { required, paging }]) => ({
      name,
      folded: fold(name),
      singular: singular(fold(name)),
      tails: required || paging === true ? [] : tailsOf(name),
    }));
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

/** The folded singular of the name without its first word, its first two words, and so on. */
function tailsOf(name: string): string[] {
  const words = name.split('_');
  return words.slice(1).map((_, i) => singular(words.slice(i + 1).join('')));
}

function nearestName(given: string, known: readonly KnownName[]): string | null {
  const near = known
    .map(({ name, folded }) => {
      const allowed = allowedSlips(folded);
      return { name, allowed, wrong: editDistance(given, folded, allowed) };
    })
    .filter(({ wrong, allowed }) => wrong <= allowed)
    .sort((a, b) => a.wrong - b.wrong);
  return near[0]?.name ?? null;
}

/** How many letters may be wrong. Nearly every word of three letters is within two edits of any other. */
function allowedSlips(folded: string): number {
  if (folded.length < 4) return 0;
  return folded.length < 6 ? 1 : 2;
}
