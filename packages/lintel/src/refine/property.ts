/**
 * Says what the property of a permit is used for (C21): from the source's own property type, its use column, and the
 * text by way of the tags that were read from it. Null where none of them tells.
 */
import { readFileSync } from 'node:fs';
import { type PropertyType, propertyTypes, type TagId } from '@lintel/contract';
import { type DefectList, note } from './defects.js';
import { maxMemo, maxTaggedLength } from './limits.js';
import { PhraseSet } from './phrase.js';
import { tagWords } from './tag-words.js';
import type { TagTexts } from './tags.js';

interface PropertyFile {
  readonly types: readonly (readonly [PropertyType, readonly string[]])[];
  readonly told: readonly (readonly [PropertyType, readonly string[], string])[];
  readonly vacant: readonly string[];
  readonly details: readonly (readonly [PropertyType, string, readonly string[]])[];
}

const file = JSON.parse(
  readFileSync(new URL('./data/property-words.json', import.meta.url), 'utf8'),
) as PropertyFile;

/** Finds which of several lists of phrases stand in a text; texts that repeat are remembered. */
class WordLists {
  readonly #phrases: PhraseSet;
  readonly #owners: number[] = [];
  readonly #memo = new Map<string, ReadonlySet<number>>();

  constructor(lists: readonly (readonly string[])[]) {
    lists.forEach((list, index) => {
      for (let i = 0; i < list.length; i++) this.#owners.push(index);
    });
    this.#phrases = new PhraseSet(lists.flat());
  }

  find(text: string): ReadonlySet<number> {
    let found = this.#memo.get(text);
    if (found === undefined) {
      const hits = new Set<number>();
      this.#phrases.scan(tagWords(text.slice(0, maxTaggedLength)), (id) => hits.add(this.#owners[id] ?? -1));
      found = hits;
      if (this.#memo.size >= maxMemo) this.#memo.clear();
      this.#memo.set(text, found);
    }
    return found;
  }
}

const typeLists = new WordLists(file.types.map(([, words]) => words));
const textLists = new WordLists([
  ...file.told.map(([, words]) => words),
  ...file.told.map(([, , unless]) => [unless]),
  file.vacant,
  ...file.details.map(([, , words]) => words),
]);
const vacantAt = file.told.length * 2;

const codes: ReadonlySet<string> = new Set(propertyTypes);

export interface PropertyKind {
  readonly type: PropertyType | null;
  /** Snake_case, for example `single_family_home`. */
  readonly detail: string | null;
}

/** Type and finer type of the property. `told` and `toldDetail` are the source's own columns. */
export function readProperty(
  told: string | undefined,
  toldDetail: string | undefined,
  texts: TagTexts,
  tags: readonly TagId[],
  defects: DefectList,
): PropertyKind {
  let type = told === undefined ? null : typeOf(told);
  if (told !== undefined && type === null) note(defects, 'property_type_unknown', 'property_type');
  type ??= texts.use === undefined ? null : typeOf(texts.use);
  const found = textLists.find(
    [texts.use, texts.type, texts.work, texts.subtype, texts.description].filter(Boolean).join(' . '),
  );
  type ??= typeOfTags(tags, texts, found);
  return { type, detail: toldDetail === undefined ? detailOf(type, found) : snakeCase(toldDetail) };
}

/** What a portal's property type or use column means; null for words that tell nothing. */
function typeOf(text: string): PropertyType | null {
  const lower = text.trim().toLowerCase();
  if (codes.has(lower)) return lower as PropertyType;
  const found = typeLists.find(lower);
  for (let index = 0; index < file.types.length; index++) {
    if (found.has(index)) return file.types[index]?.[0] ?? null;
  }
  return null;
}

function typeOfTags(
  tags: readonly TagId[],
  texts: TagTexts,
  found: ReadonlySet<number>,
): PropertyType | null {
  const residential = tags.includes('residential');
  const commercial = tags.includes('commercial') || (!residential && isSign(texts));
  if (residential && (!commercial || tags.includes('new_dwelling') || namesDwelling(texts)))
    return 'residential';
  if (commercial) {
    for (let index = 0; index < file.told.length; index++) {
      if (found.has(index) && !found.has(index + file.told.length)) return file.told[index]?.[0] ?? null;
    }
    return 'commercial';
  }
  return found.has(vacantAt) ? 'vacant land' : null;
}

/** A sign permit is for a business. */
function isSign(texts: TagTexts): boolean {
  return (
    /\bsigns?\b/i.test(`${texts.type ?? ''} ${texts.work ?? ''}`) &&
    !/\bbanner\b/i.test(texts.description ?? '')
  );
}

function namesDwelling(texts: TagTexts): boolean {
  return /residential|dwelling|family|apartment|condo/i.test(
    `${texts.type ?? ''} ${texts.work ?? ''} ${texts.subtype ?? ''}`,
  );
}

function detailOf(type: PropertyType | null, found: ReadonlySet<number>): string | null {
  for (let index = 0; index < file.details.length; index++) {
    const detail = file.details[index];
    if (detail?.[0] === type && found.has(vacantAt + 1 + index)) return detail[1];
  }
  return null;
}

/** Lower-case words joined by underscores, for open sets of values; null when nothing is left. */
export function snakeCase(text: string): string | null {
  return (
    tagWords(text)
      .filter((word) => /[a-z0-9]/.test(word))
      .join('_')
      .slice(0, 60) || null
  );
}
