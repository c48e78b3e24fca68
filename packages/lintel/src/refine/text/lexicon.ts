/**
 * Splits text into the words that rules are written in: lower case, letters and digits apart (`200amp` is `200 amp`),
 * apostrophes gone, `&` as `and`, `non` joined to the next word. Ends of sentences and commas (colons and dashes between
 * blanks too) are words of their own, because phrases do not reach across the first.
 *
 * Words are numbers: all words of all rules form one trie, and a text is read by walking it, character by character.
 * A word that no rule names gets the number of the longest prefix (`roof*`) that it begins with, or of "any word".
 * Short and misspelt words count as the words that they stand for, words run together as what they are made of
 * (`KITCHENREMODEL`), and `(N)` and `(E)` as new and existing.
 */

import { asciiLetters } from '../record/text.js';
import { readAs } from './short-words.js';

/** The words of one text by their numbers. They are scanned before the next text is read. */
export type Words = number[];

/** Numbers of what is no word of a rule. */
export const struck = 0;
export const sentenceEnd = 1;
export const comma = 2;
const shortNumber = 3;
const longNumber = 4;
const firstWord = 5;

/** What the words of one number have in common. */
export interface Word {
  /** Ids of the slots that they fill. */
  readonly slots: readonly number[];
  readonly fills: ReadonlySet<number>;
  readonly isNumber: boolean;
  /** Whether they lead away from what is done, as `to` and `existing` do. */
  readonly leadsAway: boolean;
}

const leadsAway = new Set(
  'existing exist exst to for at on in into from within per above over under behind near next serving as'.split(
    ' ',
  ),
);
/** Letters and digits. */
const width = 36;
const root = 0;
const maxNodes = 65_535;
const none: readonly number[] = [];

const children = new Uint16Array(maxNodes * width);
let nodeCount = 1;
/** Of nodes at which a word of a rule ends: its text and the slots that exactly it fills. */
const ends = new Map<number, { readonly text: string; readonly slots: Set<number> }>();
/** Of nodes at which a prefix ends: the slots that every word beginning so fills. */
const prefixes = new Map<number, Set<number>>();
const numberSlots = new Set<number>();
const commaSlots = new Set<number>();
const slotByText = new Map<string, number>();
let words: Word[] = [];
/** For each node the number of the word that ends there, and of the words that leave the trie there. */
let endAt = new Uint16Array(0);
let leaveAt = new Uint16Array(0);
/** Numbers of short words: a point after one need not end the sentence. */
const shortNumbers = new Set<number>();
let isBuilt = false;
/**
 * Places of words are counted on from text to text, so that nothing has to be cleared: where the text read last begins,
 * and the last place at which each word stood and each slot was filled.
 */
let textStart = 0;
let textEnd = 0;
let seen = new Float64Array(0);
let filled = new Float64Array(0);

/** Whether the word at `from` of the text read last, or one behind it, fills a slot. */
export function isFilledFrom(slot: number, from: number): boolean {
  return (filled[slot] ?? 0) >= textStart + from;
}

/** The word of a number. */
export function wordAt(number: number): Word | undefined {
  return words[number];
}

/** The number of a word of its own, as it will be found in texts once all rules are known. */
export function nameWord(text: string): () => number {
  const node = endOf(text);
  return () => {
    build();
    return endAt[node] ?? struck;
  };
}

/** The id of the slot for a part of a phrase: `word`, `pre*`, `#` or several joined by `|`. */
export function slotOf(part: string): number {
  const known = slotByText.get(part);
  if (known !== undefined) return known;
  const id = slotByText.size;
  slotByText.set(part, id);
  for (const form of part.split('|')) {
    if (form === '#') numberSlots.add(id);
    else if (form === ',') commaSlots.add(id);
    else if (form.endsWith('*')) prefixSlots(insert(form.slice(0, -1))).add(id);
    else ends.get(endOf(form))?.slots.add(id);
  }
  isBuilt = false;
  return id;
}

function prefixSlots(node: number): Set<number> {
  const slots = prefixes.get(node) ?? new Set<number>();
  prefixes.set(node, slots);
  return slots;
}

/** The node at which a word ends, made if need be. */
function endOf(text: string): number {
  const node = insert(text);
  if (!ends.has(node)) ends.set(node, { text, slots: new Set() });
  isBuilt = false;
  return node;
}

function insert(text: string): number {
  let node = root;
  for (let index = 0; index < text.length; index++) {
    const at = node * width + place(text.charCodeAt(index));
    let next = children[at] ?? 0;
    if (next === 0) {
      if (nodeCount >= maxNodes) throw new Error('the words of the rules fill the trie');
      next = nodeCount++;
      children[at] = next;
    }
    node = next;
  }
  return node;
}

/** Place of a letter or digit among the children of a node, or -1. */
function place(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : -1;
}

function isNumeral(text: string): boolean {
  return place(text.charCodeAt(0)) >= 26;
}

/** Numbers the words after the last rule was added. */
function build(): void {
  if (isBuilt) return;
  for (const text of [...leadsAway, 'and', 'non', 'new', 'existing', ...readAs.keys()]) endOf(text);
  endAt = new Uint16Array(nodeCount);
  leaveAt = new Uint16Array(nodeCount);
  const number = [...numberSlots];
  words = [];
  for (const slots of [[], [], [...commaSlots], number, number]) addWord(slots, slots === number, false);
  addWord([], false, false);
  buildNode(root, [], firstWord);
  shortNumbers.clear();
  for (const [short, word] of readAs) standFor(short, word);
  seen = new Float64Array(words.length);
  filled = new Float64Array(slotByText.size);
  isBuilt = true;
}

/** Lets a short word count as the word that it stands for, and as what the rules name it for. */
function standFor(short: string, word: string): void {
  const node = endOf(short);
  const own = words[endAt[node] ?? struck];
  const full = words[numberOf(word)];
  if (own === undefined || full === undefined) return;
  const leads = own.leadsAway || full.leadsAway;
  const number = addWord([...new Set([...own.slots, ...full.slots])], false, leads);
  endAt[node] = number;
  shortNumbers.add(number);
}

/** The number that a word of letters gets. */
function numberOf(word: string): number {
  let node = root;
  for (let index = 0; index < word.length; index++) {
    const child = children[node * width + place(word.charCodeAt(index))] ?? 0;
    if (child === 0) return leaveAt[node] ?? struck;
    node = child;
  }
  return endAt[node] ?? struck;
}

function mark(found: Words): void {
  textStart = textEnd + 1;
  textEnd = textStart + found.length;
  // From the end: of a word that comes again only the last place counts.
  for (let at = found.length - 1; at >= 0; at--) {
    const number = found[at] ?? struck;
    if ((seen[number] ?? 0) >= textStart) continue;
    seen[number] = textStart + at;
    const slots = words[number]?.slots ?? none;
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index] ?? 0;
      if ((filled[slot] ?? 0) < textStart) filled[slot] = textStart + at;
    }
  }
}

function addWord(slots: readonly number[], isNumber: boolean, leads: boolean): number {
  words.push({ slots, fills: new Set(slots), isNumber, leadsAway: leads });
  return words.length - 1;
}

/** `slots` and `leave`: what words fill that left the trie above, and their number. */
function buildNode(node: number, slots: readonly number[], leave: number): void {
  const own = prefixes.get(node);
  const begun = own === undefined ? slots : [...new Set([...slots, ...own])];
  const left = own === undefined ? leave : addWord(begun, false, false);
  leaveAt[node] = left;
  const end = ends.get(node);
  endAt[node] = left;
  if (end !== undefined) {
    const isNumber = isNumeral(end.text);
    const all = new Set([...begun, ...end.slots, ...(isNumber ? numberSlots : [])]);
    endAt[node] = addWord([...all], isNumber, leadsAway.has(end.text));
  }
  for (let at = node * width; at < (node + 1) * width; at++) {
    const child = children[at] ?? 0;
    if (child !== 0) buildNode(child, begun, left);
  }
}

const nonWord = nameWord('non');
const newWord = nameWord('new');
const existingWord = nameWord('existing');
const andWord = nameWord('and');
const nonNode = insert('non');

/**
 * The words of a text; a dash between blanks is a comma of prose, but joins the parts of a category's name. `spans` is
 * told where each word begins and ends, in characters.
 */
export function readWords(text: string, isProse = false, spans?: [number, number][]): Words {
  build();
  const plain = asciiLetters(text);
  const lower = plain.toLowerCase();
  const non = nonWord();
  const found: Words = [];
  let index = 0;
  /** Characters of the last word: the point of an initial (`D.U.`) ends no sentence. */
  let length = 0;
  while (index < lower.length) {
    const code = lower.charCodeAt(index);
    const at = place(code);
    const start = index;
    if (at < 0) {
      const state = code === 40 ? stateMark(lower, index) : null;
      if (state !== null) found.push(state);
      else if (code !== 46 || !isPointOfShort(plain, index, found.at(-1)))
        pushBreak(found, isProse && isDash(lower, index) ? 44 : code, length);
      index += state === null ? 1 : 3;
      if (spans !== undefined && spans.length < found.length) spans.push([start, index]);
      continue;
    }
    if (at < 26) index = readLetters(lower, index, found, non);
    else index = readDigits(lower, index, found);
    length = index - start;
    if (spans !== undefined) {
      spans[found.length - 1] = [spans[found.length - 1]?.[0] ?? start, index];
      for (let of = found.length - 2; of >= 0 && spans[of] === undefined; of--) spans[of] = [start, index];
    }
  }
  mark(found);
  return found;
}

function readLetters(text: string, start: number, found: Words, non: number): number {
  const last = found.length - 1;
  const joined = last >= 0 && found[last] === non;
  let node = joined ? nonNode : root;
  let isInside = true;
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 97 || code > 122) {
      const next = text.charCodeAt(index + 1);
      if (code === 39 && next >= 97 && next <= 122) continue;
      break;
    }
    if (!isInside) continue;
    const child = children[node * width + code - 97] ?? 0;
    if (child === 0) isInside = false;
    else node = child;
  }
  const number = (isInside ? endAt[node] : leaveAt[node]) ?? struck;
  if (joined) found[last] = number;
  else if (isInside || index - start < shortestGlued || index - start > longestGlued) found.push(number);
  else found.push(...(splitGlued(text, start, index) ?? [number]));
  return index;
}

/** Letters of words run together, at least: shorter words often consist of others by chance. */
const shortestGlued = 12;
const longestGlued = 60;
/** Letters of each of their parts, at least. */
const shortestPart = 3;

/** The words that a run of letters consists of, the longest first; null where it is not made of words of rules only. */
function splitGlued(text: string, start: number, end: number): number[] | null {
  let node = root;
  let index = start;
  const stops: [number, number][] = [];
  for (; index < end; index++) {
    const child = children[node * width + text.charCodeAt(index) - 97] ?? 0;
    if (child === 0) break;
    node = child;
    if (ends.has(node) && index + 1 - start >= shortestPart) stops.push([index + 1, endAt[node] ?? struck]);
  }
  const tail = words[(index === end ? endAt[node] : leaveAt[node]) ?? struck];
  if (stops.at(-1)?.[0] !== end && tail !== undefined && tail.slots.length > 0)
    stops.push([end, (index === end ? endAt[node] : leaveAt[node]) ?? struck]);
  for (let at = stops.length - 1; at >= 0; at--) {
    const [stop, number] = stops[at] ?? [end, struck];
    if (stop === end) {
      if (start > 0 && isLetter(text.charCodeAt(start - 1))) return [number];
      continue;
    }
    const rest = splitGlued(text, stop, end);
    if (rest !== null) return [number, ...rest];
  }
  return null;
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** What `(N)` and `(E)` on Californian plans mean, where one stands here. */
function stateMark(lower: string, index: number): number | null {
  if (lower.charCodeAt(index + 2) !== 41) return null;
  const letter = lower.charCodeAt(index + 1);
  if (letter === 110) return newWord();
  return letter === 101 ? existingWord() : null;
}

/** Whether a point belongs to a short word in the middle of a sentence: small letters go on after it, or it is `EXIST.` */
function isPointOfShort(plain: string, index: number, last: number | undefined): boolean {
  if (last === undefined || !shortNumbers.has(last)) return false;
  if (words[last]?.leadsAway === true) return true;
  const next = plain.charCodeAt(index + 1) === 32 ? index + 2 : index + 1;
  return isLetter(plain.charCodeAt(next)) || plain.charCodeAt(next) === 44;
}

/** A number with the commas and points inside it. */
function readDigits(text: string, start: number, found: Words): number {
  let node = root;
  let isInside = true;
  let index = start;
  for (; index < text.length; index++) {
    const at = place(text.charCodeAt(index));
    if (at < 26) {
      const code = text.charCodeAt(index);
      if ((code !== 44 && code !== 46) || place(text.charCodeAt(index + 1)) < 26) break;
    }
    const child = at < 0 || !isInside ? 0 : (children[node * width + at] ?? 0);
    if (child === 0) isInside = false;
    else node = child;
  }
  const isNamed = isInside && ends.has(node);
  found.push(isNamed ? (endAt[node] ?? struck) : index - start > 2 ? longNumber : shortNumber);
  return index;
}

/** Whether a hyphen stands between blanks, as a comma would. */
function isDash(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === 0x2013 || code === 0x2014) return true;
  return code === 45 && text.charCodeAt(index - 1) === 32 && text.charCodeAt(index + 1) === 32;
}

/** A break for the character between two words. */
function pushBreak(found: Words, code: number, length: number): void {
  if (code === 38) found.push(andWord());
  if (code !== 44 && code !== 58 && code !== 59 && code !== 10 && code !== 46) return;
  const last = found[found.length - 1];
  if (last === undefined || last === sentenceEnd) return;
  if (code === 44 || code === 58) {
    if (last !== comma) found.push(comma);
  } else if (last === comma) found[found.length - 1] = sentenceEnd;
  else if (code !== 46 || length > 1) found.push(sentenceEnd);
}

/** Whether a word is a number of more than two digits that no rule names, as numberings are. */
export function isNumbering(number: number | undefined): boolean {
  return number === longNumber;
}
