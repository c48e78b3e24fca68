/**
 * Spells out the codes of portals: a permit of type `EW` and work `MH` is equipment work, mechanical HVAC.
 *
 * The codes are in `data/portal-codes.json`. Other texts stay as they are.
 */
import { readFileSync } from 'node:fs';

interface CodeSystem {
  readonly name: string;
  readonly types: Readonly<Record<string, string>>;
  readonly works: Readonly<Record<string, string>>;
}

const { systems } = JSON.parse(
  readFileSync(new URL('../data/portal-codes.json', import.meta.url), 'utf8'),
) as { readonly systems: readonly CodeSystem[] };
/** Longest code in characters. */
const longestCode = 2;

/** Type and work of a permit in words. */
interface PermitKind {
  readonly type: string | undefined;
  readonly work: string | undefined;
}

/** Type and work in words, if both are codes of one system. */
export function spellOut(type: string | undefined, work: string | undefined): PermitKind {
  if (type === undefined || type.length > longestCode) return { type, work };
  for (const { types, works } of systems) {
    const kind = types[type.toUpperCase()];
    if (kind === undefined) continue;
    if (work === undefined) return { type: kind, work };
    const trade = works[work.toUpperCase()];
    if (trade !== undefined) return { type: kind, work: trade };
  }
  return { type, work };
}
