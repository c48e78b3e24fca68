/**
 * Fourth step: the streets and places that may match a reading of the query.
 *
 * Street names and places are both short lists of words, and there are few of them. Each word of the query
 * marks the names and the places that have it (through postings); a street is a candidate when its name and
 * its place together have every word of the query. Words with very many names (ST, N) are only checked
 * against names that other words found, so that the postings read per query are bounded.
 */

import { u32At } from '../base/memory/at.js';
import type { AddressTables } from '../format/address-index/address-tables.js';
import type { InvertedIndex } from '../format/address-index/inverted-index.js';
import { streetFields } from '../format/address-index/layout.js';
import { maxPostings, maxReadNames, maxScoredNames, maxStreets } from '../format/address-index/limits.js';
import * as costs from './costs.js';
import {
  canAnswer,
  costOfStreet,
  forgiven,
  isNameAnswer,
  type MatchScore,
  missingWords,
  noMatch,
  type Question,
  scoreName,
  scorePlace,
  sum,
} from './match-score.js';
import { bitCount, markPlaces, postingsOf, TokenMasks, walk } from './token-masks.js';

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
  /** How many suffixes and directions of the query differ from the street's. */
  readonly wrongSoft: number;
}

interface PlaceMatch {
  readonly place: number;
  readonly cost: number;
}

export interface CandidateFinder {
  /** Streets whose name and place have the words of the question, best first. */
  streets(question: Question): StreetMatch[];
  /** Places that alone have all words of the question, best first. */
  places(question: Question): PlaceMatch[];
}

/** A finder over the tables. It keeps scratch memory, so only one search may use it at a time. */
export function createCandidateFinder(tables: AddressTables): CandidateFinder {
  const nameMarks = new TokenMasks(tables.names.size);
  const placeMarks = new TokenMasks(tables.places.size);
  return {
    streets(question) {
      if (!canAnswer(question)) return [];
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
      if (!canAnswer(question)) return [];
      try {
        markPlaces(tables, question, placeMarks);
        const matches: PlaceMatch[] = [];
        for (const place of placeMarks.touched) {
          if (placeMarks.of(place) !== question.all) continue;
          const score = scorePlace(tables, question, place);
          if (score.bits !== question.all) continue;
          matches.push({
            place,
            cost: sum(score.costs) + score.lacks + (score.named ? 0 : costs.stateAlone),
          });
        }
        return matches.sort((a, b) => a.cost - b.cost || a.place - b.place);
      } finally {
        placeMarks.clear();
      }
    },
  };
}

/** Whether a name may leave the words (bits) to its place: whether one place has them all. */
type LeftToPlaces = (bits: number) => boolean;

function leftToPlaces(question: Question, masks: TokenMasks): LeftToPlaces {
  const together = new Set<number>([0]);
  for (const place of masks.touched) together.add(masks.of(place));
  const known = new Map<number, boolean>();
  return (bits) => {
    const needed = bits & ~forgiven(question);
    let possible = known.get(needed);
    if (possible === undefined) {
      possible = [...together].some((place) => (needed & ~place) === 0);
      known.set(needed, possible);
    }
    return possible;
  };
}

interface NameMatch {
  readonly name: number;
  readonly score: MatchScore;
  readonly cost: number;
}

/** Names that have all words of the question except those that a place may have, best first. */
function matchingNames(
  tables: AddressTables,
  question: Question,
  leftToPlace: LeftToPlaces,
  masks: TokenMasks,
): NameMatch[] {
  const broad = markNames(tables.names, question, leftToPlace, masks);
  const matches: NameMatch[] = [];
  let scored = 0;
  for (const name of masks.touched) {
    if (!leftToPlace(question.all & ~(masks.of(name) | broad))) continue;
    if (++scored > maxScoredNames) break;
    const score = scoreName(tables, question, name);
    if (!isNameAnswer(question, score)) continue;
    if (!leftToPlace(question.all & ~score.bits)) continue;
    matches.push({ name, score, cost: sum(score.costs) + score.lacks });
  }
  return matches.sort((a, b) => a.cost - b.cost || a.name - b.name);
}

/**
 * Marks the names that have the words; returns the words that were skipped because names found by other words
 * are to be checked for them: those with very many names and, unless a place may have all the others,
 * suffixes and directions.
 */
function markNames(
  names: InvertedIndex,
  question: Question,
  leftToPlace: LeftToPlaces,
  masks: TokenMasks,
): number {
  const counts = question.expansions.map((expansions) => postingsOf(names, expansions));
  const softAlone = leftToPlace(question.all & ~question.soft);
  const walked = counts.map((count, i) => count <= maxPostings && (softAlone || !(question.soft & (1 << i))));
  if (!walked.some((is, i) => is && (counts[i] ?? 0) > 0)) {
    const found = counts.filter((count) => count > 0);
    const rarest = counts.indexOf(Math.min(...found));
    if (rarest >= 0) walked[rarest] = true;
  }
  let broad = 0;
  for (const [i, expansions] of question.expansions.entries()) {
    if (walked[i]) walk(names, expansions, 1 << i, masks, maxPostings);
    else broad |= 1 << i;
  }
  return broad;
}

/** The streets of the names whose places have the remaining words. */
function streetsOfNames(
  tables: AddressTables,
  question: Question,
  names: readonly NameMatch[],
  placeMarks: TokenMasks,
): StreetMatch[] {
  const found: StreetMatch[] = [];
  const placeScores = new Map<number, MatchScore>();
  for (const { name, score } of names.slice(0, maxReadNames)) {
    const records = tables.streetsOf(name);
    for (let at = 0; at < records.length && found.length < maxStreets; at += streetFields) {
      const place = u32At(records, at);
      const marked = placeMarks.of(place);
      if ((question.all & ~(score.bits | marked) & ~forgiven(question)) !== 0) continue;
      let placeScore = placeScores.get(place);
      if (!placeScore) {
        placeScore = marked === 0 ? noMatch : scorePlace(tables, question, place);
        placeScores.set(place, placeScore);
      }
      const cost = costOfStreet(question, score, placeScore);
      if (cost < 0) continue;
      found.push({
        name,
        place,
        first: u32At(records, at + 1),
        count: u32At(records, at + 2),
        lowest: u32At(records, at + 3),
        highest: u32At(records, at + 4),
        firstRow: u32At(records, at + 5),
        cost,
        placeNamed: placeScore.named,
        wrongSoft: bitCount(missingWords(question, score, placeScore) & question.soft),
      });
    }
  }
  return found.sort((a, b) => a.cost - b.cost || a.firstRow - b.firstRow);
}
