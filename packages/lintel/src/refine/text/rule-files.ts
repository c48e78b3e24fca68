/**
 * The files of phrases: `data/tag-rules.json`, `data/property-words.json` and `data/decision-words.json`, and
 * one shared lexicon of their words, so that words run together are split by the words of all files.
 */
import { readFileSync } from 'node:fs';
import type { AssetClass, DecisionCategory, PropertyType } from '@lintel/contract';
import { lazily } from '../../base/lazily.js';
import { Lexicon } from './lexicon.js';

/**
 * Where the phrases of a rule are searched: `category` is type, work and subtype of a permit, and `alone` the
 * same of a permit without a description, whose category is all that it says.
 */
export const ruleFields = ['category', 'alone', 'use', 'description'] as const;
export type RuleField = (typeof ruleFields)[number];

/** A rule as in the file. */
export interface TagRule {
  /** A tag id, or a `hint:` name for later rules and steps only. */
  readonly gives: string;
  readonly in: readonly RuleField[];
  /** One of these phrases must be in one of the fields. */
  readonly words: readonly string[];
  /** Words within one of these mean something else and do not count (`gas station` is no gas work). */
  readonly except?: readonly string[];
  /** None of these may be in any field. */
  readonly unless?: readonly string[];
  /** Earlier rules must have given one of these tags or hints. */
  readonly with?: readonly string[];
  /** Earlier rules must have given none of these tags or hints. */
  readonly without?: readonly string[];
}

/**
 * Extent of a strike: its phrase alone, the things named after it, to the next comma, to the end of a list of
 * trades and rooms, to the end of its sentence, or the whole sentence.
 */
export type StrikeReach = 'phrase' | 'things' | 'comma' | 'list' | 'sentence' | 'whole';

/** Phrases that strike what is listed before them: `pool and deck to remain`. */
interface StrikeBefore {
  readonly phrases: readonly string[];
  readonly over: readonly string[];
  /** Whether an item of the list stays that has other words, too: `new kitchen, doors to remain`. */
  readonly items?: boolean;
}

interface TagRuleFile {
  /** Phrases that begin with a striking word but strike nothing: `no plan check` is a way of filing. */
  readonly keep: readonly string[];
  /** `leaves` is a word that rules find in place of what was struck out: that it is excluded is said, too. */
  readonly strike: readonly (readonly [phrase: string, reach: StrikeReach, leaves?: string])[];
  /** Trades, rooms and parts of a building: they alone continue a list of what is excluded. */
  readonly things: readonly string[];
  readonly strikeBefore: readonly StrikeBefore[];
  readonly rules: readonly TagRule[];
}

interface PropertyWordFile {
  /** The meaning of values of property-type and use columns; null where they do not tell. */
  readonly types: readonly (readonly [PropertyType | null, readonly string[]])[];
  /** Type, phrases for it, and phrases that must not be in any field. */
  readonly told: readonly (readonly [PropertyType, readonly string[], ...string[]])[];
  readonly vacant: readonly string[];
  /** Type, detailed type, phrases for it, and phrases within which they do not count. */
  readonly details: readonly (readonly [PropertyType, string, readonly string[], (readonly string[])?])[];
}

interface DecisionWordFile {
  readonly categories: readonly (readonly [DecisionCategory, readonly string[]])[];
  readonly assets: readonly (readonly [AssetClass, readonly string[]])[];
  readonly denied: readonly string[];
  readonly pending: readonly string[];
  /** Phrases, the sentence if approved, and what an application that was not approved asks for. */
  readonly matters: readonly (readonly [readonly string[], string, string])[];
  /** The two sentences for decisions with only a category. */
  readonly of_category: Readonly<Partial<Record<DecisionCategory, readonly [string, string]>>>;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'));
}

export const tagRuleFile = readJson('tag-rules.json') as TagRuleFile;
export const propertyWords = readJson('property-words.json') as PropertyWordFile;
export const decisionWords = readJson('decision-words.json') as DecisionWordFile;

/** The name of the hint for a property type, or a detailed type of it, found in the texts. */
export function typeHint(type: PropertyType, detail?: string): string {
  return detail === undefined ? `hint:told_${type}` : `hint:detail_${type}_${detail}`;
}

/** The fields of a permit's own words, each once. */
const textFields: readonly RuleField[] = ['category', 'use', 'description'];

/** The property words as rules that give hints. */
function propertyRules({ told, vacant, details }: PropertyWordFile): TagRule[] {
  return [
    ...told.map(([type, words, ...unless]) => ({ gives: typeHint(type), in: textFields, words, unless })),
    { gives: 'hint:vacant', in: textFields, words: vacant },
    ...details.map(([type, detail, words, except]) => ({
      gives: typeHint(type, detail),
      in: textFields,
      words,
      ...(except === undefined ? {} : { except }),
    })),
  ];
}

/** The rules in the order in which they are tried. */
export const tagRules: readonly TagRule[] = [...tagRuleFile.rules, ...propertyRules(propertyWords)];

function* allPhrases(): Iterable<string> {
  yield* tagRuleFile.keep;
  for (const [phrase] of tagRuleFile.strike) yield phrase;
  for (const { phrases } of tagRuleFile.strikeBefore) yield* phrases;
  for (const { words, except = [], unless = [] } of tagRules) yield* [...words, ...except, ...unless];
  for (const [, phrases] of propertyWords.types) yield* phrases;
  const { categories, assets, denied, pending, matters } = decisionWords;
  for (const [, phrases] of [...categories, ...assets]) yield* phrases;
  yield* [...denied, ...pending];
  for (const [phrases] of matters) yield* phrases;
}

/** The words of all phrases. */
export const lexicon = lazily(() =>
  Lexicon.compile(allPhrases(), [
    'or',
    ...tagRuleFile.things,
    ...tagRuleFile.strikeBefore.flatMap(({ over }) => over.filter(isWord)),
  ]),
);

function isWord(text: string): boolean {
  return text !== ',';
}
