/**
 * The identity keys of a contractor mention, by which the release build links mentions of one contractor.
 *
 * Firms in one office may share a licence, telephone number or e-mail address, so these only link names that
 * agree. A distinctive name links within its state, a less distinctive one within its city; a common name, or
 * a person's, only if one contractor of the city has it.
 */

import { placeName } from '../address/place.js';
import type { ContractorFacts } from '../record/refined.js';
import {
  foldName,
  isDistinctive,
  isLocallyDistinctive,
  isOfTrade,
  isPublicBody,
  ownWords,
} from './contractor-fold.js';
import { looksPersonal } from './contractor-name.js';

/**
 * Kinds of keys, strongest first. `name` to `person` hold a folded name, then `|` and its scope; `site` is
 * the address id of the contractor's own office. `same` is a common name with what tells its bearers in a city apart: the
 * legal form, for a register gives a name once, or the ZIP code of the office.
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
  'same',
] as const;
export type KeyKind = (typeof keyKinds)[number];

interface KeyContext {
  /** State that issued the licence. */
  readonly licenseState: string;
  /** State of the source. */
  readonly home: string;
  /** Its name; null for none. */
  readonly homeName: string | null;
  /** Further telephone numbers of the contractor. */
  readonly phones: readonly string[];
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
  for (const phone of context.phones) keys.push(`phone:${phone}`);
  if (facts.primary_email !== null) keys.push(`email:${facts.primary_email}`);
  const name = facts.business_name ?? facts.dba ?? facts.name;
  const own = name === null ? null : nameKey(name, facts, context);
  if (own !== null && facts.address.address_id !== null) keys.push(`site:${facts.address.address_id}`);
  if (own !== null) keys.push(own);
  if (own !== null && facts.dba !== null && facts.business_name !== null) {
    const folded = foldName(facts.dba);
    if (!isCut(facts.dba, context)) {
      if (isDistinctive(folded)) keys.push(`dba:${folded}|${context.home}`);
      else if (ownWords(folded).length >= 2)
        keys.push(`dba:${folded}|${context.home}|${placeOf(facts, context)}`);
    }
  }
  if (own?.startsWith('common:')) keys.push(...sameKeys(name ?? '', facts, context));
  return keys;
}

/** The place within which a name that is not distinctive may identify a contractor. */
function placeOf(facts: ContractorFacts, context: KeyContext): string {
  return placeName(context.city ?? facts.address.city ?? context.place);
}

const forms: readonly (readonly [form: string, words: RegExp, cut: RegExp])[] = [
  ['LLC', /\b(?:L\.?L\.?C|L\.?C|LL|LIMITED LIABILITY CO(?:MPANY)?)\b/, /\bLL?$/],
  ['CORP', /\bCORP(?:ORATION)?\b/, /\bCORPO?[A-Z]*$/],
  ['INC', /\bINC(?:ORPORATED)?\b/, /\bI(?:N|NC[A-Z]*)?$/],
  ['LLP', /\bL\.?L\.?P\b/, /\bLLP$/],
  ['LP', /\bL\.?P\b/, /\bLP$/],
  ['LTD', /\b(?:LTD|LIMITED)\b/, /\bLTD$/],
];

/** Keys that bearers of a common name share only if they are one firm. */
function sameKeys(name: string, facts: ContractorFacts, context: KeyContext): string[] {
  const own = ownWords(foldName(name));
  if (own.length === 0) return [];
  const upper = name.toUpperCase();
  const cut = isCut(name, context);
  const form = forms.find(([, words, rest]) => words.test(upper) || (cut && rest.test(upper)))?.[0];
  const isSpelled = own.some((word) => word.length >= 3);
  const where = `${context.home}|${placeOf(facts, context)}`;
  const folded = foldName(cut ? name.replace(legalRest, '') : name).replaceAll(' ', '');
  // Of initials every sign counts: `J & B` is not `JB`.
  const text = isSpelled ? folded : upper.replaceAll('&', 'AND').replace(/[^A-Z0-9]/g, '');
  const keys = form === undefined ? [] : [`same:${text}|${where}|${form}`];
  const { zip_code: zip } = facts.address;
  if (isSpelled && zip !== null) keys.push(`same:${folded}|${where}|${zip}`);
  return keys;
}

/** The scope within which a name alone identifies a contractor. */
interface NameDistinctness {
  readonly folded: string;
  readonly looksPersonal: boolean;
  readonly kind: 'common' | 'local' | 'name';
}

function readDistinctness(name: string, context: KeyContext): NameDistinctness {
  const folded = withoutHome(foldName(name), context);
  return {
    folded,
    looksPersonal: looksPersonal(name) && !isOfTrade(folded) && !isPublicBody(folded),
    kind: isDistinctive(folded) ? 'name' : isLocallyDistinctive(folded) ? 'local' : 'common',
  };
}

/** `PAT "BUD" QUILL` is `PAT QUILL`. */
function withoutNickname(name: string): string {
  return looksPersonal(name.replaceAll('"', '')) ? name.replace(/\s"[A-Za-z]+"(?=\s)/, '') : name;
}

/** `QUILL CONSTRUCTION OF TENNESSEE` in Tennessee is `QUILL CONSTRUCTION`; `STATE OF TENNESSEE` stays. */
function withoutHome(folded: string, { home, homeName }: KeyContext): string {
  const end = [home, homeName ?? home]
    .map((state) => ` OF ${state.toUpperCase()}`)
    .find((each) => folded.endsWith(each));
  const rest = end === undefined ? folded : folded.slice(0, -end.length);
  return isOfTrade(rest) && ownWords(rest).length > 0 ? rest : folded;
}

function nameKey(name: string, facts: ContractorFacts, context: KeyContext): string | null {
  const cut = isCut(name, context);
  const whole = cut ? name.replace(legalRest, '') : name;
  const { folded, looksPersonal, kind } = readDistinctness(withoutNickname(whole), context);
  if (folded === '') return null;
  const isPerson = facts.business_name === null && !cut && looksPersonal;
  if (kind === 'name' && !isPerson)
    return `${cut && whole === name ? 'cut' : 'name'}:${folded}|${context.home}`;
  const where = placeOf(facts, context);
  return `${isPerson ? 'person' : kind}:${folded}|${context.home}|${where}`;
}

/** The beginning of a legal form where a name was cut off within it. */
const legalRest =
  /[\s,]+(?:I|IN|INC|INCOR[A-Z]*|C|CO|COR|CORP|CORPO[A-Z]*|COMPA[A-Z]*|L|LL|LLC|LT|LTD|LIMIT[A-Z]*)[.,]?$/i;

function isCut(name: string, { nameWidth }: KeyContext): boolean {
  return nameWidth !== null && name.length >= nameWidth;
}
