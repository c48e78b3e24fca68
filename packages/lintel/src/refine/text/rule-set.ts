/**
 * Applies the tag rules to a permit's texts: which tags they support (C22), and what they say about the
 * property.
 *
 * First what a text only excludes or mentions is struck out ("no electrical work"); then the phrases of all
 * rules are searched at once; then the rules are tried from top to bottom. Rules that give a `hint:` instead
 * of a tag only serve later rules and steps.
 */
import type { TagId } from '@lintel/contract';
import { tagIds, withParents } from '@lintel/contract/plain';
import { lazily } from '../../base/lazily.js';
import { LruCache, memoize } from '../../base/memory/lru-cache.js';
import { maxCached, maxCachedText, maxTaggedLength, textCache } from '../record/limits.js';
import { decodeEntities } from '../record/text.js';
import type { Lexicon, Words } from './lexicon.js';
import { PhraseSet } from './phrase.js';
import { spellOut } from './portal-codes.js';
import { lexicon, type RuleField, ruleFields, type TagRule, tagRuleFile, tagRules } from './rule-files.js';
import { StrikeOut } from './strike-out.js';

/** The texts of a permit that say what it is for. */
export interface PermitTexts {
  readonly type?: string | undefined;
  readonly subtype?: string | undefined;
  readonly work?: string | undefined;
  readonly use?: string | undefined;
  readonly description?: string | undefined;
}

/** The result of the rules for a permit's texts. Shared by permits with the same result: do not change it. */
export interface RuleMatch {
  /** Tags and hints, in the order of the rules. */
  readonly names: ReadonlySet<string>;
  /** The tags among them, parents included, sorted. */
  readonly tags: TagId[];
}

/** Called while a permit's texts are read, for explanations. */
interface RuleWatch {
  /** A text was read: where its words begin and end, and the words, some of them struck out. */
  read(field: RuleField, text: string, spans: readonly (readonly [number, number])[], words: Words): void;
  /** A phrase was found in the text read last, from one word up to another. */
  found(rule: TagRule, role: PhraseRole, phrase: string, start: number, end: number): void;
  /** A rule gave its tag or hint. */
  gave(rule: TagRule): void;
}

/** The role of a phrase in its rule: `guarded` words belong to a rule with exceptions. */
export type PhraseRole = 'words' | 'unless' | 'guarded' | 'except';

/** The phrases of all rules for one field. */
interface FieldPhrases {
  readonly phrases: PhraseSet;
  /** The rule of each phrase, and its role in it. */
  readonly owners: readonly PhraseOwner[];
}

interface PhraseOwner {
  readonly rule: number;
  readonly role: PhraseRole;
  readonly phrase: string;
}

/** A rule with tags and hints as numbers. */
interface CompiledRule {
  readonly rule: TagRule;
  readonly gives: number;
  /** The tag or hint and the parents of the tag: rules that must come without one of them are held back. */
  readonly implies: readonly number[];
  readonly with: readonly number[] | null;
  readonly without: readonly number[];
}

/** The rules with a phrase in a text, each once. */
interface Hits {
  readonly words: number[];
  readonly unless: number[];
}

/** Words of one rule, from `start` up to `end`. */
interface Span {
  readonly rule: number;
  readonly start: number;
  readonly end: number;
}

const knownTags: ReadonlySet<string> = new Set(tagIds);

class RuleSet {
  readonly #lexicon: Lexicon;
  readonly #strikeOut: StrikeOut;
  readonly #fields: Readonly<Record<RuleField, FieldPhrases>>;
  readonly #rules: readonly CompiledRule[];
  readonly #names: readonly string[];
  /** Cached, because categories and uses repeat. */
  readonly #inCategory = memoize((text) => this.#find('category', text), textCache);
  readonly #inUse = memoize((text) => this.#find('use', text), textCache);
  readonly #alone = memoize((text) => this.#find('alone', text), textCache);
  /** Results by text, and by the set of matched rules: few combinations of rules occur. */
  readonly #byTexts = new LruCache<string, RuleMatch>(maxCached);
  readonly #byRules = new LruCache<string, RuleMatch>(maxCached);

  /**
   * Compiles rules; all their words must be in the lexicon. Throws if a rule names an unknown tag or hint.
   */
  static compile(rules: readonly TagRule[], strikeOut: StrikeOut, lexicon: Lexicon): RuleSet {
    checkNames(rules);
    return new RuleSet(rules, strikeOut, lexicon);
  }

  private constructor(rules: readonly TagRule[], strikeOut: StrikeOut, lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#strikeOut = strikeOut;
    const fields = ruleFields.map((field) => [field, compileField(rules, field, lexicon)]);
    this.#fields = Object.fromEntries(fields) as Record<RuleField, FieldPhrases>;
    const names = [...new Set(rules.map((rule) => rule.gives))];
    const numberOf = (name: string) => names.indexOf(name);
    this.#names = names;
    this.#rules = rules.map((rule) => ({
      rule,
      gives: numberOf(rule.gives),
      implies: [rule.gives, ...(isTag(rule.gives) ? withParents([rule.gives]) : [])]
        .map(numberOf)
        .filter((number) => number >= 0),
      with: rule.with?.map(numberOf) ?? null,
      without: rule.without?.map(numberOf) ?? [],
    }));
  }

  /** Everything that the rules give for the texts. */
  match(texts: PermitTexts): RuleMatch {
    const { type = '', work = '', subtype = '', use = '', description = '' } = texts;
    if (type.length + description.length > maxCachedText) return this.#match(texts);
    // No text of a row holds NUL, nor is one empty.
    const key = `${description}\0${type}\0${work}\0${subtype}\0${use}`;
    let match = this.#byTexts.get(key);
    if (match === undefined) {
      match = this.#match(texts);
      this.#byTexts.set(key, match);
    }
    return match;
  }

  /** The same without the cache, with calls to `watch` on the way. */
  explain(texts: PermitTexts, watch: RuleWatch): RuleMatch {
    const hits = [this.#find('category', categoryOf(texts), watch)];
    if (texts.use !== undefined) hits.push(this.#find('use', texts.use, watch));
    if (texts.description === undefined) hits.push(this.#find('alone', categoryOf(texts), watch));
    else hits.push(this.#find('description', texts.description, watch));
    return this.#apply(candidates(hits), watch);
  }

  #match(texts: PermitTexts): RuleMatch {
    const hits = [this.#inCategory(categoryOf(texts))];
    if (texts.use !== undefined) hits.push(this.#inUse(texts.use));
    if (texts.description === undefined) hits.push(this.#alone(categoryOf(texts)));
    else hits.push(this.#find('description', texts.description));
    const rules = candidates(hits);
    const key = rules.join(' ');
    let match = this.#byRules.get(key);
    if (match === undefined) {
      match = this.#apply(rules);
      this.#byRules.set(key, match);
    }
    return match;
  }

  /** The rules whose phrases are in a text. */
  #find(field: RuleField, text: string, watch?: RuleWatch): Hits {
    const plain = decodeEntities(beginning(text));
    const isProse = field === 'description';
    const spans: [number, number][] = [];
    const words = this.#lexicon.read(plain, watch === undefined ? { isProse } : { isProse, spans });
    this.#strikeOut.apply(words);
    watch?.read(field, plain, spans, words);
    const { phrases, owners } = this.#fields[field];
    const found = { words: new Set<number>(), unless: new Set<number>() };
    const guarded: Span[] = [];
    const excepted: Span[] = [];
    phrases.scan(words, (id, start, end) => {
      const owner = owners[id];
      if (owner === undefined) throw new RangeError(`no rule has phrase ${id}`);
      const { rule, role } = owner;
      if (watch !== undefined) watch.found(this.#rule(rule).rule, role, owner.phrase, start, end);
      if (role === 'words') found.words.add(rule);
      else if (role === 'unless') found.unless.add(rule);
      else (role === 'guarded' ? guarded : excepted).push({ rule, start, end });
    });
    for (const span of guarded) {
      if (!excepted.some((other) => touches(span, other))) found.words.add(span.rule);
    }
    return { words: [...found.words], unless: [...found.unless] };
  }

  /** Tries the matched rules in order. */
  #apply(candidates: readonly number[], watch?: RuleWatch): RuleMatch {
    const given = new Uint8Array(this.#names.length);
    const implied = new Uint8Array(this.#names.length);
    const names = new Set<string>();
    for (const number of candidates) {
      const rule = this.#rule(number);
      if (given[rule.gives] === 1 || isAnyGiven(rule.without, implied)) continue;
      if (rule.with !== null && !isAnyGiven(rule.with, given)) continue;
      given[rule.gives] = 1;
      for (const name of rule.implies) implied[name] = 1;
      names.add(rule.rule.gives);
      watch?.gave(rule.rule);
    }
    return { names, tags: withParents([...names].filter(isTag)) };
  }

  #rule(number: number): CompiledRule {
    const rule = this.#rules[number];
    if (rule === undefined) throw new RangeError(`there is no rule ${number}`);
    return rule;
  }
}

/** Every name that a rule needs must be a tag, or a hint given by it or an earlier rule. */
function checkNames(rules: readonly TagRule[]): void {
  const known = new Set<string>(tagIds);
  for (const rule of rules) {
    if (rule.gives.startsWith('hint:')) known.add(rule.gives);
    for (const name of [rule.gives, ...(rule.with ?? []), ...(rule.without ?? [])]) {
      if (!known.has(name))
        throw new Error(`A tag rule names "${name}", which is neither a tag nor a hint above.`);
    }
  }
}

function compileField(rules: readonly TagRule[], field: RuleField, lexicon: Lexicon): FieldPhrases {
  const owners = rules.flatMap((rule, number) => {
    const own = (role: PhraseRole, phrases: readonly string[] = []): PhraseOwner[] =>
      phrases.map((phrase) => ({ rule: number, role, phrase }));
    const unless = own('unless', rule.unless);
    if (!rule.in.includes(field)) return unless;
    const words = own(rule.except === undefined ? 'words' : 'guarded', rule.words);
    return [...unless, ...words, ...own('except', rule.except)];
  });
  const phrases = new PhraseSet(
    owners.map(({ phrase }) => phrase),
    lexicon,
  );
  return { phrases, owners };
}

/** Type, work and subtype of a permit in words, with commas between them. */
function categoryOf(texts: PermitTexts): string {
  const { type, work } = spellOut(texts.type, texts.work);
  let category = type ?? '';
  for (const part of [work, texts.subtype]) {
    if (part !== undefined) category = category === '' ? part : `${category} , ${part}`;
  }
  return category;
}

function touches(span: Span, other: Span): boolean {
  return span.rule === other.rule && span.start < other.end && other.start < span.end;
}

/** The rules with a phrase in one of the texts and an excluding phrase in none, in order. */
function candidates(hits: readonly Hits[]): number[] {
  const against = new Set(hits.flatMap(({ unless }) => unless));
  const wanted = new Set(hits.flatMap(({ words }) => words));
  return [...wanted].filter((rule) => !against.has(rule)).sort((a, b) => a - b);
}

function isAnyGiven(names: readonly number[], given: Uint8Array): boolean {
  return names.some((name) => given[name] === 1);
}

function isTag(name: string): name is TagId {
  return knownTags.has(name);
}

/** The tag rules of Lintel. */
export const permitRules = lazily(() =>
  RuleSet.compile(tagRules, new StrikeOut(tagRuleFile, lexicon()), lexicon()),
);

/** What the rules read of a text: a long one up to its last whole sentence, so that no phrase is cut short. */
function beginning(text: string): string {
  if (text.length <= maxTaggedLength) return text;
  const cut = text.slice(0, maxTaggedLength);
  const end = cut.lastIndexOf('. ');
  return end < maxTaggedLength / 2 ? cut : cut.slice(0, end + 1);
}
