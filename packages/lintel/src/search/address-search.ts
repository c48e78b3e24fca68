/**
 * Searches the address index of a release.
 *
 * A search is a list of named steps: normalise, tokenise, classify, candidates, score, order. Candidates are
 * searched in stages that tolerate more and more errors (`stages` in match-score.ts); the first stage that
 * finds the house number, or anything when there is none, is the last. Every step is bounded (`limits.ts`);
 * any text gives a list, possibly empty.
 */
import type { TotalCount } from '@lintel/contract';
import { type AddressTables, readAddressTables } from '../format/address-index/address-tables.js';
import { type HouseNumber, otherHouseForm } from '../format/address-index/house-number.js';
import type { AddressIndexInfo } from '../format/address-index/layout.js';
import { addressIndexKind } from '../format/address-index/layout.js';
import {
  enoughNumbered,
  maxNumbered,
  maxNumberRows,
  maxReadings,
  maxResults,
} from '../format/address-index/limits.js';
import { normalise } from '../format/address-index/normalise.js';
import { tokenise } from '../format/address-index/tokenise.js';
import {
  createHouseNumberFinder,
  type HouseNumberFinder,
  type HouseNumberMatch,
  type NumberRange,
} from './by-house-number.js';
import { type CandidateFinder, createCandidateFinder, type StreetMatch } from './candidates.js';
import { classify, type Reading } from './classify.js';
import * as costs from './costs.js';
import { type Match, type MatchQuality, qualityOf } from './match-quality.js';
import { type Question, type Stage, scoreName, scorePlace, stages } from './match-score.js';
import { order, page, totalOf } from './order.js';
import { ask } from './question.js';
import {
  longerNumbers,
  numbersOfStreets,
  type Scored,
  scoreNearestNumbers,
  scoreStreets,
  withLonger,
  withSuffixes,
} from './score.js';
import { splitAndJoin } from './split-join.js';

interface FoundRow extends MatchQuality {
  /** Row number in addresses.ndjson. */
  readonly row: number;
}

interface AddressMatches {
  /** Best first. */
  readonly items: FoundRow[];
  /** Result number at which the next page begins, null at the end. */
  readonly next: number | null;
  readonly total: TotalCount;
}

export interface ExplainedStep {
  readonly step: string;
  /** The output of the step, as JSON data. */
  readonly output: unknown;
  readonly micros: number;
}

export interface AddressIndex {
  readonly info: AddressIndexInfo;
  /** `size` results from result number `offset`. Never throws; a query has at most 1,000 results. */
  search(text: string, offset: number, size: number): AddressMatches;
  /** The output of each step of the search for the text, and how long it takes. */
  explain(text: string): ExplainedStep[];
  close(): void;
}

interface Finders {
  readonly candidates: CandidateFinder;
  readonly numbered: HouseNumberFinder;
}

/** Records a step's output and how long it took. */
type Watch = <T>(step: string, work: () => T, show?: (result: T) => unknown) => T;

const unwatched: Watch = (_step, work) => work();
/** Entries of a long output that an explanation shows. */
const shownEntries = 10;

/** Opens a finished index. A file of another kind or format, or a truncated one, is refused by name. */
export function openAddressIndex(path: string): AddressIndex {
  const tables = readAddressTables(path, addressIndexKind);
  const finders: Finders = {
    candidates: createCandidateFinder(tables),
    numbered: createHouseNumberFinder(tables),
  };
  return {
    info: tables.info,
    search(text, offset, size) {
      const found = find(tables, finders, text, unwatched);
      const { items, next } = page(found, offset, size);
      const rows = items.map((match) => ({ row: match.row, ...qualityOf(tables, match) }));
      return { items: rows, next, total: totalOf(found.length) };
    },
    explain(text) {
      const steps: ExplainedStep[] = [];
      find(tables, finders, text, (step, work, show = (result) => result) => {
        const begun = process.hrtime.bigint();
        const result = work();
        const micros = Math.round(Number(process.hrtime.bigint() - begun) / 1000);
        steps.push({ step, output: show(result), micros });
        return result;
      });
      return steps;
    },
    close: () => tables.close(),
  };
}

/** All results of the text, in order. */
function find(tables: AddressTables, finders: Finders, text: string, watch: Watch): Match[] {
  const normal = watch('normalise', () => normalise(text));
  const tokens = watch('tokenise', () => tokenise(normal));
  const readings = watch('classify', () => classify(tokens));
  const matches: Match[] = [];
  const unsettled: Question[] = [];
  const numberless: Numberless = new Map();
  let settled: Stage | null = null;
  for (const stage of stages) {
    if (isLast(stage) && (matches.length > 0 || numberless.size > 0)) break;
    const questions = readingsIn(tables, readings, stage, numberless).map((reading) =>
      ask(tables.vocabulary, reading, stage, numberless.get(reading)?.placeBits),
    );
    const answers = questions.map((question) => answer(tables, finders, question, watch));
    for (const found of answers) matches.push(...found.matches);
    if (answers.some((found) => found.settled)) {
      settled = stage;
      break;
    }
    unsettled.push(...questions);
    if (stage === 'exact')
      for (const question of questions) noteNumberless(tables, finders, question, numberless, watch);
  }
  if (numberless.size > 0)
    for (const { question, streets } of numberless.values())
      matches.push(...nearest(tables, question, streets));
  else if (settled !== 'exact' && settled !== 'lenient')
    matches.push(...nearestOfFirst(tables, finders, unsettled, watch));
  return watch(
    'order',
    () => order(matches),
    (found) => ({ results: found.length, first: shown(found) }),
  );
}

/** Streets that have every word of a reading as it is written, but not its house number. */
type Numberless = Map<Reading, { question: Question; streets: StreetMatch[]; placeBits: number }>;

/**
 * Searches for such streets. If there is one, the number is wrong: the words that name its city are not a
 * misspelling of another city that has such a house, and its nearest numbers are results.
 */
function noteNumberless(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  numberless: Numberless,
  watch: Watch,
): void {
  const { house, words } = question.reading;
  if (!house || house.isStrict || words.length === 0) return;
  const streets = streetsOf(finders, question, watch, 'streets without the number');
  const [first] = streets;
  if (!first) return;
  const named = streets.find(({ placeNamed }) => placeNamed);
  const placeBits = named
    ? scorePlace(tables, question, named.place).bits & ~scoreName(tables, question, named.name).bits
    : 0;
  numberless.set(question.reading, { question, streets, placeBits });
}

/** Stages that only scan the addresses of a house number, and only when no other stage found any. */
function isLast(stage: Stage): boolean {
  return stage === 'loose' || stage === 'any street';
}

/**
 * The readings tried in a stage: later ones also try other forms of the house number, then words joined or
 * split.
 */
function readingsIn(
  tables: AddressTables,
  readings: readonly Reading[],
  stage: Stage,
  numberless: Numberless,
): readonly Reading[] {
  if (stage === 'lenient')
    return [...readings, ...readings.flatMap((reading) => withOtherHouse(tables, reading))];
  if (stage !== 'one error') return readings;
  const others = readings
    .filter((reading) => !numberless.get(reading)?.placeBits)
    .flatMap((reading) => splitAndJoin(tables.vocabulary, reading));
  return [...readings, ...others].slice(0, maxReadings);
}

function withOtherHouse(tables: AddressTables, reading: Reading): Reading[] {
  const house = reading.house && otherHouseForm(reading.house);
  if (!house || !tables.suffixNumbers.has(house.suffix)) return [];
  return [{ ...reading, house, houseLast: false, cost: reading.cost + costs.otherHouseForm }];
}

/** What one reading of a question finds. */
interface ReadingMatches {
  readonly matches: readonly Match[];
  /**
   * Whether errors need not be considered: the reading has results, with the house number if it names one.
   */
  readonly settled: boolean;
}

const nothing: ReadingMatches = { matches: [], settled: false };

/** The addresses that match one reading in one stage. */
function answer(tables: AddressTables, finders: Finders, question: Question, watch: Watch): ReadingMatches {
  const { reading, stage } = question;
  if (reading.words.length === 0) return stage === 'exact' ? numberAlone(tables, question) : nothing;
  const { house } = reading;
  if (!house && isLast(stage)) return nothing;
  return house
    ? numberedAddresses(tables, finders, question, house, watch)
    : addressesWithoutNumber(tables, finders, question, watch);
}

/** The addresses as matches of the question, with the cost of its reading. */
function matchesOf(question: Question, found: readonly Scored[]): Match[] {
  const { cost: readingCost } = question.reading;
  return found.map(({ row, cost, house, name, place }) => ({
    row,
    cost: cost + readingCost,
    house,
    name,
    place,
    question,
  }));
}

/** Streets that match by their names and places. */
function streetsOf(finders: Finders, question: Question, watch: Watch, step: string): StreetMatch[] {
  return watch(
    `${step} (${question.stage})`,
    () => finders.candidates.streets(question),
    (found) => ({ words: wordsOf(question), streets: found.length, first: found.slice(0, shownEntries) }),
  );
}

function addressesWithoutNumber(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  watch: Watch,
): ReadingMatches {
  const streets = streetsOf(finders, question, watch, 'candidates');
  return watch(
    `score (${question.stage})`,
    () => {
      const found = [...placeRows(tables, finders, question), ...scoreStreets(tables, streets)];
      return { matches: matchesOf(question, found), settled: found.length > 0 };
    },
    shownAnswer,
  );
}

/**
 * Addresses with the house number, then those with numbers that begin with it while it may still be typed.
 */
function numberedAddresses(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  house: HouseNumber,
  watch: Watch,
): ReadingMatches {
  const { stage, reading } = question;
  const { houseLast } = reading;
  const exact = addressesBetween(
    tables,
    finders,
    question,
    [[house.value, house.value]],
    watch,
    'candidates',
  );
  const isNamed = ({ placeNamed }: HouseNumberMatch) => placeNamed;
  const isRightSoFar = stage === 'exact' || stage === 'lenient';
  const isTyped = houseLast
    ? !isLast(stage)
    : isRightSoFar && exact.length < enoughNumbered && !exact.some(isNamed);
  const ranges = isTyped && house.suffix === '' && !house.isStrict ? longerNumbers(house.value) : [];
  const longer =
    ranges.length === 0 ? [] : addressesBetween(tables, finders, question, ranges, watch, 'longer numbers');
  return watch(
    `score (${stage})`,
    () => {
      const begun = longer.filter((match) => houseLast || !match.placeNamed);
      const right = withSuffixes(tables, exact, house);
      return {
        matches: matchesOf(question, [...right, ...withLonger(begun, houseLast)]),
        settled: right.length > 0 || (houseLast && begun.length > 0),
      };
    },
    shownAnswer,
  );
}

/**
 * Addresses with such numbers: scanned where they are few, else those of the streets found by their names.
 */
function addressesBetween(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  ranges: readonly NumberRange[],
  watch: Watch,
  step: string,
): HouseNumberMatch[] {
  const count = ranges.reduce((sum, [low, high]) => sum + tables.countNumbered(low, high), 0);
  if (count > maxNumbered) {
    if (isLast(question.stage)) return [];
    return numbersOfStreets(tables, streetsOf(finders, question, watch, step), ranges);
  }
  return watch(
    `${step} (${question.stage})`,
    () => ranges.flatMap((range, i) => finders.numbered.find(question, range, i)),
    (found) => ({
      words: wordsOf(question),
      numbered: count,
      addresses: found.length,
      first: found.slice(0, shownEntries),
    }),
  );
}

/** The nearest numbers of the streets. */
function nearest(tables: AddressTables, question: Question, streets: readonly StreetMatch[]): Match[] {
  const { house } = question.reading;
  if (!house) return [];
  // A misspelt street of another kind, without the number, matches too little of the query.
  const maxWrongSoft = question.stage === 'exact' || question.stage === 'lenient' ? 1 : 0;
  return matchesOf(question, scoreNearestNumbers(tables, streets, house, maxWrongSoft));
}

/** The nearest numbers of the streets found by the first question that finds any. */
function nearestOfFirst(
  tables: AddressTables,
  finders: Finders,
  questions: readonly Question[],
  watch: Watch,
): Match[] {
  const found: Match[] = [];
  for (const stage of stages) {
    if (isLast(stage) || found.length > 0) break;
    // The exact ones have no such street.
    if (stage === 'exact') continue;
    for (const question of questions) {
      const { house, words } = question.reading;
      if (question.stage !== stage || !house || house.isStrict || words.length === 0) continue;
      found.push(...nearest(tables, question, streetsOf(finders, question, watch, 'nearest numbers')));
    }
  }
  return found;
}

function wordsOf({ reading }: Question): string {
  return reading.words.map(({ text }) => text).join(' ');
}

/** The first matches, as an explanation shows them. */
function shown(matches: readonly Match[]): unknown {
  return matches.slice(0, shownEntries).map(({ row, cost, house }) => ({ row, cost, house }));
}

function shownAnswer({ matches, settled }: ReadingMatches): unknown {
  return { matches: matches.length, settled, first: shown(matches) };
}

/** First addresses of the places that the words name. */
function placeRows(tables: AddressTables, finders: Finders, question: Question): Scored[] {
  const found: Scored[] = [];
  for (const { place, cost } of finders.candidates.places(question)) {
    if (found.length >= maxResults) break;
    for (const row of tables.rowsOfPlace(place)) found.push({ row, cost, house: 'none', name: null, place });
  }
  return found;
}

/**
 * Addresses of a number without anything else: a few with that number, then with numbers that begin with it.
 */
function numberAlone(tables: AddressTables, question: Question): ReadingMatches {
  const value = question.reading.house?.value;
  if (value === undefined) return nothing;
  const found: Scored[] = [];
  const ranges: NumberRange[] = [[value, value], ...longerNumbers(value)];
  for (const [digits, [low, high]] of ranges.entries()) {
    const cost = digits === 0 ? 0 : costs.longerHouseNumber + digits;
    const most = digits === 0 ? maxNumberRows : maxResults - found.length;
    const house = digits === 0 ? 'same' : 'begun';
    for (const row of tables.numbered(low, high, most).rows)
      found.push({ row, cost, house, name: null, place: null });
  }
  return { matches: matchesOf(question, found), settled: found.length > 0 };
}
