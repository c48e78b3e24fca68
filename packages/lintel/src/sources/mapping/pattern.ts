/**
 * Patterns of definitions: case-insensitive regular expressions, matched by RE2 in time linear in the text,
 * whatever the pattern.
 *
 * A definition may come from anybody, and its texts come from portals, so no pattern may backtrack for
 * minutes. What RE2 cannot match (look-around, back-references) is refused when a definition is loaded, with
 * an equivalent mapping; so is a pattern too large for its longest text.
 */
import { RE2JS } from 're2js';
import { memoize } from '../../base/memory/lru-cache.js';
import { definitionFault, type Place } from '../definition/definition-fault.js';

/**
 * Instructions of the largest compiled pattern: in the worst case each character costs time for all of them.
 */
const maxInstructions = 500;
/** Maximum replacements in one text: each may scan the rest of the text. */
const maxReplaced = 1_000;
/**
 * Results that each pattern caches by text, and the longest such text: columns repeat, and RE2 takes
 * microseconds.
 */
const cacheOptions = { capacity: 4_000, maxKeyLength: 100 };

export interface Pattern {
  /** Number of capturing groups. */
  readonly groups: number;
  /** Whether the pattern matches some part of the text. */
  test(text: string): boolean;
  /**
   * The first match of a group (0: the whole pattern); undefined if the pattern or the group does not match.
   */
  find(text: string, group: number): string | undefined;
  /** The text with every match replaced by the text `by`. */
  replace(text: string, by: string): string;
}

/** Patterns by their text: several fields of a source use the same one. */
const known = new Map<string, Pattern>();

/** Compiles a pattern; throws a UserError with its place, what is wrong and what would be right. */
export function compilePattern(pattern: string, place: Place): Pattern {
  const made = known.get(pattern) ?? patternOf(compiledBy(pattern, place));
  known.set(pattern, made);
  return made;
}

function patternOf(compiled: RE2JS): Pattern {
  const groups = compiled.groupCount();
  const testCached = memoize((text) => compiled.test(text), cacheOptions);
  // Fields with one condition test it on one text, one after the other.
  let lastText = '';
  let lastTest = testCached('');
  const test = (text: string): boolean => {
    if (text !== lastText) {
      lastTest = testCached(text);
      lastText = text;
    }
    return lastTest;
  };
  const parts = memoize((text) => (test(text) ? partsOf(compiled, text, groups) : noParts), cacheOptions);
  return {
    groups,
    test,
    find: (text, group) => parts(text)[group],
    replace: (text, by) => (test(text) ? replaced(compiled, text, by) : text),
  };
}

const noParts: readonly undefined[] = [];

/** The groups' matches in a text that the pattern matches. Testing for a match costs a tenth of this. */
function partsOf(compiled: RE2JS, text: string, groups: number): readonly (string | undefined)[] {
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return noParts;
  return Array.from({ length: groups + 1 }, (_, group) => matcher.group(group) ?? undefined);
}

function replaced(compiled: RE2JS, text: string, by: string): string {
  const matcher = compiled.matcher(text);
  let made = '';
  let from = 0;
  for (let count = 0; count < maxReplaced && matcher.find(); count += 1) {
    made += text.slice(from, matcher.start()) + by;
    from = matcher.end();
  }
  return made + text.slice(from);
}

function compiledBy(pattern: string, place: Place): RE2JS {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw definitionFault(place, `${whyNot(pattern)} It is "${pattern}" (${messageOf(error)}).`);
  }
  const size = compiled.programSize();
  if (size <= maxInstructions) return compiled;
  throw definitionFault(
    place,
    `is too large: repetitions such as {1,200} are written out when it is compiled, which makes ${size} steps of at most ` +
      `${maxInstructions}. It is "${pattern}".`,
  );
}

/** The parts of a pattern without linear time, and an equivalent mapping for each. */
const unsupported: readonly (readonly [RegExp, string])[] = [
  [
    /\(\?!/,
    'looks ahead with (?!…), which takes more than linear time. Say with "unless" which texts are left out.',
  ],
  [
    /\(\?=/,
    'looks ahead with (?=…), which takes more than linear time. Put what follows behind the group that is wanted.',
  ],
  [
    /\(\?<[!=]/,
    'looks behind with (?<…), which takes more than linear time. Put what precedes before the group.',
  ],
  [
    /\\[1-9]/,
    'refers back to a group, which takes more than linear time. Compare two texts by "when" with "same" or "starts".',
  ],
];

function whyNot(pattern: string): string {
  return unsupported.find(([sign]) => sign.test(pattern))?.[1] ?? 'is not a regular expression of RE2.';
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '');
}
