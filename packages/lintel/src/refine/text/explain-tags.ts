/**
 * Explains the tags of a permit: which words in which field gave which tag or hint by which rule, which rules
 * matched and gave nothing, and which words were struck out first.
 *
 * It observes the same code that runs in a build.
 */
import type { Words } from './lexicon.js';
import type { RuleField, TagRule } from './rule-files.js';
import { type PermitTexts, type PhraseRole, permitRules } from './rule-set.js';
import { struck } from './word-classes.js';

/** A phrase of a rule that was found in a text. */
export interface FoundPhrase {
  /** `category` is type, work and subtype. */
  readonly field: RuleField;
  /** As the rule writes it. */
  readonly phrase: string;
  /** As the text has it. */
  readonly words: string;
}

interface RuleReason {
  /** The tag, or a `hint:` for later rules. */
  readonly gives: string;
  readonly found: readonly FoundPhrase[];
  /** Tags or hints of which the rule needs one; null if it needs none. */
  readonly with: readonly string[] | null;
}

/** A rule that matched and gave nothing. */
interface HeldBack extends RuleReason {
  readonly because: string;
}

export interface TagExplanation {
  readonly gave: readonly RuleReason[];
  readonly heldBack: readonly HeldBack[];
  /** What is excluded or only mentioned. */
  readonly struckOut: readonly { readonly field: RuleField; readonly words: string }[];
}

type Findings = Readonly<Record<PhraseRole, FoundPhrase[]>>;

/** Explains the tags of these texts. */
export function explainTags(texts: PermitTexts): TagExplanation {
  const found = new Map<TagRule, Findings>();
  const given: TagRule[] = [];
  const struckOut: { field: RuleField; words: string }[] = [];
  let wordsOf = (_start: number, _end: number): string => '';
  let fieldNow: RuleField = 'category';
  const { names } = permitRules().explain(texts, {
    read(field, text, spans, words) {
      fieldNow = field;
      wordsOf = (start, end) => {
        const [first, last] = [spans[start], spans[end - 1]];
        if (first === undefined || last === undefined)
          throw new RangeError(`the text has no words ${start} to ${end}`);
        return text.slice(first[0], last[1]);
      };
      for (const [start, end] of struckRuns(words)) struckOut.push({ field, words: wordsOf(start, end) });
    },
    found(rule, role, phrase, start, end) {
      const findings = found.get(rule) ?? { words: [], unless: [], guarded: [], except: [] };
      found.set(rule, findings);
      findings[role].push({ field: fieldNow, phrase, words: wordsOf(start, end) });
    },
    gave: (rule) => given.push(rule),
  });
  const heldBack: HeldBack[] = [];
  for (const [rule, findings] of found) {
    if (names.has(rule.gives) || findings.words.length + findings.guarded.length === 0) continue;
    heldBack.push({ ...reason(rule, findings), because: whyHeldBack(rule, findings, names) });
  }
  const gave = given.map((rule) => reason(rule, found.get(rule)));
  return { gave, heldBack, struckOut };
}

/** Start and end of each run of struck words. */
function struckRuns({ classes }: Words): [number, number][] {
  const runs: [number, number][] = [];
  for (let start = 0; start < classes.length; start++) {
    if (classes[start] !== struck) continue;
    let end = start + 1;
    while (classes[end] === struck) end += 1;
    runs.push([start, end]);
    start = end;
  }
  return runs;
}

function reason(rule: TagRule, findings: Findings | undefined): RuleReason {
  const found = [...(findings?.words ?? []), ...(findings?.guarded ?? [])];
  return { gives: rule.gives, found, with: rule.with ?? null };
}

function whyHeldBack(rule: TagRule, { unless, except }: Findings, names: ReadonlySet<string>): string {
  const [bar] = unless;
  if (bar !== undefined) return `"${bar.words}" is in the ${bar.field}`;
  const present = rule.without?.find((name) => names.has(name));
  if (present !== undefined) return `${present} was given`;
  if (rule.with !== undefined && !rule.with.some((name) => names.has(name))) {
    return `none of ${rule.with.join(', ')} was given`;
  }
  const [compound] = except;
  if (compound !== undefined) return `"${compound.words}" means something else`;
  return 'what it asks for was given by a rule below it';
}
