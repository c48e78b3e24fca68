/**
 * Fourth step: the streets that a reading of the query may mean.
 *
 * Street names and places are both short lists of words, and there are few of them. Each word of the query marks the names
 * and the places that have it (through postings); a street is a candidate when its name and its place together
 * have every word of the query. Words with very many names (ST, N) are only checked against names that other words found,
 * so that no query walks more than a bounded number of postings.
 */
import { streetFields } from './address-sort.js';
import type { AddressTables } from './address-tables.js';
import type { Reading, StatePhrase } from './classify.js';
import * as costs from './costs.js';
import type { Documents } from './documents.js';
import { maxPostings, maxReadNames, maxScoredNames, maxStreets } from './limits.js';
import { costOf, type Spellings } from './spellings.js';

/** How much a stage forgives: nothing but endings, errors and soft words, or also words that nothing has. */
export type Stage = 'exact' | 'fuzzy' | 'loose';

export interface Question {
  readonly reading: Reading;
  readonly stage: Stage;
  readonly spellings: readonly Spellings[];
  readonly states: readonly StatePhrase[];
  /** One bit a word: all, those a street can be right without, and ZIP codes. */
  readonly all: number;
  readonly soft: number;
  readonly zips: number;
}

export interface StreetMatch {
  readonly name: number;
  readonly place: number;
  /** Position of its first address, and how many it has. */
  readonly first: number;
  readonly count: number;
  readonly lowest: number;
  readonly highest: number;
  readonly firstRow: number;
  readonly cost: number;
  /** Whether the query names its city or ZIP. */
  readonly placeNamed: boolean;
}

export interface PlaceMatch {
  readonly place: number;
  readonly cost: number;
}

/** How well one list of words answers the question. */
interface Cover {
  /** Words of the query that it has. */
  readonly bits: number;
  /** Cost of each word that it has. */
  readonly costs: readonly number[];
  /** Cost of its words that the query lacks. */
  readonly lacks: number;
  /** Whether more than a state was named. */
  readonly named: boolean;
}

/** Words that nothing has, which the loose stage forgives when the ZIP code is right; one when only the city is. */
const maxWrongWords = 3;

const none: Cover = { bits: 0, costs: [], lacks: 0, named: false };

/** Scratch marks of one kind of list: bits of query words by list, cleared after each question. */
export class Marks {
  readonly #bits: Uint32Array;
  readonly #touched: number[] = [];

  constructor(size: number) {
    this.#bits = new Uint32Array(size);
  }

  get touched(): readonly number[] {
    return this.#touched;
  }

  of(list: number): number {
    return this.#bits[list] ?? 0;
  }

  add(list: number, bits: number): void {
    const before = this.#bits[list] ?? 0;
    if (before === 0) this.#touched.push(list);
    this.#bits[list] = before | bits;
  }

  clear(): void {
    for (const list of this.#touched) this.#bits[list] = 0;
    this.#touched.length = 0;
  }
}

export interface CandidateFinder {
  /** Streets whose name and place have the words of the question, best first. */
  streets(question: Question): StreetMatch[];
  /** Places that alone have all words of the question, best first. */
  places(question: Question): PlaceMatch[];
}

/** A finder over the tables. It keeps scratch memory and is used by one search at a time. */
export function createCandidateFinder(tables: AddressTables): CandidateFinder {
  const nameMarks = new Marks(tables.names.size);
  const placeMarks = new Marks(tables.places.size);
  return {
    streets(question) {
      try {
        markPlaces(tables, question, placeMarks);
        const names = matchingNames(tables, question, leftToPlaces(question, placeMarks), nameMarks);
        return streetsOfNames(tables, question, names, placeMarks);
      } finally {
        nameMarks.clear();
        placeMarks.clear();
      }
    },
    places(question) {
      try {
        markPlaces(tables, question, placeMarks);
        const matches: PlaceMatch[] = [];
        for (const place of placeMarks.touched) {
          if (placeMarks.of(place) !== question.all) continue;
          const cover = coverPlace(tables, question, place);
          if (cover.bits !== question.all) continue;
          matches.push({
            place,
            cost: sum(cover.costs) + cover.lacks + (cover.named ? 0 : costs.stateAlone),
          });
        }
        return matches.sort((a, b) => a.cost - b.cost || a.place - b.place);
      } finally {
        placeMarks.clear();
      }
    },
  };
}

/** Marks the places that have words of the question. */
function markPlaces(tables: AddressTables, question: Question, marks: Marks): void {
  const unlimited = Number.POSITIVE_INFINITY;
  question.spellings.forEach((spellings, i) => {
    walk(tables.places, spellings, 1 << i, marks, unlimited);
  });
  for (const { code, bits } of question.states) {
    const word = tables.stateWords.get(code);
    if (word !== undefined) walkWords(tables.places, word, word + 1, bits, marks, unlimited);
  }
}

/** Whether a name may leave the words (bits) to its place: whether there is a place that has them together. */
type LeftToPlaces = (bits: number) => boolean;

function leftToPlaces(question: Question, marks: Marks): LeftToPlaces {
  const together = new Set<number>([0]);
  for (const place of marks.touched) together.add(marks.of(place));
  const known = new Map<number, boolean>();
  const allowed = question.stage === 'loose' ? maxWrongWords : 0;
  return (bits) => {
    const needed = bits & ~forgiven(question);
    let possible = known.get(needed);
    if (possible === undefined) {
      possible = [...together].some((place) => bitCount(needed & ~place) <= allowed);
      known.set(needed, possible);
    }
    return possible;
  };
}

/** Marks the lists that have the word, at most `limit` of them. */
function walk(documents: Documents, spellings: Spellings, bit: number, marks: Marks, limit: number): void {
  let walked = 0;
  for (const word of spellings.words.keys()) {
    walked += walkWords(documents, word, word + 1, bit, marks, limit - walked);
  }
  for (const { from, to } of spellings.ranges)
    walked += walkWords(documents, from, to, bit, marks, limit - walked);
}

function walkWords(
  documents: Documents,
  from: number,
  to: number,
  bits: number,
  marks: Marks,
  limit: number,
): number {
  const start = documents.postingStarts[from] ?? 0;
  const count = Math.min((documents.postingStarts[to] ?? start) - start, limit);
  for (let i = start; i < start + count; i++) marks.add(documents.postings[i] ?? 0, bits);
  return Math.max(count, 0);
}

/** How many postings the word has. */
function postingsOf(documents: Documents, spellings: Spellings): number {
  const count = (from: number, to: number) =>
    (documents.postingStarts[to] ?? 0) - (documents.postingStarts[from] ?? 0);
  let total = 0;
  for (const word of spellings.words.keys()) total += count(word, word + 1);
  for (const { from, to } of spellings.ranges) total += count(from, to);
  return total;
}

interface NameMatch {
  readonly name: number;
  readonly cover: Cover;
  readonly cost: number;
}

/** Names that have all words of the question but those that a place may have, best first. */
function matchingNames(
  tables: AddressTables,
  question: Question,
  leftToPlace: LeftToPlaces,
  marks: Marks,
): NameMatch[] {
  const broad = markNames(tables.names, question, marks);
  const matches: NameMatch[] = [];
  let scored = 0;
  for (const name of marks.touched) {
    if (!leftToPlace(question.all & ~(marks.of(name) | broad))) continue;
    if (++scored > maxScoredNames) break;
    const cover = coverName(tables, question, name);
    if (question.stage !== 'exact' && (cover.bits & ~question.soft) === 0) continue;
    if (!leftToPlace(question.all & ~cover.bits)) continue;
    matches.push({ name, cover, cost: sum(cover.costs) + cover.lacks });
  }
  return matches.sort((a, b) => a.cost - b.cost || a.name - b.name);
}

/** Marks the names of all but the broadest words; returns the words that were left out. */
function markNames(names: Documents, question: Question, marks: Marks): number {
  const counts = question.spellings.map((spellings) => postingsOf(names, spellings));
  const rarest = counts.reduce((best, count, i) => {
    if (count === 0) return best;
    return best < 0 || count < (counts[best] ?? 0) ? i : best;
  }, -1);
  let broad = 0;
  question.spellings.forEach((spellings, i) => {
    if ((counts[i] ?? 0) <= maxPostings || i === rarest) walk(names, spellings, 1 << i, marks, maxPostings);
    else broad |= 1 << i;
  });
  return broad;
}

/** Words that a street may lack in this stage. */
function forgiven(question: Question): number {
  return question.stage === 'exact' ? 0 : question.soft | question.zips;
}

/** The streets of the names whose places have the remaining words. */
function streetsOfNames(
  tables: AddressTables,
  question: Question,
  names: readonly NameMatch[],
  placeMarks: Marks,
): StreetMatch[] {
  const found: StreetMatch[] = [];
  const covers = new Map<number, Cover>();
  const loose = question.stage === 'loose';
  for (const { name, cover } of names.slice(0, maxReadNames)) {
    const records = tables.streetsOf(name);
    for (let at = 0; at < records.length && found.length < maxStreets; at += streetFields) {
      const place = records[at] ?? 0;
      const marked = placeMarks.of(place);
      const missing = question.all & ~(cover.bits | marked) & ~forgiven(question);
      if (missing !== 0 && (!loose || marked === 0)) continue;
      let placeCover = covers.get(place);
      if (!placeCover) {
        placeCover = marked === 0 ? none : coverPlace(tables, question, place);
        covers.set(place, placeCover);
      }
      const cost = streetCost(question, cover, placeCover);
      if (cost < 0) continue;
      found.push({
        name,
        place,
        first: records[at + 1] ?? 0,
        count: records[at + 2] ?? 0,
        lowest: records[at + 3] ?? 0,
        highest: records[at + 4] ?? 0,
        firstRow: records[at + 5] ?? 0,
        cost,
        placeNamed: placeCover.named,
      });
    }
  }
  return found.sort((a, b) => a.cost - b.cost || a.firstRow - b.firstRow);
}

/** Cost of a street of this name in this place, or -1 when too many words of the question are missing. */
function streetCost(question: Question, name: Cover, place: Cover): number {
  const missing = question.all & ~(name.bits | place.bits);
  const wrongZips = missing & question.zips;
  if (missing & ~forgiven(question) && question.stage !== 'loose') return -1;
  if (wrongZips !== 0 && !place.named) return -1;
  const wrong = missing & ~question.soft & ~question.zips;
  if (wrong !== 0 && (!place.named || bitCount(wrong) > (place.bits & question.zips ? maxWrongWords : 1)))
    return -1;
  let cost = name.lacks + place.lacks;
  for (let i = 0; i < question.spellings.length; i++) {
    const bit = 1 << i;
    if ((missing & bit) === 0) cost += Math.min(name.costs[i] ?? unknown, place.costs[i] ?? unknown);
    else if (wrong & bit) cost += costs.wrongWord;
    else cost += wrongZips & bit ? costs.wrongZip : costs.wrongSoft;
  }
  return cost;
}

const unknown = Number.POSITIVE_INFINITY;

function coverName(tables: AddressTables, question: Question, name: number): Cover {
  const { starts, words } = tables.names;
  const found: number[] = [];
  let bits = 0;
  let lacks = 0;
  for (let at = starts[name] ?? 0; at < (starts[name + 1] ?? 0); at++) {
    const word = words[at] ?? 0;
    const has = coverWord(question, word, found);
    bits |= has;
    if (has === 0) lacks += tables.softWords.has(word) ? costs.nameLacksSoft : costs.nameLacksWord;
  }
  return { bits, costs: found, lacks, named: false };
}

/** Words of a place: its state, its ZIP, then its city. */
function coverPlace(tables: AddressTables, question: Question, place: number): Cover {
  const { starts, words } = tables.places;
  const start = starts[place] ?? 0;
  const end = starts[place + 1] ?? 0;
  const found: number[] = [];
  const city: number[] = [];
  for (let at = start + 1; at < end; at++) city.push(coverWord(question, words[at] ?? 0, found));
  let bits = city.reduce((all, has) => all | has, 0);
  const zip = city.shift() ?? 0;
  const named = city.some((has) => (has & ~question.soft) !== 0);
  const lacks = named ? city.filter((has) => has === 0).length * costs.cityLacksWord : 0;
  for (const phrase of question.states) {
    if (tables.stateWords.get(phrase.code) !== words[start]) continue;
    bits |= phrase.bits;
    for (let i = 0; i < question.spellings.length; i++) {
      // A phrase costs once, however many words it has.
      if (phrase.bits & (1 << i))
        found[i] = Math.min(found[i] ?? unknown, i === lowestBit(phrase.bits) ? phrase.cost : 0);
    }
  }
  return { bits, costs: found, lacks, named: named || zip !== 0 };
}

/** Words of the query that mean the indexed word; lowers their costs. */
function coverWord(question: Question, word: number, found: number[]): number {
  let bits = 0;
  for (let i = 0; i < question.spellings.length; i++) {
    const spellings = question.spellings[i];
    const cost = spellings ? costOf(spellings, word) : -1;
    if (cost < 0) continue;
    bits |= 1 << i;
    found[i] = Math.min(found[i] ?? unknown, cost);
  }
  return bits;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function sum(values: readonly (number | undefined)[]): number {
  let total = 0;
  for (const value of values) total += value ?? 0;
  return total;
}
