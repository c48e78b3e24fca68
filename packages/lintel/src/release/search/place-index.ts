/**
 * Searches places (cities) by name, with the state or the county if the text has them (`Austin, TX`).
 *
 * The steps are those of the address search: normalise, tokenise, classify, candidates, score, order. A place answers when
 * its name, county and state have every word of the text and its name at least one. Whole names come before names that
 * the text begins, these before misspelt ones; then the larger place comes first.
 */
import { misspeltStates, queryWords, type StatePhrase, statePhrases } from './classify.js';
import { cutShort, nameLacksWord } from './costs.js';
import { costOfOrder, coverState, coverWord, sum } from './cover.js';
import { type Documents, readDocuments } from './documents.js';
import { maxResults } from './limits.js';
import { Marks, walk, walkWords } from './marks.js';
import { normalise } from './normalise.js';
import { order } from './order.js';
import { placeIndexKind } from './place-index-writer.js';
import type { Match } from './score.js';
import { openSectionFile, type SectionReader } from './section-file.js';
import { type Spellings, spellingsOf } from './spellings.js';
import { readStateWords } from './state-words.js';
import { tokenise } from './tokenise.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

export interface PlaceIndex {
  /** geo_ids, best first: `size` of them on the 1-based `page`; at most the first 1,000. Never throws. */
  search(text: string, page: number, size: number): string[];
  close(): void;
}

interface PlaceTables {
  readonly vocabulary: Vocabulary;
  readonly stateWords: ReadonlyMap<string, number>;
  readonly names: Documents;
  /** Words of a county: its state, then its name. */
  readonly counties: Documents;
  readonly countyOf: Uint32Array;
  readonly geoIds: readonly string[];
}

interface Question {
  readonly spellings: readonly Spellings[];
  readonly states: readonly StatePhrase[];
  readonly all: number;
}

/** Opens a finished place index. A file of another kind or format, or one cut short, is refused by name. */
export function openPlaceIndex(path: string): PlaceIndex {
  const tables = loadTables(path);
  const nameMarks = new Marks(tables.names.size);
  const countyMarks = new Marks(tables.counties.size);
  return {
    search(text, page, size) {
      const words = queryWords(tokenise(normalise(text)), true);
      const states = statePhrases(words);
      const ask = (errors: number): Question => ({
        spellings: words.map((word) => spellingsOf(tables.vocabulary, word, errors)),
        states: errors > 0 ? [...states, ...misspeltStates(words)] : states,
        all: 2 ** words.length - 1,
      });
      if (words.length === 0) return [];
      let matches = find(tables, ask(0), nameMarks, countyMarks);
      for (let errors = 1; errors <= 2 && matches.length === 0; errors++) {
        matches = find(tables, ask(errors), nameMarks, countyMarks);
      }
      const offset = Math.min((page - 1) * size, maxResults);
      return order(matches)
        .slice(offset, offset + size)
        .map(({ row }) => tables.geoIds[row] ?? '');
    },
    close() {},
  };
}

function loadTables(path: string): PlaceTables {
  const file = openSectionFile(path, placeIndexKind);
  try {
    return readTables(file);
  } finally {
    file.close();
  }
}

function readTables(file: SectionReader): PlaceTables {
  const vocabulary = readVocabulary(file);
  return {
    vocabulary,
    stateWords: readStateWords(vocabulary),
    names: readDocuments(file, 'name'),
    counties: readDocuments(file, 'county'),
    countyOf: file.numbers('countyOf'),
    geoIds: Buffer.from(file.bytes('geoIds')).toString('latin1').split('\n'),
  };
}

/** Places whose words answer the question, with their costs. */
function find(tables: PlaceTables, question: Question, nameMarks: Marks, countyMarks: Marks): Match[] {
  try {
    for (const [i, spellings] of question.spellings.entries()) {
      walk(tables.names, spellings, 1 << i, nameMarks, Number.POSITIVE_INFINITY);
      walk(tables.counties, spellings, 1 << i, countyMarks, Number.POSITIVE_INFINITY);
    }
    for (const { code, bits } of question.states) {
      const word = tables.stateWords.get(code);
      if (word !== undefined)
        walkWords(tables.counties, word, word + 1, bits, countyMarks, Number.POSITIVE_INFINITY);
    }
    const found: Match[] = [];
    for (const place of nameMarks.touched) {
      const bits = nameMarks.of(place) | countyMarks.of(tables.countyOf[place] ?? 0);
      if (bits === question.all) found.push({ row: place, cost: costOfPlace(tables, question, place) });
    }
    return found;
  } finally {
    nameMarks.clear();
    countyMarks.clear();
  }
}

function costOfPlace(tables: PlaceTables, question: Question, place: number): number {
  const found: number[] = [];
  const { names, counties } = tables;
  const has = wordsOf(names, place).map((word) => coverWord(question.spellings, word, found));
  const [state = 0, ...county] = wordsOf(counties, tables.countyOf[place] ?? 0);
  coverState(tables.stateWords, question.states, state, found);
  for (const word of county) coverWord(question.spellings, word, found);
  // What follows the last word that the text has may still be typed; what precedes it is missing.
  const lastNamed = has.findLastIndex((bits) => bits !== 0);
  const missing = has.slice(0, lastNamed).filter((bits) => bits === 0).length;
  const begun = lastNamed < has.length - 1 ? cutShort : 0;
  return Math.max(sum(found), begun) + missing * nameLacksWord + costOfOrder(has);
}

function wordsOf(documents: Documents, list: number): number[] {
  return [...documents.words.subarray(documents.starts[list], documents.starts[list + 1])];
}
