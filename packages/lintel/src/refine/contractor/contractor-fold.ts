/**
 * Folds contractors' names into keys shared by all spellings of one firm, and decides whether two names may
 * belong to one firm.
 *
 * Folding drops legal forms and punctuation and expands common abbreviations (`PLBG & HTG`). Whether a name
 * is distinctive, and whether two names agree, depends on its words outside the general business vocabulary
 * (data/business-words.json). When in doubt, two names are two firms.
 */
import { readFileSync } from 'node:fs';
import { editDistance } from '@lintel/contract/plain';
import { asciiLetters } from '../record/text.js';

interface FoldLists {
  readonly legal: readonly string[];
  readonly generic: readonly string[];
  readonly common: readonly string[];
  readonly short: Readonly<Record<string, string>>;
  readonly crafts: readonly (readonly string[])[];
}

const lists = JSON.parse(
  readFileSync(new URL('../data/business-words.json', import.meta.url), 'utf8'),
) as FoldLists;
const legal = new Set(lists.legal);
const generic = new Set(lists.generic);
const common = new Set(lists.common);
const short = new Map(Object.entries(lists.short));
const crafts = new Map(lists.crafts.flatMap((words, craft) => words.map((word) => [word, craft] as const)));

/** Long words of the trades, matched also with one letter missing, doubled, wrong or swapped. */
const longWords = new Set(
  [...generic, ...short.values(), ...crafts.keys()].filter((word) => word.length >= 8),
);

/**
 * A name folded for comparison: upper case without punctuation, legal forms and `AND`, initials joined,
 * common abbreviations expanded (`D. R. Quill Plbg & Htg, Inc.` → `DR QUILL PLUMBING HEATING`). Empty if
 * nothing is left.
 */
export function foldName(text: string): string {
  const upper = asciiLetters(text)
    .toUpperCase()
    .replace(/(?<=[A-Z]{2})\.(?=[A-Z]{2})/g, ' ')
    .replace(/['.’]/g, '')
    .replace(/(?<=[A-Z]\s)P\s?(?:&|AND)\s?H\b/g, 'PLUMBING HEATING')
    .replace(/\bA\/C\b/g, 'AIR CONDITIONING')
    .replace(/\bD\/?B\/?A\b/g, ' ');
  const words = joinInitials(upper.split(/[^A-Z0-9]+/).filter(Boolean));
  const folded = words.filter((word) => word !== 'AND' && !legal.has(word)).map(writeOut);
  return folded.join(' ');
}

/**
 * `A & B` and `A B` are both initials. A single letter at the end of a longer name is left over from `L L C`
 * or the like.
 */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let initials = '';
  for (const [i, word] of words.entries()) {
    const isBetween =
      word === 'AND' && initials !== '' && /^[A-Z]$/.test(words[i + 1] ?? '') && initials.length < 3;
    if (isBetween) continue;
    if (/^[A-Z]$/.test(word)) {
      initials += word;
      continue;
    }
    if (initials !== '') joined.push(initials);
    initials = '';
    joined.push(word);
  }
  if (initials !== '') joined.push(initials);
  return joined;
}

function writeOut(word: string): string {
  const known = short.get(word);
  if (known !== undefined) return known;
  if (word.length < 8 || longWords.has(word)) return word;
  const meant = new Set<string>();
  for (const long of longWords) {
    if (long[0] !== word[0]) continue;
    // Of a very long word most is left even with three errors.
    const allowed = word.length >= 12 && long.startsWith(word.slice(0, 6)) ? 3 : 1;
    if (editDistance(word, long, allowed) <= allowed) meant.add(short.get(long) ?? long);
  }
  const [only] = meant;
  return meant.size === 1 && only !== undefined ? only : word;
}

/** A public body, such as `CITY OF AUSTIN`: there is one of the name in a state. */
const publicBody = /^(?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP|COUNTY|STATE) (?:AND COUNTY )?OF [A-Z]{3,}\b/;

/** Whether a folded name is a public body's. */
export function isPublicBody(folded: string): boolean {
  return publicBody.test(folded);
}

/** The distinguishing words of a folded name. */
export function ownWords(folded: string): string[] {
  return folded.split(' ').filter((word) => word !== '' && !generic.has(word));
}

/** A word that few firms share: not a common family name, praise or initials. */
export function isRare(word: string): boolean {
  return word.length >= 4 && !common.has(word);
}

/**
 * Whether a folded name alone identifies a firm in its state: it has a rare word (a long one, if it is the
 * only word), or several less rare ones.
 */
export function isDistinctive(folded: string): boolean {
  const own = ownWords(folded);
  const rare = own.filter(isRare);
  if (isPublicBody(folded)) return true;
  if (own.length === 1) return (rare[0] ?? '').length >= 10;
  return rare.length > 0 || (own.length >= 3 && own.join('').length >= 9);
}

/** Whether a folded name, possibly shared by several firms of a state, identifies one in its city. */
export function isLocallyDistinctive(folded: string): boolean {
  const own = ownWords(folded);
  return isDistinctive(folded) || own.some(isRare) || areSyllables(own);
}

/** `CEN TEX`: short words that are not initials, and which few firms share together. */
function areSyllables(own: readonly string[]): boolean {
  return own.length >= 2 && own.every((word) => /^(?=.*[AEIOUY])[A-Z]{3,}$/.test(word) && !common.has(word));
}

/** Whether a folded name has a word of the trades, so that it is not a person's. */
export function isOfTrade(folded: string): boolean {
  return folded.split(' ').some((word) => generic.has(word) || crafts.has(word));
}

/**
 * Whether two folded names that share a licence, telephone number or e-mail address may belong to one firm.
 * Names that differ strongly are two firms with one office, owner or permit service.
 */
export function namesAgree(a: string, b: string): boolean {
  if (a === b || a === '' || b === '') return a === b;
  const wholeA = a.replaceAll(' ', '');
  const wholeB = b.replaceAll(' ', '');
  if (wholeA === wholeB || isJointVenture(a) || isJointVenture(b)) return wholeA === wholeB;
  const [shorter, longer] = wholeA.length <= wholeB.length ? [wholeA, wholeB] : [wholeB, wholeA];
  if (shorter.length >= 12 && longer.startsWith(shorter)) return true;
  if (differInCraft(a, b)) return false;
  const allowed = shorter.length >= 14 ? 2 : 1;
  if (shorter.length >= 8 && editDistance(wholeA, wholeB, allowed) <= allowed) return true;
  return (
    ownWordsAgree(ownWords(a), ownWords(b)) ||
    isPartOf(a, b) ||
    isPartOf(b, a) ||
    isAcronym(a, b) ||
    isAcronym(b, a)
  );
}

function isJointVenture(folded: string): boolean {
  return /\b(?:JV|JOINT VENTURE)\b/.test(folded);
}

function craftsOf(folded: string): Set<number> {
  const found = new Set<number>();
  for (const word of folded.split(' ')) {
    const craft = crafts.get(word);
    if (craft !== undefined) found.add(craft);
  }
  return found;
}

function differInCraft(a: string, b: string): boolean {
  const ofA = craftsOf(a);
  const ofB = craftsOf(b);
  return ofA.size > 0 && ofB.size > 0 && [...ofA].every((craft) => !ofB.has(craft));
}

/**
 * Whether the distinguishing words are the same, or all of one name's (at least two) are among the other's.
 * One word alone is not enough: `QUILL CONSTRUCTION` is not `QUILL MAPLE PARTNERS`.
 */
function ownWordsAgree(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const isWithin = few.length > 0 && few.every((word) => many.some((other) => isSameWord(word, other)));
  const letters = few.join('').length;
  if (few.length === many.length)
    return (isWithin && letters >= 3) || (letters >= 6 && a.join('') === b.join(''));
  return isWithin && few.length >= 2 && few.some(isRare);
}

/** Whether one name contains the other: `QUILL ELECTRIC` in `JOAN QUILL ELECTRIC`. */
function isPartOf(short: string, long: string): boolean {
  return (
    short.length >= 10 &&
    short.includes(' ') &&
    ` ${long} `.includes(` ${short} `) &&
    ownWords(short).some(isRare)
  );
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const length = Math.min(a.length, b.length);
  return length >= 6 && (editDistance(a, b, 1) <= 1 || a.startsWith(b) || b.startsWith(a));
}

/** `ABR` and `ALWAYS BETTER ROOFING`: the initials of all words, at least three. */
function isAcronym(short: string, long: string): boolean {
  const [first = ''] = short.split(' ');
  const words = long.split(' ');
  if (first.length < 3 || words.length < first.length) return false;
  const initials = words.map((word) => word[0]).join('');
  return (
    initials === first ||
    (initials.startsWith(first) && words.slice(first.length).every((w) => generic.has(w)))
  );
}
