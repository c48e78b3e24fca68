/**
 * Splits text into the words that tag rules are written in: lower case, letters and digits apart (`200amp` is
 * `200 amp`), apostrophes gone, `&` as `and`. Ends of sentences stand as `.` and commas as `,`: phrases do not
 * reach across a sentence. A colon counts as a comma.
 */
import { asciiLetters } from './text.js';

const other = 0;
const letter = 1;
const digit = 2;
type Kind = typeof other | typeof letter | typeof digit;

/** Words and breaks of a text. */
export function tagWords(text: string): string[] {
  const lower = asciiLetters(text).toLowerCase();
  const words: string[] = [];
  let start = 0;
  let kind: Kind = other;
  for (let index = 0; index <= lower.length; index++) {
    const code = index < lower.length ? lower.charCodeAt(index) : 32;
    const next = kindOf(code);
    if (next !== other && next === kind) continue;
    if (kind !== other) {
      if (isInsideWord(kind, code, kindOf(lower.charCodeAt(index + 1)))) continue;
      pushWord(words, lower.slice(start, index));
    }
    kind = next;
    start = index;
    if (next === other) pushBreak(words, code);
  }
  return words;
}

function kindOf(code: number): Kind {
  if (code >= 97 && code <= 122) return letter;
  return code >= 48 && code <= 57 ? digit : other;
}

/** Commas and points between digits, apostrophes between letters. */
function isInsideWord(kind: Kind, code: number, after: Kind): boolean {
  if (kind === digit) return (code === 44 || code === 46) && after === digit;
  return kind === letter && code === 39 && after === letter;
}

/** `non` and the word after it are one word, so that `non-residential` is not found as `residential`. */
function pushWord(words: string[], word: string): void {
  const plain = word.includes("'") ? word.replaceAll("'", '') : word;
  if (words[words.length - 1] === 'non') words[words.length - 1] = `non${plain}`;
  else words.push(plain);
}

/** A break for the character between two words; the point of an initial (`D.U.`) is none. */
function pushBreak(words: string[], code: number): void {
  const last = words[words.length - 1];
  if (code === 38) words.push('and');
  if (last === undefined || last === '.') return;
  if (code === 44 || code === 58) {
    if (last !== ',') words.push(',');
  } else if (code === 59 || code === 10 || (code === 46 && last.length > 1)) {
    if (last === ',') words[words.length - 1] = '.';
    else words.push('.');
  }
}
