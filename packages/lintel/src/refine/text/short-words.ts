/**
 * Abbreviated and misspelt words of permits, and the words that they mean: `rplc wtr htr` is `replace water
 * heater`.
 *
 * They are in `data/abbreviations.json`. An abbreviation with two meanings there fails at start-up.
 */
import { readFileSync } from 'node:fs';

type Lists = Readonly<Record<string, string>>;

const file = JSON.parse(readFileSync(new URL('../data/abbreviations.json', import.meta.url), 'utf8')) as {
  readonly short: Lists;
  readonly read: Lists;
  readonly spanish: Lists;
};

/** Abbreviation → the word that it always means, in lower case. */
const shortWords = pairs(file.short);

/** Abbreviation or foreign word → the word that the rules read instead. */
export const readAs: ReadonlyMap<string, string> = new Map([
  ...shortWords,
  ...pairs(file.read),
  ...pairs(file.spanish),
]);

/** Whether the word, in lower case, is an abbreviation. */
export function isShortWord(word: string): boolean {
  return shortWords.has(word);
}

/** `w/ deck`, `w/2 baths`: a letter alone is no word, `W/H` is a water heater and `W/D` a washer and dryer. */
const withWord = /\bw\/(?: (?=\w)|(?=\w\w|\d|a ))/gi;

/** Matches only abbreviations: looking up every word of a text would cost several times as much. */
const shortWord = new RegExp(`(?<![\\w/-])(${[...shortWords.keys()].join('|')})(?![\\w'/-]|-\\d)\\.?`, 'gi');

/**
 * The text with its abbreviations expanded: `Rplc wtr htr w/ 40 gal` is `Replace water heater with 40 gal`.
 */
export function writeOut(text: string): string {
  const full = text.replace(shortWord, writeOutWord);
  if (!/[/(]/.test(full)) return full;
  return full
    .replace(/\bw\/o(?:ut)?\b/gi, 'without')
    .replace(withWord, 'with ')
    .replace(/\(n\) ?(?=\w)/gi, 'new ')
    .replace(/\(e\) ?(?=\w)/gi, 'existing ');
}

/** One word expanded; its point is dropped if the sentence continues. */
function writeOutWord(match: string, short: string, at: number, text: string): string {
  const word = shortWords.get(short.toLowerCase());
  if (word === undefined) return match;
  const first = short.charAt(0);
  const full = first === first.toLowerCase() ? word : first + word.slice(1);
  return match.length > short.length && !goesOn(text, at + match.length) ? `${full}.` : full;
}

/** Whether a sentence continues here: with a small letter, a comma or a bracket, possibly after a blank. */
function goesOn(text: string, at: number): boolean {
  return /[a-z,;)]/.test(text.charAt(text.charCodeAt(at) === 32 ? at + 1 : at));
}

function pairs(lists: Lists): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [word, shorts] of Object.entries(lists)) {
    for (const short of shorts.split(' ')) {
      const other = found.get(short);
      if (other !== undefined && other !== word)
        throw new Error(`abbreviations.json: "${short}" is ${other} and ${word}`);
      found.set(short, word);
    }
  }
  return found;
}
