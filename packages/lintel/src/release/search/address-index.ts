/**
 * Searches the address index of a release.
 *
 * A search is a list of named steps: normalise, tokenise, classify, candidates, score, order. Candidates are looked for in
 * stages that forgive more and more (`stages` in cover.ts); the first stage that finds the house number, or anything
 * when there is none, is the last. Every step is bounded (`limits.ts`); text of any kind gives a list, perhaps an empty one.
 */
import type { AddressIndexInfo } from './address-index-writer.js';
import { addressIndexKind } from './address-index-writer.js';
import { type AddressTables, readAddressTables } from './address-tables.js';
import { type CandidateFinder, createCandidateFinder } from './candidates.js';
import { classify, misspeltStates, type Reading } from './classify.js';
import * as costs from './costs.js';
import { type Question, type Stage, stages } from './cover.js';
import { maxNumberRows, maxReadings, maxResults } from './limits.js';
import { normalise } from './normalise.js';
import { order, page } from './order.js';
import { respell } from './respell.js';
import {
  longerNumbers,
  lowerBound,
  type Match,
  scoreExactNumbers,
  scoreLongerNumbers,
  scoreNearestNumbers,
  scoreStreets,
} from './score.js';
import { spellingsOf } from './spellings.js';
import { tokenise } from './tokenise.js';

export interface AddressMatches {
  /** Row numbers in addresses.ndjson, best first. */
  readonly rows: number[];
  /** Result number at which the next page begins, null at the end. */
  readonly next: number | null;
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

/** Records what a step made and how long it took. */
type Watch = <T>(step: string, work: () => T, show?: (result: T) => unknown) => T;

const unwatched: Watch = (_step, work) => work();
/** Entries of a long output that an explanation shows. */
const shownEntries = 10;

/** Opens a finished index. A file of another kind or format, or one cut short, is refused by name. */
export function openAddressIndex(path: string): AddressIndex {
  const tables = readAddressTables(path, addressIndexKind);
  const finder = createCandidateFinder(tables);
  return {
    info: tables.info,
    search(text, offset, size) {
      const { items, next } = page(find(tables, finder, text, unwatched), offset, size);
      return { rows: items.map((match) => match.row), next };
    },
    explain(text) {
      const steps: ExplainedStep[] = [];
      find(tables, finder, text, (step, work, show = (result) => result) => {
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
function find(tables: AddressTables, finder: CandidateFinder, text: string, watch: Watch): Match[] {
  const normal = watch('normalise', () => normalise(text));
  const tokens = watch('tokenise', () => tokenise(normal));
  const readings = watch('classify', () => classify(tokens));
  let matches: Match[] = [];
  for (const stage of stages) {
    if (stage === 'loose' && matches.length > 0) break;
    const nearest = matches.length === 0 && stage !== 'loose';
    const answers = readingsIn(tables, readings, stage).map((reading) =>
      answer(tables, finder, reading, stage, nearest, watch),
    );
    matches = matches.concat(answers.flatMap((found) => found.matches));
    if (answers.some((found) => found.settled)) break;
  }
  return watch(
    'order',
    () => order(matches),
    (found) => ({ results: found.length, first: found.slice(0, shownEntries) }),
  );
}

/** The readings tried in a stage: where errors are thought of, also those with words joined or split. */
function readingsIn(tables: AddressTables, readings: readonly Reading[], stage: Stage): readonly Reading[] {
  if (stage !== 'one error') return readings;
  const others = readings.flatMap((reading) => respell(tables.vocabulary, reading));
  return [...readings, ...others].slice(0, maxReadings);
}

interface Answer {
  readonly matches: Match[];
  /** Whether errors need not be thought of: the reading has results, with the house number if it names one. */
  readonly settled: boolean;
}

const nothing: Answer = { matches: [], settled: false };

/** The addresses that one reading gives in one stage. */
function answer(
  tables: AddressTables,
  finder: CandidateFinder,
  reading: Reading,
  stage: Stage,
  nearest: boolean,
  watch: Watch,
): Answer {
  if (reading.words.length === 0) return stage === 'exact' ? numberAlone(tables, reading) : nothing;
  if (stage === 'loose' && !reading.house) return nothing;
  const question = ask(tables, reading, stage);
  const streets = watch(
    `candidates (${stage})`,
    () => finder.streets(question),
    (found) => ({ reading, streets: found.length, first: found.slice(0, shownEntries) }),
  );
  const found = watch(
    `score (${stage})`,
    () => score(tables, finder, question, streets, nearest),
    ({ matches, settled }) => ({ matches: matches.length, settled, first: matches.slice(0, shownEntries) }),
  );
  const matches = found.matches.map(({ row, cost }) => ({ row, cost: cost + reading.cost }));
  return { matches, settled: found.settled };
}

/** What the reading asks for in the stage. */
function ask(tables: AddressTables, reading: Reading, stage: Stage): Question {
  const bitsWhere = (test: (i: number) => boolean) =>
    reading.words.reduce((bits, _, i) => (test(i) ? bits | (1 << i) : bits), 0);
  const errors = stage === 'two errors' ? 2 : stage === 'exact' || stage === 'lenient' ? 0 : 1;
  const words = reading.words;
  const phrases = reading.states.filter(({ bits, cost }) => cost === 0 && !isDirectionOrSuffix(words, bits));
  const stateBits = phrases.reduce((all, { bits }) => all | bits, 0);
  return {
    reading,
    stage,
    spellings: words.map((word) => spellingsOf(tables.vocabulary, word, errors)),
    states: errors > 0 && stateBits === 0 ? [...reading.states, ...misspeltStates(words)] : reading.states,
    all: bitsWhere(() => true),
    soft: bitsWhere((i) => words[i]?.soft ?? false) & ~stateBits,
    zips: bitsWhere((i) => /^\d{5}$/.test(words[i]?.text ?? '')),
    stateBits,
  };
}

/** Whether NE or CT is a direction or suffix rather than a state, which stands after a street and a city. */
function isDirectionOrSuffix(words: Reading['words'], bits: number): boolean {
  const first = 31 - Math.clz32(bits & -bits);
  if (!words[first]?.soft || bits !== 1 << first) return false;
  return words.length - first > 3 || words.slice(0, first).filter((word) => !word.soft).length < 2;
}

function score(
  tables: AddressTables,
  finder: CandidateFinder,
  question: Question,
  streets: ReturnType<CandidateFinder['streets']>,
  nearest: boolean,
): Answer {
  const { house, houseLast } = question.reading;
  if (!house) {
    const places = placeRows(tables, finder, question);
    const matches = [...places, ...scoreStreets(tables, streets)];
    return { matches, settled: matches.length > 0 };
  }
  const exact = scoreExactNumbers(tables, streets, house);
  const typing =
    question.stage === 'loose' ? [] : streets.filter((street) => houseLast || !street.placeNamed);
  const longer = scoreLongerNumbers(tables, typing, house);
  const settled = exact.length > 0 || (houseLast && longer.length > 0);
  const near = settled || !nearest ? [] : scoreNearestNumbers(tables, streets, house);
  return { matches: [...exact, ...longer, ...near], settled };
}

/** First addresses of the places that the words name. */
function placeRows(tables: AddressTables, finder: CandidateFinder, question: Question): Match[] {
  const found: Match[] = [];
  for (const { place, cost } of finder.places(question)) {
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
  for (const [digits, [low, high]] of [[value, value], ...longerNumbers(value)].entries()) {
    const end = lowerBound(tables.numbers, (high ?? 0) + 1);
    const most = Math.ceil(maxResults / maxNumberRows);
    const from = lowerBound(tables.numbers, low ?? 0);
    for (let at = from; at < Math.min(end, from + most) && matches.length < maxResults; at++) {
      const cost = reading.cost + (digits === 0 ? 0 : costs.longerHouseNumber + digits);
      for (const row of tables.rowsOfNumber(at)) matches.push({ row, cost });
    }
  }
  return { matches, settled: matches.length > 0 };
}
