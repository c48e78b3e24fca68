/**
 * Reads a permit's texts by the rules of `data/tag-rules.json` and `data/property-words.json`: which tags they support
 * (C22) and what they say of the property.
 *
 * First what is only excluded or only on the site is struck from the text ("no electrical work"); then the phrases
 * of all rules are looked for at once; then the rules are tried from top to bottom. Rules that name a `hint:` instead
 * of a tag only prepare later rules and steps.
 */
import { readFileSync } from 'node:fs';
import { tagIds } from '@lintel/contract/plain';
import { maxTaggedLength } from '../record/limits.js';
import { Memo, remembered } from '../record/memo.js';
import { decodeEntities } from '../record/text.js';
import { comma, isNumbering, nameWord, readWords, sentenceEnd, struck, type Words } from './lexicon.js';
import { PhraseSet } from './phrase.js';
import { spellOut } from './portal-codes.js';

/** The texts of a permit that tell what it is for. */
export interface PermitTexts {
  readonly type?: string | undefined;
  readonly subtype?: string | undefined;
  readonly work?: string | undefined;
  readonly use?: string | undefined;
  readonly description?: string | undefined;
}

const fields = ['category', 'use', 'description'] as const;
export type RuleField = (typeof fields)[number];

/** A rule as the file writes it. */
export interface TagRule {
  /** A tag id, or a `hint:` name. */
  readonly gives: string;
  readonly in: readonly RuleField[];
  /** One of these phrases must stand in one of the fields. */
  readonly words: readonly string[];
  /** Words that stand within one of these mean something else and do not count (`gas station` is no gas work). */
  readonly except?: readonly string[];
  /** None of these may stand in any field. */
  readonly unless?: readonly string[];
  /** One of these tags or hints must have been given by rules above. */
  readonly with?: readonly string[];
  /** None of these tags or hints may have been given by rules above. */
  readonly without?: readonly string[];
}

interface RuleFile {
  /** Phrases that begin with a word that strikes, and strike nothing: `no plan check` is a way of filing. */
  readonly keep: readonly string[];
  /** `[phrase, how far]`: struck alone, up to the next comma, to the end of its sentence, or with the whole of it. */
  readonly strike: readonly (readonly [string, 'phrase' | 'comma' | 'sentence' | 'whole'])[];
  /** Phrases that strike the trades listed before them. */
  readonly strikeBefore: { readonly phrases: readonly string[]; readonly over: readonly string[] };
  readonly rules: readonly TagRule[];
}

interface PropertyFile {
  /** Type, words, and phrases none of which may stand in any field. */
  readonly told: readonly (readonly [string, readonly string[], ...string[]])[];
  readonly vacant: readonly string[];
  readonly details: readonly (readonly [string, string, readonly string[], (readonly string[])?])[];
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'));
}

const file = readJson('tag-rules.json') as RuleFile;
const rules: readonly TagRule[] = [
  ...file.rules,
  ...propertyRules(readJson('property-words.json') as PropertyFile),
];
const strikes = new PhraseSet([
  ...file.keep,
  ...file.strike.map(([phrase]) => phrase),
  ...file.strikeBefore.phrases,
]);
const strikeOverWords = file.strikeBefore.over.filter((word) => word !== ',').map(nameWord);
const orWord = nameWord('or');
let strikeOver: ReadonlySet<number> | null = null;
const strikeLimit = 12;

/** What texts say of a property, as rules that give hints. */
function propertyRules({ told, vacant, details }: PropertyFile): TagRule[] {
  return [
    ...told.map(([type, words, ...unless]) => ({
      gives: `hint:told_${type}`,
      in: fields,
      words,
      unless,
    })),
    { gives: 'hint:vacant', in: fields, words: vacant },
    ...details.map(([type, detail, words, except]) => ({
      gives: `hint:detail_${type}_${detail}`,
      in: fields,
      words,
      ...(except === undefined ? {} : { except }),
    })),
  ];
}

/** Looks on while a permit's texts are read: for explanations. */
export interface RuleWatch {
  /** A text was read: its words by where they begin and end, and by number, 0 for those that were struck out. */
  read(field: RuleField, text: string, spans: readonly (readonly [number, number])[], words: Words): void;
  /** A phrase was found in the text read last, from one word up to another. */
  found(rule: TagRule, role: PhraseRole, phrase: string, start: number, end: number): void;
  /** A rule gave its tag or hint. */
  gave(rule: TagRule): void;
}

/** What a phrase is to the rule that it belongs to. */
const roles = ['words', 'unless', 'guarded', 'except'] as const;
export type PhraseRole = (typeof roles)[number];

interface FieldPhrases {
  readonly phrases: PhraseSet;
  /** For each phrase the rule it belongs to, and its role there: `guarded` words are those of a rule with exceptions. */
  readonly owners: readonly { readonly rule: number; readonly role: PhraseRole; readonly phrase: string }[];
}

/** All phrases of one field. */
function compileField(field: RuleField): FieldPhrases {
  const phrases: string[] = [];
  const owners: FieldPhrases['owners'][number][] = [];
  rules.forEach((rule, index) => {
    const add = (role: PhraseRole, texts: readonly string[] = []) => {
      for (const text of texts) {
        phrases.push(text);
        owners.push({ rule: index, role, phrase: text });
      }
    };
    add('unless', rule.unless);
    if (!rule.in.includes(field)) return;
    add(rule.except === undefined ? 'words' : 'guarded', rule.words);
    add('except', rule.except);
  });
  return { phrases: new PhraseSet(phrases), owners };
}

const compiled = {
  category: compileField('category'),
  use: compileField('use'),
  description: compileField('description'),
};
checkRules();

function checkRules(): void {
  const known = new Set<string>(tagIds);
  for (const rule of rules) {
    if (rule.gives.startsWith('hint:')) known.add(rule.gives);
    for (const name of [rule.gives, ...(rule.with ?? []), ...(rule.without ?? [])]) {
      if (!known.has(name))
        throw new Error(`tag-rules.json names "${name}", which is neither a tag nor a hint above`);
    }
  }
}

/** Strikes what is excluded or only mentioned, but not `No 1054`; the words are changed in place. */
function strikeOut(words: Words): void {
  strikeOver ??= new Set([comma, ...strikeOverWords.map((number) => number())]);
  const over = strikeOver;
  let kept = -1;
  strikes.scan(words, (id, start, end) => {
    if (id < file.keep.length) kept = start;
    if (kept === start) return;
    const rule = file.strike[id - file.keep.length];
    if (rule === undefined) {
      let from = start;
      while (from > 0 && over.has(words[from - 1] ?? struck)) from -= 1;
      words.fill(struck, from, end);
    } else if (rule[1] !== 'comma' || !isNumbering(words[end])) {
      const [, reach] = rule;
      const from = reach === 'whole' ? startOfSentence(words, start) : start;
      words.fill(struck, from, reach === 'phrase' ? end : endOfStrike(words, end, reach));
    }
  });
}

function startOfSentence(words: Words, at: number): number {
  let from = at;
  while (from > 0 && words[from - 1] !== sentenceEnd) from -= 1;
  return from;
}

/** Where striking stops: at the next comma, a few words on, or at the end of the sentence. */
function endOfStrike(words: Words, from: number, reach: 'comma' | 'sentence' | 'whole'): number {
  const limit = reach === 'comma' ? Math.min(words.length, from + strikeLimit) : words.length;
  let to = from;
  while (to < limit && (words[to] !== sentenceEnd || (reach !== 'comma' && isTradesOnly(words, to + 1)))) {
    if (reach === 'comma' && words[to] === comma && !listGoesOn(words, to + 1)) break;
    to += 1;
  }
  return to;
}

/** Whether a sentence only names trades, as the rest of a list does: `separate permits required for electric; plumbing`. */
function isTradesOnly(words: Words, from: number): boolean {
  let at = from;
  while (at < words.length && words[at] !== sentenceEnd) {
    if (!strikeOver?.has(words[at] ?? struck)) return false;
    at += 1;
  }
  return at > from;
}

/** Whether a list goes on after a comma, by one word or by trades up to an "or": `no gas, fire alarm or sewer work`. */
function listGoesOn(words: Words, from: number): boolean {
  const or = orWord();
  if (words[from + 1] === or) return true;
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? struck;
    if (word === or) return true;
    if (!strikeOver?.has(word)) return false;
  }
  return false;
}

/** The rules of which a phrase stands in a text, each once. */
interface Hits {
  readonly words: readonly number[];
  readonly unless: readonly number[];
}

/** Words of one rule, from `start` up to `end`. */
interface Span {
  readonly rule: number;
  readonly start: number;
  readonly end: number;
}

function findIn(field: RuleField, text: string, watch?: RuleWatch): Hits {
  const hits = { words: [] as number[], unless: [] as number[] };
  textNumber += 1;
  const spans: [number, number][] | undefined = watch && [];
  const plain = decodeEntities(text.slice(0, maxTaggedLength));
  const words = readWords(plain, field === 'description', spans);
  strikeOut(words);
  if (spans !== undefined) watch?.read(field, plain, spans, words);
  const { phrases, owners } = compiled[field];
  const guarded: Span[] = [];
  const excepted: Span[] = [];
  phrases.scan(words, (id, start, end) => {
    const owner = owners[id];
    if (owner === undefined) return;
    const { rule, role } = owner;
    const watched = watch === undefined ? undefined : rules[rule];
    if (watched !== undefined) watch?.found(watched, role, owner.phrase, start, end);
    if (role === 'words') addOnce(hits.words, rule, givenIn);
    else if (role === 'unless') addOnce(hits.unless, rule, heldBackIn);
    else (role === 'guarded' ? guarded : excepted).push({ rule, start, end });
  });
  for (const span of guarded) {
    if (!excepted.some((other) => touches(span, other))) addOnce(hits.words, span.rule, givenIn);
  }
  return hits;
}

/** For each rule the text in which it was found last; numbers spare clearing them, and a set for each text. */
const givenIn = new Float64Array(rules.length);
const heldBackIn = new Float64Array(rules.length);
let textNumber = 0;

function addOnce(list: number[], rule: number, lastIn: Float64Array): void {
  if (lastIn[rule] === textNumber) return;
  lastIn[rule] = textNumber;
  list.push(rule);
}

function touches(span: Span, other: Span): boolean {
  return span.rule === other.rule && span.start < other.end && other.start < span.end;
}

/** Categories and uses repeat: what was found in one is remembered. */
const findInCategory = remembered((text) => findIn('category', text));
const findInUse = remembered((text) => findIn('use', text));

/** What was found in a description, for all permits that have it; undefined until it is read. */
export interface SaidBefore {
  hits: Hits | undefined;
}

/** What was found in each of the texts. */
function findAll(texts: PermitTexts, said: SaidBefore): Hits[] {
  const { type, work } = spellOut(texts.type, texts.work);
  const hits = [findInCategory(joined(type, work, texts.subtype))];
  if (texts.use !== undefined) hits.push(findInUse(texts.use));
  if (texts.description !== undefined) {
    said.hits ??= findIn('description', texts.description);
    hits.push(said.hits);
  }
  return hits;
}

/** The same with somebody looking on: nothing is taken from memory. */
function findWatched(texts: PermitTexts, watch: RuleWatch): Hits[] {
  const { type, work } = spellOut(texts.type, texts.work);
  const hits = [findIn('category', joined(type, work, texts.subtype), watch)];
  if (texts.use !== undefined) hits.push(findIn('use', texts.use, watch));
  if (texts.description !== undefined) hits.push(findIn('description', texts.description, watch));
  return hits;
}

/** The parts of a category with commas between them. */
function joined(type: string | undefined, work: string | undefined, subtype: string | undefined): string {
  let category = type ?? '';
  for (const part of [work, subtype]) {
    if (part !== undefined) category = category === '' ? part : `${category} , ${part}`;
  }
  return category;
}

/** The rules that may give: their words stand in one of the texts and nothing speaks against them; in their order. */
function candidates(found: readonly Hits[]): number[] {
  permitNumber += 1;
  for (const { unless } of found) for (const rule of unless) seen[rule] = permitNumber;
  const wanted: number[] = [];
  for (const { words } of found) {
    for (const rule of words) {
      if (seen[rule] === permitNumber) continue;
      seen[rule] = permitNumber;
      putInOrder(wanted, rule);
    }
  }
  return wanted;
}

/** Adds a number to a short list in ascending order; cheaper than sorting it in the end. */
function putInOrder(list: number[], number: number): void {
  let at = list.length;
  list.push(number);
  for (let before = list[at - 1]; before !== undefined && before > number; before = list[at - 1]) {
    list[at] = before;
    at -= 1;
  }
  list[at] = number;
}

/** For each rule the permit for which it was last seen to give or not to give; numbers spare clearing it. */
const seen = new Float64Array(rules.length);
let permitNumber = 0;

/** The names of tags and hints, and the rules by their indexes. */
const names = [...new Set(rules.map((rule) => rule.gives))];
const indexed = rules.map((rule) => ({
  gives: names.indexOf(rule.gives),
  with: rule.with?.map((name) => names.indexOf(name)) ?? null,
  without: rule.without?.map((name) => names.indexOf(name)) ?? [],
}));

/** Everything that the rules give, hints included, while somebody looks on. */
export function watchNames(texts: PermitTexts, watch: RuleWatch): ReadonlySet<string> {
  return applyRules(candidates(findWatched(texts, watch)), watch);
}

/** Everything that the rules give, hints included. `said`: what is known of the description already. */
export function findNames(texts: PermitTexts, said: SaidBefore = { hits: undefined }): ReadonlySet<string> {
  const wanted = candidates(findAll(texts, said));
  const key = wanted.join(' ');
  let known = givenBy.get(key);
  if (known === undefined) {
    known = applyRules(wanted);
    givenBy.set(key, known);
  }
  return known;
}

/** What rules gave, by their indexes: the same few rules meet over and over. */
const givenBy = new Memo<string, ReadonlySet<string>>();

function applyRules(wanted: readonly number[], watch?: RuleWatch): ReadonlySet<string> {
  const given = new Uint8Array(names.length);
  const found = new Set<string>();
  for (const index of wanted) {
    const rule = indexed[index];
    if (rule === undefined) continue;
    if (given[rule.gives] === 1 || someGiven(rule.without, given)) continue;
    if (rule.with !== null && !someGiven(rule.with, given)) continue;
    given[rule.gives] = 1;
    found.add(names[rule.gives] ?? '');
    const watched = watch === undefined ? undefined : rules[index];
    if (watched !== undefined) watch?.gave(watched);
  }
  return found;
}

function someGiven(wanted: readonly number[], given: Uint8Array): boolean {
  for (const name of wanted) if (given[name] === 1) return true;
  return false;
}
