/**
 * Gives a permit the tags that its own text supports (C22), by the rules of `data/tag-rules.json`.
 *
 * First what is only excluded or only on the site is struck from the text ("no electrical work"); then the phrases
 * of all rules are looked for at once; then the rules are tried from top to bottom. Rules that name a `hint` instead
 * of a tag only prepare later rules.
 */
import { readFileSync } from 'node:fs';
import { type TagId, tagIds, withParents } from '@lintel/contract';
import { maxMemo, maxTaggedLength } from './limits.js';
import { PhraseSet, struck } from './phrase.js';
import { tagWords } from './tag-words.js';

/** The texts of a permit that its tags are read from. */
export interface TagTexts {
  readonly type?: string | undefined;
  readonly subtype?: string | undefined;
  readonly work?: string | undefined;
  readonly use?: string | undefined;
  readonly description?: string | undefined;
}

const fields = ['category', 'use', 'description'] as const;
type RuleField = (typeof fields)[number];

/** A rule as the file writes it. */
interface TagRule {
  /** A tag id, or a `hint:` name. */
  readonly gives: string;
  readonly in: readonly RuleField[];
  /** One of these phrases must stand in one of the fields. */
  readonly words: readonly string[];
  /** None of these may stand in any field. */
  readonly unless?: readonly string[];
  /** One of these tags or hints must have been given by rules above. */
  readonly with?: readonly string[];
  /** None of these tags or hints may have been given by rules above. */
  readonly without?: readonly string[];
}

interface RuleFile {
  /** `[first word or phrase, how far]`: struck with what follows, up to the next comma or end of sentence. */
  readonly strike: readonly (readonly [string, 'phrase' | 'comma' | 'sentence'])[];
  /** Phrases that strike the trades listed before them. */
  readonly strikeBefore: { readonly phrases: readonly string[]; readonly over: readonly string[] };
  readonly rules: readonly TagRule[];
}

const file = JSON.parse(readFileSync(new URL('./data/tag-rules.json', import.meta.url), 'utf8')) as RuleFile;
const strikes = new PhraseSet([...file.strike.map(([phrase]) => phrase), ...file.strikeBefore.phrases]);
const strikeOver = new Set(file.strikeBefore.over);
const strikeLimit = 12;

/** All phrases of one field, and which rule (even: words, odd: unless) each belongs to. */
function compileField(field: RuleField): { readonly phrases: PhraseSet; readonly owners: readonly number[] } {
  const phrases: string[] = [];
  const owners: number[] = [];
  file.rules.forEach((rule, index) => {
    const words = rule.in.includes(field) ? rule.words : [];
    for (const phrase of words) {
      phrases.push(phrase);
      owners.push(index * 2);
    }
    for (const phrase of rule.unless ?? []) {
      phrases.push(phrase);
      owners.push(index * 2 + 1);
    }
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
  for (const rule of file.rules) {
    if (rule.gives.startsWith('hint:')) known.add(rule.gives);
    for (const name of [rule.gives, ...(rule.with ?? []), ...(rule.without ?? [])]) {
      if (!known.has(name))
        throw new Error(`tag-rules.json names "${name}", which is neither a tag nor a hint above`);
    }
  }
}

/** Strikes what is excluded or only mentioned; the words are changed in place. */
function strikeOut(words: string[]): void {
  strikes.scan(words, (id, start, end) => {
    const rule = file.strike[id];
    if (rule === undefined) {
      let from = start;
      while (from > 0 && strikeOver.has(words[from - 1] ?? '')) from -= 1;
      words.fill(struck, from, end);
      return;
    }
    let to = end;
    if (rule[1] !== 'phrase') {
      const limit = rule[1] === 'comma' ? end + strikeLimit : words.length;
      while (
        to < words.length &&
        to < limit &&
        words[to] !== '.' &&
        !(rule[1] === 'comma' && words[to] === ',')
      )
        to += 1;
    }
    words.fill(struck, start, to);
  });
}

function findIn(field: RuleField, text: string): Set<number> {
  const words = tagWords(text.slice(0, maxTaggedLength));
  strikeOut(words);
  const hits = new Set<number>();
  const { phrases, owners } = compiled[field];
  phrases.scan(words, (id) => hits.add(owners[id] ?? 0));
  return hits;
}

/** Categories and uses repeat: what was found in one is remembered. */
const memo = new Map<string, Set<number>>();
const nothing: ReadonlySet<number> = new Set();

function findRemembered(field: 'category' | 'use', text: string): ReadonlySet<number> {
  if (text === '') return nothing;
  const key = `${field}\0${text}`;
  let hits = memo.get(key);
  if (hits === undefined) {
    hits = findIn(field, text);
    if (memo.size >= maxMemo) memo.clear();
    memo.set(key, hits);
  }
  return hits;
}

/** The tags that the texts support, parents included, sorted. */
export function readTags(texts: TagTexts): TagId[] {
  return withParents([...findNames(texts)].filter((name) => !name.startsWith('hint:')) as TagId[]);
}

/** Everything that the rules give, hints included. */
export function findNames(texts: TagTexts): ReadonlySet<string> {
  const category = [texts.type, texts.work, texts.subtype].filter((text) => text !== undefined).join(' , ');
  const inCategory = findRemembered('category', category);
  const inUse = findRemembered('use', texts.use ?? '');
  const inDescription = texts.description === undefined ? nothing : findIn('description', texts.description);
  const given = new Set<string>();
  for (let index = 0; index < file.rules.length; index++) {
    const words = index * 2;
    if (!inDescription.has(words) && !inCategory.has(words) && !inUse.has(words)) continue;
    if (inDescription.has(words + 1) || inCategory.has(words + 1) || inUse.has(words + 1)) continue;
    const rule = file.rules[index];
    if (rule === undefined || rule.without?.some((name) => given.has(name))) continue;
    if (rule.with !== undefined && !rule.with.some((name) => given.has(name))) continue;
    given.add(rule.gives);
  }
  return given;
}
