/**
 * Short and misspelt words of permits, and the words that they stand for: `rplc wtr htr` is `replace water heater`.
 *
 * They lie in `data/abbreviations.json`. A word that is in two lists there stops the program at its start.
 */
import { readFileSync } from 'node:fs';

type Lists = Readonly<Record<string, string>>;

const file = JSON.parse(readFileSync(new URL('./data/abbreviations.json', import.meta.url), 'utf8')) as {
  readonly short: Lists;
  readonly spanish: Lists;
};

/** Short word → the word written out. */
export const shortWords = pairs(file.short);

/** Short word, or word of another language → the word that the rules read in its place. */
export const readAs: ReadonlyMap<string, string> = new Map([...shortWords, ...pairs(file.spanish)]);

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
