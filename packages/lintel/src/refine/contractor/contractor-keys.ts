/**
 * The identity keys of a contractor mention, by which the release build links mentions of one contractor.
 *
 * Firms in one office may share a licence, telephone number or e-mail address, so these only link names that
 * agree. A distinctive name links within its state, a less distinctive one within its city; a common name, or
 * a person's, only if one contractor of the city has it.
 */

import { placeName } from '../address/place.js';
import type { ContractorFacts } from '../record/refined.js';
import { foldName, isDistinctive, isLocallyDistinctive, isOfTrade } from './contractor-fold.js';
import { looksPersonal } from './contractor-name.js';

/**
 * Kinds of keys, strongest first. `name` to `person` hold a folded name, then `|` and its scope; `site` is
 * the address id of the contractor's own office.
 */
export const keyKinds = [
  'license',
  'phone',
  'email',
  'name',
  'cut',
  'local',
  'common',
  'person',
  'dba',
  'site',
] as const;
export type KeyKind = (typeof keyKinds)[number];

interface KeyContext {
  /** State that issued the licence. */
  readonly licenseState: string;
  /** State of the source. */
  readonly home: string;
  /** The city that the source covers; null for a county or state, where a contractor's own city counts. */
  readonly city: string | null;
  /** Assumed place of a contractor without a city. */
  readonly place: string;
  /** Characters after which the source cuts names off; null if it does not. */
  readonly nameWidth: number | null;
}

/**
 * Identity keys; none if nothing identifies this contractor. The first one distinguishes contractors with a
 * common name, so the office comes before the name.
 */
export function identityKeys(facts: ContractorFacts, context: KeyContext): string[] {
  const keys: string[] = [];
  if (facts.license !== null) {
    keys.push(`license:${context.licenseState}:${facts.license.replace(/[^A-Z0-9]/g, '')}`);
  }
  if (facts.primary_phone !== null) keys.push(`phone:${facts.primary_phone}`);
  if (facts.primary_email !== null) keys.push(`email:${facts.primary_email}`);
  const name = facts.business_name ?? facts.dba ?? facts.name;
  const own = name === null ? null : nameKey(name, facts, context);
  if (own !== null && facts.address.address_id !== null) keys.push(`site:${facts.address.address_id}`);
  if (own !== null) keys.push(own);
  if (own !== null && facts.dba !== null && facts.business_name !== null) {
    const folded = foldName(facts.dba);
    if (isDistinctive(folded) && !isCut(facts.dba, context)) keys.push(`dba:${folded}|${context.home}`);
  }
  return keys;
}

/** The scope within which a name alone identifies a contractor. */
interface NameDistinctness {
  readonly folded: string;
  readonly looksPersonal: boolean;
  readonly kind: 'common' | 'local' | 'name';
}

function readDistinctness(name: string): NameDistinctness {
  const folded = foldName(name);
  return {
    folded,
    looksPersonal: looksPersonal(name) && !isOfTrade(folded),
    kind: isDistinctive(folded) ? 'name' : isLocallyDistinctive(folded) ? 'local' : 'common',
  };
}

function nameKey(name: string, facts: ContractorFacts, context: KeyContext): string | null {
  const cut = isCut(name, context);
  const whole = cut ? name.replace(legalRest, '') : name;
  const { folded, looksPersonal, kind } = readDistinctness(whole);
  if (folded === '') return null;
  const isPerson = facts.business_name === null && !cut && looksPersonal;
  if (kind === 'name' && !isPerson)
    return `${cut && whole === name ? 'cut' : 'name'}:${folded}|${context.home}`;
  const where = placeName(context.city ?? facts.address.city ?? context.place);
  return `${isPerson ? 'person' : kind}:${folded}|${context.home}|${where}`;
}

/** The beginning of a legal form where a name was cut off within it. */
const legalRest =
  /[\s,]+(?:I|IN|INC|INCOR[A-Z]*|C|CO|COR|CORP|CORPO[A-Z]*|COMPA[A-Z]*|L|LL|LLC|LT|LTD|LIMIT[A-Z]*)[.,]?$/i;

function isCut(name: string, { nameWidth }: KeyContext): boolean {
  return nameWidth !== null && name.length >= nameWidth;
}
