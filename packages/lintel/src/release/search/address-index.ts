/**
 * Searches the address index of a release.
 *
 * A search is a list of named steps: normalise, tokenise, classify, candidates, score, order. Candidates are looked for in
 * stages that forgive more and more (`stages` in cover.ts); the first stage that finds the house number, or anything
 * when there is none, is the last. Every step is bounded (`limits.ts`); text of any kind gives a list, perhaps an empty one.
 */
import type { TotalCount } from '@lintel/contract';
import type { AddressIndexInfo } from './address-index-writer.js';
import { addressIndexKind } from './address-index-writer.js';
import { type AddressTables, readAddressTables } from './address-tables.js';
import { type CandidateFinder, createCandidateFinder, type StreetMatch } from './candidates.js';
import { classify, misspeltStates, type Reading } from './classify.js';
import * as costs from './costs.js';
import { type Question, type Stage, stages } from './cover.js';
import { type HouseNumber, otherHouseForm } from './house-number.js';
import { enoughNumbered, maxNumbered, maxNumberRows, maxReadings, maxResults } from './limits.js';
import { normalise } from './normalise.js';
import {
  createNumberedFinder,
  type NumberedFinder,
  type NumberedMatch,
  type NumberRange,
} from './numbered.js';
import { order, page, totalOf } from './order.js';
import { respell } from './respell.js';
import {
  longerNumbers,
  type Match,
  numbersOfStreets,
  scoreNearestNumbers,
  scoreStreets,
  withLonger,
  withSuffixes,
} from './score.js';
import { spellingsOf } from './spellings.js';
import { tokenise } from './tokenise.js';

export interface AddressMatches {
  /** Row numbers in addresses.ndjson, best first. */
  readonly rows: number[];
  /** Result number at which the next page begins, null at the end. */
  readonly next: number | null;
  readonly total: TotalCount;
}

export interface ExplainedStep {
  readonly step: string;
  /** What the step made of its input, as JSON data. */
  readonly output: unknown;
  readonly micros: number;
}

export interface AddressIndex {
  readonly info: AddressIndexInfo;
  /** `size` results from result number `offset`. Never throws; at most the first 1,000 results of a query exist. */
  search(text: string, offset: number, size: number): AddressMatches;
  /** What each step of the search makes of the text, and how long it takes. */
  explain(text: string): ExplainedStep[];
  close(): void;
}

/** Errors that each stage forgives a word. */
const errorsOf: Readonly<Record<Stage, number>> = {
  exact: 0,
  lenient: 0,
  'one error': 1,
  'two errors': 2,
  loose: 1,
  'any street': 0,
};

interface Finders {
  readonly candidates: CandidateFinder;
  readonly numbered: NumberedFinder;
}

/** Records what a step made and how long it took. */
type Watch = <T>(step: string, work: () => T, show?: (result: T) => unknown) => T;

const unwatched: Watch = (_step, work) => work();
/** Entries of a long output that an explanation shows. */
const shownEntries = 10;

/** Opens a finished index. A file of another kind or format, or one cut short, is refused by name. */
export function openAddressIndex(path: string): AddressIndex {
  const tables = readAddressTables(path, addressIndexKind);
  const finders: Finders = {
    candidates: createCandidateFinder(tables),
    numbered: createNumberedFinder(tables),
  };
  return {
    info: tables.info,
    search(text, offset, size) {
      const found = find(tables, finders, text, unwatched);
      const { items, next } = page(found, offset, size);
      return { rows: items.map((match) => match.row), next, total: totalOf(found.length) };
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
  let settled: Stage | null = null;
  for (const stage of stages) {
    if (isLast(stage) && matches.length > 0) break;
    const questions = readingsIn(tables, readings, stage).map((reading) => ask(tables, reading, stage));
    const answers = questions.map((question) => answer(tables, finders, question, watch));
    for (const found of answers) matches.push(...found.matches);
    if (answers.some((found) => found.settled)) {
      settled = stage;
      break;
    }
    unsettled.push(...questions);
  }
  // An address that was found without errors is the one: then its neighbours are not asked for.
  if (settled !== 'exact' && settled !== 'lenient')
    matches.push(...nearest(tables, finders, unsettled, watch));
  return watch(
    'order',
    () => order(matches),
    (found) => ({ results: found.length, first: found.slice(0, shownEntries) }),
  );
}

/** Stages that only look through the addresses of a house number, and only when no other stage found any. */
function isLast(stage: Stage): boolean {
  return stage === 'loose' || stage === 'any street';
}

/** The readings tried in a stage: later also house numbers in another form, then words joined or split. */
function readingsIn(tables: AddressTables, readings: readonly Reading[], stage: Stage): readonly Reading[] {
  if (stage === 'lenient')
    return [...readings, ...readings.flatMap((reading) => withOtherHouse(tables, reading))];
  if (stage !== 'one error') return readings;
  const others = readings.flatMap((reading) => respell(tables.vocabulary, reading));
  return [...readings, ...others].slice(0, maxReadings);
}

function withOtherHouse(tables: AddressTables, reading: Reading): Reading[] {
  const house = reading.house && otherHouseForm(reading.house);
  if (!house || !tables.suffixNumbers.has(house.suffix)) return [];
  return [{ ...reading, house, houseLast: false, cost: reading.cost + costs.otherHouseForm }];
}

interface Answer {
  readonly matches: Match[];
  /** Whether errors need not be thought of: the reading has results, with the house number if it names one. */
  readonly settled: boolean;
}

const nothing: Answer = { matches: [], settled: false };

/** The addresses that one reading gives in one stage. */
function answer(tables: AddressTables, finders: Finders, question: Question, watch: Watch): Answer {
  const { reading, stage } = question;
  if (reading.words.length === 0) return stage === 'exact' ? numberAlone(tables, reading) : nothing;
  const { house } = reading;
  if (!house && isLast(stage)) return nothing;
  const found = house
    ? numberedAddresses(tables, finders, question, house, watch)
    : addressesWithoutNumber(tables, finders, question, watch);
  const matches = found.matches.map(({ row, cost }) => ({ row, cost: cost + reading.cost }));
  return { matches, settled: found.settled };
}

/** Streets by the words of their names and places. */
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
): Answer {
  const streets = streetsOf(finders, question, watch, 'candidates');
  return watch(
    `score (${question.stage})`,
    () => {
      const matches = [...placeRows(tables, finders, question), ...scoreStreets(tables, streets)];
      return { matches, settled: matches.length > 0 };
    },
    shownAnswer,
  );
}

/** Addresses with the house number, then those with numbers that begin with it while it may still be typed. */
function numberedAddresses(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  house: HouseNumber,
  watch: Watch,
): Answer {
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
  const isNamed = ({ placeNamed }: NumberedMatch) => placeNamed;
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
        matches: [...right, ...withLonger(begun)],
        settled: right.length > 0 || (houseLast && begun.length > 0),
      };
    },
    shownAnswer,
  );
}

/** Addresses with such numbers: looked through where they are few, else those of the streets found by their names. */
function addressesBetween(
  tables: AddressTables,
  finders: Finders,
  question: Question,
  ranges: readonly NumberRange[],
  watch: Watch,
  step: string,
): NumberedMatch[] {
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

/** The nearest numbers of the streets that the first of the questions to find any finds. */
function nearest(
  tables: AddressTables,
  finders: Finders,
  questions: readonly Question[],
  watch: Watch,
): Match[] {
  const found: Match[] = [];
  for (const stage of stages) {
    if (isLast(stage) || found.length > 0) break;
    for (const question of questions) {
      const { house, words, cost: readingCost } = question.reading;
      if (question.stage !== stage || !house || house.isStrict || words.length === 0) continue;
      const streets = streetsOf(finders, question, watch, 'nearest numbers');
      const near = scoreNearestNumbers(tables, streets, house);
      found.push(...near.map(({ row, cost }) => ({ row, cost: cost + readingCost })));
    }
  }
  return found;
}

function wordsOf({ reading }: Question): string {
  return reading.words.map(({ text }) => text).join(' ');
}

function shownAnswer({ matches, settled }: Answer): unknown {
  return { matches: matches.length, settled, first: matches.slice(0, shownEntries) };
}

/** What the reading asks for in the stage. */
function ask(tables: AddressTables, reading: Reading, stage: Stage): Question {
  const bitsWhere = (test: (i: number) => boolean) =>
    reading.words.reduce((bits, _, i) => (test(i) ? bits | (1 << i) : bits), 0);
  const errors = errorsOf[stage];
  const words = reading.words;
  // A number before everything else is a house's, not a wrong ZIP code.
  const firstZip = reading.house ? 0 : 1;
  const zip = words.findLastIndex(({ text }, i) => i >= firstZip && /^\d{5}$/.test(text));
  const phrases = reading.states.filter(({ bits, cost }) => cost === 0 && !isDirectionOrSuffix(words, bits));
  const stateBits = phrases.reduce((all, { bits }) => all | bits, 0);
  return {
    reading,
    stage,
    // A state that is named in full is not another word misspelt.
    spellings: words.map((word, i) =>
      spellingsOf(tables.vocabulary, word, stateBits & (1 << i) ? 0 : errors),
    ),
    states: errors > 0 && stateBits === 0 ? [...reading.states, ...misspeltStates(words)] : reading.states,
    all: bitsWhere(() => true),
    soft: bitsWhere((i) => words[i]?.soft ?? false) & ~stateBits,
    zips: bitsWhere((i) => i === zip),
    lastWord: bitsWhere((i) => words[i]?.last ?? false),
    stateBits,
  };
}

/** Whether NE or CT is a direction or suffix rather than a state, which stands after a street and a city. */
function isDirectionOrSuffix(words: Reading['words'], bits: number): boolean {
  const first = 31 - Math.clz32(bits & -bits);
  if (!words[first]?.soft || bits !== 1 << first) return false;
  return words.length - first > 3 || words.slice(0, first).filter((word) => !word.soft).length < 2;
}

/** First addresses of the places that the words name. */
function placeRows(tables: AddressTables, finders: Finders, question: Question): Match[] {
  const found: Match[] = [];
  for (const { place, cost } of finders.candidates.places(question)) {
    if (found.length >= maxResults) break;
    for (const row of tables.rowsOfPlace(place)) found.push({ row, cost });
  }
  return found;
}

/** Addresses of a number without anything else: a few of that number, then of numbers that begin with it. */
function numberAlone(tables: AddressTables, reading: Reading): Answer {
  const value = reading.house?.value;
  if (value === undefined) return nothing;
  const matches: Match[] = [];
  const ranges: NumberRange[] = [[value, value], ...longerNumbers(value)];
  for (const [digits, [low, high]] of ranges.entries()) {
    const cost = reading.cost + (digits === 0 ? 0 : costs.longerHouseNumber + digits);
    const most = digits === 0 ? maxNumberRows : maxResults - matches.length;
    for (const row of tables.numbered(low, high, most).rows) matches.push({ row, cost });
  }
  return { matches, settled: matches.length > 0 };
}
