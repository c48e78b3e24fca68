/**
 * Finds what the property of a permit is used for (C21): from the source's own property type, its use column,
 * or what the rules found in the texts. Null if none of them gives it.
 */
import type { PropertyType } from '@lintel/contract';
import { propertyTypes } from '@lintel/contract/plain';
import { lazily } from '../../base/lazily.js';
import { memoize } from '../../base/memory/lru-cache.js';
import { type DefectList, note } from '../record/defects.js';
import { textCache } from '../record/limits.js';
import { asciiLetters } from '../record/text.js';
import { PhraseSet } from './phrase.js';
import { lexicon, propertyWords, typeHint } from './rule-files.js';
import type { PermitTexts } from './rule-set.js';
import { tagOfType, typeBesideTags } from './use-tags.js';

const { types } = propertyWords;
const typePhrases = lazily(
  () =>
    new PhraseSet(
      types.flatMap(([, phrases]) => phrases),
      lexicon(),
    ),
);
const typeOfPhrase = types.flatMap(([type, phrases]) => phrases.map(() => type));
/** Types and detailed types, with the hints that rules give for them. */
const said = propertyWords.told.map(([type]) => ({ type, hint: typeHint(type) }));
const details = propertyWords.details.map(([type, detail]) => ({
  type,
  detail,
  hint: typeHint(type, detail),
}));
const codes: ReadonlySet<string> = new Set(propertyTypes);

export interface PropertyKind {
  readonly type: PropertyType | null;
  /** Snake_case, for example `single_family_home`. */
  readonly detail: string | null;
}

/**
 * Type and detailed type of the property. `given` and `givenDetail` are columns of the source, `names` what
 * the rules gave.
 */
export function readProperty(
  given: string | undefined,
  givenDetail: string | undefined,
  texts: PermitTexts,
  names: ReadonlySet<string>,
  defects: DefectList,
): PropertyKind {
  let type = given === undefined ? null : typeOf(given);
  if (given !== undefined && type === null) note(defects, 'property_type_unknown', 'property_type');
  if (type === null) {
    type = texts.use === undefined ? null : typeOf(texts.use);
    if (type === null || isBareBusiness(texts.use)) type = typeOfNames(names, texts) ?? type;
  }
  return { type, detail: givenDetail === undefined ? detailOf(type, names) : snakeCase(givenDetail) };
}

/** Whether a text of a source is the name of a kind of property. */
export const namesProperty = (text: string): boolean => typeOf(text) !== null;

/**
 * The kind of property of a permit for which the rules gave `names`: if `residential` or `commercial` is
 * among them, the tag wins over a column's type that belongs to neither (C36).
 */
export function kindBesideTags(
  kind: PropertyKind,
  names: ReadonlySet<string>,
  defects: DefectList,
): PropertyKind {
  const type = typeBesideTags(kind.type, isResidential(names), names.has('commercial'));
  if (type === kind.type) return kind;
  if (kind.type !== null) note(defects, 'property_type_overruled', 'property_type');
  return { type, detail: detailOf(type, names) };
}

function isResidential(names: ReadonlySet<string>): boolean {
  return names.has('residential') || names.has('new_dwelling');
}

/** Whether a use column only says "not a home": then the texts may say that it is an office or a church. */
function isBareBusiness(text: string | undefined): boolean {
  return (
    text !== undefined && /^(?:commercial|comm|non-?residential|business)(?: building)?$/i.test(text.trim())
  );
}

/**
 * The property type for a value of a type or use column; null for unknown words. Cached, because values
 * repeat.
 */
export const typeOf = memoize((text): PropertyType | null => {
  const lower = text.trim().toLowerCase();
  if (codes.has(lower)) return lower as PropertyType;
  const phrase = typePhrases().firstIn(lower);
  return phrase === null ? null : (typeOfPhrase[phrase] ?? null);
}, textCache);

function typeOfNames(names: ReadonlySet<string>, texts: PermitTexts): PropertyType | null {
  const residential = isResidential(names);
  const commercial = names.has('commercial');
  const isHousing = (names.has('hint:housing') || names.has('hint:one_home')) && !names.has('hint:business');
  if (residential && (!commercial || names.has('new_dwelling') || namesDwelling(texts) || isHousing))
    return 'residential';
  const textType = said.find(({ hint }) => names.has(hint))?.type;
  if (commercial) return textType !== undefined && tagOfType(textType) !== null ? textType : 'commercial';
  if (textType === 'agricultural' || textType === 'recreational') return textType;
  return names.has('hint:vacant') ? 'vacant land' : null;
}

function namesDwelling(texts: PermitTexts): boolean {
  return /(?<!non-?)residential|dwelling|family|apartment|condo/i.test(
    `${texts.type ?? ''} ${texts.work ?? ''} ${texts.subtype ?? ''}`,
  );
}

function detailOf(type: PropertyType | null, names: ReadonlySet<string>): string | null {
  if (type === null) return null;
  for (const { type: of, detail, hint } of details) {
    if (of === type && names.has(hint)) return detail;
  }
  return null;
}

/** Lower-case words joined by underscores, for open sets of values; null if nothing is left. */
export function snakeCase(text: string): string | null {
  const words = asciiLetters(text)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('_').slice(0, 60).replace(/_$/, '') || null;
}
